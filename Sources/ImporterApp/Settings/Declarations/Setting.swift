/// One thing the operator can decide: its name, what it may be, what it is for.
///
/// The settings file, the environment, `config show`, the manual page and the
/// example file are all made from these declarations, so they cannot drift.
package struct Setting: Hashable, Sendable {
    /// What the text of a setting has to be.
    package enum Kind: Hashable, Sendable {
        case text
        case path
        case flag
        case count(ClosedRange<Int>)
        /// A number with `s`, `m`, `h`, `d` or `w`; seconds without one. The range
        /// is in seconds.
        case duration(ClosedRange<Int>)
        /// A number with `KiB`, `MiB` or `GiB`; bytes without one.
        case bytes(ClosedRange<Int>)
        /// Several texts: a YAML list, or texts with commas between them.
        case list
        case choice([String])
    }

    /// Its place in the settings file, such as `transfer.decoded-bytes`.
    package let key: String
    package let kind: Kind
    /// What more is asked of a text, or of each part of a list.
    let form: SettingForm
    /// What holds if nobody decides, as it would be written; nil if that depends.
    package let defaultText: String?
    /// What it is for, in sentences for people.
    package let summary: String
    /// Whether its value is never shown.
    package let isSecret: Bool

    init(
        _ key: String,
        _ kind: Kind,
        _ form: SettingForm = .any,
        default defaultText: String?,
        isSecret: Bool = false,
        _ summary: String
    ) {
        self.key = key
        self.kind = kind
        self.form = form
        self.defaultText = defaultText
        self.isSecret = isSecret
        self.summary = summary
    }

    /// The environment variable that decides it.
    package var environmentName: String {
        "PODIMPORT_" + String(key.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// The names of its place in the settings file, from the outermost on.
    var path: [String] { key.split(separator: ".").map(String.init) }
}

extension Setting.Kind {
    /// What the operator has to write, in words.
    package var expectation: String {
        switch self {
        case .text: "a text"
        case .path: "a path"
        case .flag: "true or false"
        case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .duration(let range):
            "a duration from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)), such as "
                + (range.upperBound > 86_400 ? "90m, 12h or 2d" : "90s, 15m or 1h")
        case .bytes(let range):
            "a size such as 512 KiB, 64 MiB or 1 GiB, at least \(range.lowerBound) and at most \(range.upperBound) bytes"
        case .list: "a list"
        case .choice(let words): "one of " + words.joined(separator: ", ")
        }
    }

    /// Seconds as a duration is written.
    private static func text(_ seconds: Int) -> String {
        let unit = [(86_400, "d"), (3600, "h"), (60, "m")].first { seconds > 0 && seconds % $0.0 == 0 } ?? (1, "s")
        return "\(seconds / unit.0)\(unit.1)"
    }
}
