/// The saves that wait for the writing connection: those that are wanted soon,
/// oldest first, and those that can wait for more company.
struct SaveQueue {
    private var prompt = SaveLine()
    private var patient = SaveLine()
    /// How many of the waiting saves want their commit at once.
    private var urgentCount = 0
    /// How many of the prompt saves have to outlive a power failure.
    private var durableCount = 0
    /// Whether the patient saves go with the next commit.
    private var takesPatient = false
    /// How many commits have taken patient saves along; by this number a timer
    /// that was started before one of them knows that it is out of date.
    private(set) var patientCommits = 0
    /// Whether a commit is under way.
    var isRunning = false
    /// Whether a timer runs that ends the gathering.
    var isGathering = false
    /// Whether a timer runs at whose end the patient saves are committed.
    var isDelaying = false

    var isEmpty: Bool { prompt.isEmpty && patient.isEmpty }

    /// Whether the timer has to be started that ends the gathering.
    var wantsGathering: Bool { !isGathering && !prompt.isEmpty }

    /// Whether the timer has to be started at whose end the patient saves are committed.
    var wantsDelay: Bool { !isDelaying && !patient.isEmpty }

    /// Whether a commit is to begin now.
    func isReady(limit: Int, patientLimit: Int) -> Bool {
        urgentCount > 0 || prompt.count >= limit || patient.count >= patientLimit || (takesPatient && !patient.isEmpty)
    }

    mutating func append(_ save: PendingSave) {
        switch save.urgency {
        case .immediate:
            urgentCount += 1
            durableCount += 1
            prompt.append(save)
        case .soon:
            durableCount += 1
            prompt.append(save)
        case .gathering:
            prompt.append(save)
        case .patient:
            patient.append(save)
        }
    }

    /// Whether a commit that begins now is only for what need not outlive a
    /// power failure.
    var isLight: Bool { durableCount == 0 && !takesPatient }

    /// Lets the patient saves that wait now go with the next commit.
    mutating func endPatience() {
        takesPatient = !patient.isEmpty
    }

    /// Begins a commit and decides whether the patient saves go with it: they do if
    /// the disk is synced for others in any case, or if enough of them wait.
    mutating func begin(patientLimit: Int) {
        isRunning = true
        if durableCount > 0 || patient.count >= patientLimit { endPatience() }
        if takesPatient {
            patientCommits += 1
            isDelaying = false
        }
    }

    /// Takes the next save that goes with the commit under way; one that has to
    /// outlive a power failure does not go with a light one, but with the next.
    mutating func popFirst(isLight: Bool = false) -> PendingSave? {
        if let first = prompt.first {
            if isLight, first.urgency != .gathering { return nil }
            if first.urgency == .immediate { urgentCount -= 1 }
            if first.urgency != .gathering { durableCount -= 1 }
            return prompt.popFirst()
        }
        guard takesPatient, !isLight, let save = patient.popFirst() else { return nil }
        if patient.isEmpty { takesPatient = false }
        return save
    }

    mutating func removeAll() -> [PendingSave] {
        (urgentCount, durableCount, takesPatient) = (0, 0, false)
        return prompt.removeAll() + patient.removeAll()
    }
}

/// Saves in the order they came.
struct SaveLine {
    private var waiting: [PendingSave] = []
    /// How many at the front are gone: each moves only once, however many wait.
    private var head = 0
    /// How many saves wait, each counted as often as it says.
    private(set) var count = 0

    var isEmpty: Bool { head == waiting.count }
    var first: PendingSave? { isEmpty ? nil : waiting[head] }

    mutating func append(_ save: PendingSave) {
        count += save.count
        waiting.append(save)
    }

    mutating func popFirst() -> PendingSave? {
        guard !isEmpty else { return nil }
        let save = waiting[head]
        count -= save.count
        head += 1
        if isEmpty || head == Self.compactedAt { compact() }
        return save
    }

    mutating func removeAll() -> [PendingSave] {
        compact()
        count = 0
        defer { waiting = [] }
        return waiting
    }

    private static let compactedAt = 256

    private mutating func compact() {
        waiting.removeFirst(head)
        head = 0
    }
}
