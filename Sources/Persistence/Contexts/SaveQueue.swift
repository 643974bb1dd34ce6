/// The saves that wait for the writing connection: those that are wanted soon,
/// oldest first, and those that can wait for more company.
struct SaveQueue {
    private var prompt = SaveLine()
    private var patient = SaveLine()
    /// How many of those that wait want their commit at once.
    private var urgentCount = 0
    /// Whether the patient go with the next commit.
    private var takesPatient = false
    /// Whether a commit is under way.
    var isRunning = false
    /// Whether somebody will come back when the gathering is over.
    var isGathering = false
    /// Whether somebody will come back when the patience is over.
    var isBiding = false

    var isEmpty: Bool { prompt.isEmpty && patient.isEmpty }

    /// Whether somebody has to come back for those that gather.
    var wantsGathering: Bool { !isGathering && !prompt.isEmpty }

    /// Whether somebody has to come back for the patient.
    var wantsBiding: Bool { !isBiding && !patient.isEmpty }

    /// Whether a commit is to begin now.
    func isReady(limit: Int) -> Bool {
        urgentCount > 0 || prompt.count >= limit || patient.count >= limit || (takesPatient && !patient.isEmpty)
    }

    mutating func append(_ save: PendingSave) {
        switch save.urgency {
        case .immediate:
            urgentCount += 1
            prompt.append(save)
        case .gathering:
            prompt.append(save)
        case .patient:
            patient.append(save)
        }
    }

    /// Ends the patience of those that wait now.
    mutating func endPatience() {
        takesPatient = !patient.isEmpty
    }

    /// Settles who goes with a commit that begins: the patient only with what
    /// nobody can wait for, or when enough of them have come.
    mutating func begin(limit: Int) {
        isRunning = true
        if urgentCount > 0 || patient.count >= limit { endPatience() }
    }

    mutating func popFirst() -> PendingSave? {
        if let save = prompt.popFirst() {
            if save.urgency == .immediate { urgentCount -= 1 }
            return save
        }
        guard takesPatient, let save = patient.popFirst() else { return nil }
        if patient.isEmpty { takesPatient = false }
        return save
    }

    mutating func removeAll() -> [PendingSave] {
        (urgentCount, takesPatient) = (0, false)
        return prompt.removeAll() + patient.removeAll()
    }
}

/// Saves in the order they came.
struct SaveLine {
    private var waiting: [PendingSave] = []
    /// How many at the front are gone: each moves only once, however many wait.
    private var head = 0

    var count: Int { waiting.count - head }
    var isEmpty: Bool { head == waiting.count }

    mutating func append(_ save: PendingSave) {
        waiting.append(save)
    }

    mutating func popFirst() -> PendingSave? {
        guard !isEmpty else { return nil }
        let save = waiting[head]
        head += 1
        if isEmpty || head == Self.compactedAt { compact() }
        return save
    }

    mutating func removeAll() -> [PendingSave] {
        compact()
        defer { waiting = [] }
        return waiting
    }

    private static let compactedAt = 256

    private mutating func compact() {
        waiting.removeFirst(head)
        head = 0
    }
}
