/// How log lines are written.
package enum LogFormat: String, Sendable, CaseIterable {
    /// For people, one line each.
    case text
    /// One JSON object a line.
    case json
    /// Fields in the journal's own protocol.
    case journald
}
