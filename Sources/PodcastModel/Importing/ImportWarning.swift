/// Something in a feed or its import that was repaired, ignored or decided.
package struct ImportWarning: Hashable, Sendable, Codable {
    package let kind: Kind
    /// The line of the document, counted from 1, if the warning is about one.
    package let line: Int?
    package let detail: String

    package init(kind: Kind, line: Int? = nil, detail: String) {
        self.kind = kind
        self.line = line
        self.detail = detail
    }

    /// Whether it is about an address at which the feed may be found, for the user to decide on.
    package var isProposal: Bool { kind == .foundElsewhere || kind == .moveNeedsYou }

    /// Says why a feed was not asked, by the rule for which it waits.
    ///
    /// - Parameters:
    ///   - reason: what it waits for.
    ///   - detail: what to say of it; nil for what the rule says.
    package init(_ reason: DueReason, detail: String? = nil) {
        self.init(kind: Kind(rawValue: reason.rule.rawValue), detail: detail ?? reason.detail)
    }
}
