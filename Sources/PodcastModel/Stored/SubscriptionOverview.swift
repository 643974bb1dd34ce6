/// How the subscriptions of a store are doing, in numbers.
package struct SubscriptionOverview: Hashable, Sendable {
    /// How many there are in each state; states without any are left out.
    package let states: [SubscriptionState: Int]
    /// How many are due, with nobody working on them.
    package let due: Int
    /// How many some process is working on.
    package let inFlight: Int
    /// How many failed at the last attempt.
    package let failing: Int
    package let nextDueAt: Timestamp?
    package let lastAttemptAt: Timestamp?
    package let lastSuccessAt: Timestamp?

    package init(
        states: [SubscriptionState: Int],
        due: Int,
        inFlight: Int,
        failing: Int,
        nextDueAt: Timestamp?,
        lastAttemptAt: Timestamp?,
        lastSuccessAt: Timestamp?
    ) {
        self.states = states
        self.due = due
        self.inFlight = inFlight
        self.failing = failing
        self.nextDueAt = nextDueAt
        self.lastAttemptAt = lastAttemptAt
        self.lastSuccessAt = lastSuccessAt
    }
}

extension SubscriptionOverview: Encodable {
    private enum CodingKeys: String, CodingKey {
        case states, due, inFlight, failing, nextDueAt, lastAttemptAt, lastSuccessAt
    }

    private struct StateKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ state: SubscriptionState) { stringValue = state.rawValue }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Writes one object; `states` names every state.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var counts = container.nestedContainer(keyedBy: StateKey.self, forKey: .states)
        for state in SubscriptionState.allCases { try counts.encode(states[state] ?? 0, forKey: StateKey(state)) }
        try container.encode(due, forKey: .due)
        try container.encode(inFlight, forKey: .inFlight)
        try container.encode(failing, forKey: .failing)
        try container.encode(nextDueAt, forKey: .nextDueAt)
        try container.encode(lastAttemptAt, forKey: .lastAttemptAt)
        try container.encode(lastSuccessAt, forKey: .lastSuccessAt)
    }
}
