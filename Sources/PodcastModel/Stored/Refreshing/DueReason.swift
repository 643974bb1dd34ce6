/// One of the rules that decided when a feed is asked next.
package struct DueReason: Hashable, Sendable, Codable {
    /// A short, stable word such as `max-age` or `back-off`.
    package let rule: String
    package let detail: String
    /// The moment before which this rule forbids asking.
    package let notBefore: Timestamp?

    package init(rule: String, detail: String, notBefore: Timestamp? = nil) {
        self.rule = rule
        self.detail = detail
        self.notBefore = notBefore
    }

    /// Whether the feed's server has said so: a failure, or a wish, does not take it back (http polling A2 19, A3 39).
    package var isOfServer: Bool { ["max-age", "expires", "retry-after"].contains(rule) }
}
