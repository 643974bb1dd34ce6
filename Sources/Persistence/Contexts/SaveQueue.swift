/// The saves that wait for the writing connection, oldest first.
struct SaveQueue {
    private var waiting: [PendingSave] = []
    /// How many at the front are gone: each moves only once, however many wait.
    private var head = 0
    /// How many of those that wait want their commit at once.
    private var urgentCount = 0
    /// Whether a commit is under way.
    var isRunning = false
    /// Whether somebody will come back when the gathering is over.
    var isGathering = false

    var isEmpty: Bool { head == waiting.count }

    /// Whether a commit is to begin now.
    func isReady(limit: Int) -> Bool {
        urgentCount > 0 || waiting.count - head >= limit
    }

    mutating func append(_ save: PendingSave) {
        waiting.append(save)
        if save.urgency == .immediate { urgentCount += 1 }
    }

    mutating func popFirst() -> PendingSave? {
        guard !isEmpty else { return nil }
        let save = waiting[head]
        head += 1
        if save.urgency == .immediate { urgentCount -= 1 }
        if isEmpty || head == Self.compactedAt { compact() }
        return save
    }

    mutating func removeAll() -> [PendingSave] {
        compact()
        defer {
            waiting = []
            urgentCount = 0
        }
        return waiting
    }

    private static let compactedAt = 256

    private mutating func compact() {
        waiting.removeFirst(head)
        head = 0
    }
}
