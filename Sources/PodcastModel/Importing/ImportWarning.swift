/// Something in a feed or its import that was repaired, ignored or decided.
package struct ImportWarning: Hashable, Sendable, Codable {
    /// A short, stable word such as `bare-ampersand`.
    package let kind: String
    /// The line of the document, counted from 1, if the warning is about one.
    package let line: Int?
    package let detail: String

    package init(kind: String, line: Int? = nil, detail: String) {
        self.kind = kind
        self.line = line
        self.detail = detail
    }

    /// Whether it is about an address at which the feed may be found, for the user to decide on.
    package var isProposal: Bool { ["found-elsewhere", "move-needs-you"].contains(kind) }

    /// Says why a feed was not asked.
    package init(_ reason: DueReason) {
        self.init(kind: reason.rule, detail: reason.detail)
    }
}
