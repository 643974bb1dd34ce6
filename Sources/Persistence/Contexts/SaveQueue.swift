/// The saves that wait for the writing connection: those that are wanted soon,
/// oldest first, and those that can wait for more company.
struct SaveQueue {
    private var prompt = SaveLine()
    private var patient = SaveLine()
    /// How many of those that wait want their commit at once.
    private var urgentCount = 0
    /// How many of the prompt have to outlive a power failure.
    private var durableCount = 0
    /// Whether the patient go with the next commit.
    private var takesPatient = false
    /// How many commits have taken the patient along: who comes back for those
    /// before them comes in vain.
    private(set) var patientCommits = 0
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

    /// Ends the patience of those that wait now.
    mutating func endPatience() {
        takesPatient = !patient.isEmpty
    }

    /// Settles who goes with a commit that begins: the patient only with what
    /// nobody can wait for, or when enough of them have come.
    mutating func begin(patientLimit: Int) {
        isRunning = true
        if durableCount > 0 || patient.count >= patientLimit { endPatience() }
        if takesPatient {
            patientCommits += 1
            isBiding = false
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

    var count: Int { waiting.count - head }
    var isEmpty: Bool { head == waiting.count }
    var first: PendingSave? { isEmpty ? nil : waiting[head] }

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
