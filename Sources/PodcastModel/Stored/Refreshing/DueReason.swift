/// One of the rules that decided when a feed is asked next.
package struct DueReason: Hashable, Sendable {
    package let rule: Rule
    package let detail: String
    /// The moment before which this rule forbids asking.
    package let notBefore: Timestamp?

    package init(rule: Rule, detail: String, notBefore: Timestamp? = nil) {
        self.rule = rule
        self.detail = detail
        self.notBefore = notBefore
    }

    /// Whether the feed's server has said so: a failure, or a wish, does not take it back (http polling A2 19, A3 39).
    package var isOfServer: Bool { rule == .maxAge || rule == .expires || rule == .retryAfter }
}

extension DueReason {
    // MARK: - Details of ``Rule/changed``

    /// Somebody, or the feed itself, has moved it.
    package static let otherAddress = "it has another address now"

    /// It was given others, or they were taken away.
    package static let otherCredentials = "it has other credentials now"
}

/// The form in which it is stored and printed.
///
/// By hand, for it is read for each feed that fails: left to the compiler, the word would take a decoder of its own.
extension DueReason: Codable {
    private enum CodingKeys: String, CodingKey {
        case rule, detail, notBefore
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        rule = Rule(rawValue: try container.decode(String.self, forKey: .rule))
        detail = try container.decode(String.self, forKey: .detail)
        notBefore = try container.decodeIfPresent(Timestamp.self, forKey: .notBefore)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rule.rawValue, forKey: .rule)
        try container.encode(detail, forKey: .detail)
        try container.encodeIfPresent(notBefore, forKey: .notBefore)
    }
}
