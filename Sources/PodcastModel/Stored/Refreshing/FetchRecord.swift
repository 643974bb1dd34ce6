/// What happened when a feed was asked, as `subscription explain` shows it.
package struct FetchRecord: Hashable, Sendable {
    /// One hop of a redirect chain.
    package struct Redirect: Hashable, Sendable, Codable {
        package let status: Int
        package let location: String

        package init(status: Int, location: String) {
            self.status = status
            self.location = location
        }
    }

    package var at: Timestamp
    /// The HTTP status of the last answer; nil if there was none.
    package var status: Int?
    /// Bytes received.
    package var bytes: Int64 = 0
    /// What became of it: an ``ImportOutcome/Word``, as it is stored.
    package var outcome: String
    /// The conditions that were sent, by header name.
    package var sent: HeaderFields = [:]
    /// What was received of interest, by header name.
    package var received: HeaderFields = [:]
    package var redirects: [Redirect] = []
    /// Seconds spent in each phase, by its name.
    package var seconds: [String: Double] = [:]
    package var errorKind: ImportFailure.Kind?
    package var errorMessage: String?

    package init(at: Timestamp, outcome: String) {
        self.at = at
        self.outcome = outcome
    }
}

extension FetchRecord: Encodable {
    private enum CodingKeys: String, CodingKey {
        case at, status, bytes, outcome, sent, received, redirects, seconds, error
    }

    /// Writes the fields under the names of `subscription explain`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(at, forKey: .at)
        try container.encode(status, forKey: .status)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(outcome, forKey: .outcome)
        try container.encode(sent, forKey: .sent)
        try container.encode(received, forKey: .received)
        try container.encode(redirects, forKey: .redirects)
        try container.encode(seconds, forKey: .seconds)
        let error = errorKind.map { Subscription.LastError(kind: $0, message: errorMessage ?? "") }
        try container.encode(error, forKey: .error)
    }
}
