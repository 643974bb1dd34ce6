import PodcastModel

/// What a setting is, and who said so.
package struct SettingValue: Hashable, Sendable {
    /// Where a value came from, from the strongest to the weakest.
    package enum Source: Hashable, Sendable {
        case commandLine
        case environment(name: String)
        case file(path: String, line: Int)
        case `default`
    }

    package let setting: Setting
    /// As written; nil if nobody said anything and there is no fixed default.
    package let text: String?
    package let source: Source

    /// The value for people: masked if it is a secret.
    package var shown: String? {
        guard let text, setting.isSecret, !text.isEmpty else { return text }
        return "•••"
    }
}

extension SettingValue.Source: CustomStringConvertible {
    package var description: String {
        switch self {
        case .commandLine: "command line"
        case .environment(let name): "environment (\(name))"
        case .file(let path, let line): "\(path):\(line)"
        case .default: "default"
        }
    }
}

/// The value as what it means; each throws ``ImporterAppError`` of the kind
/// `configuration`, saying where the text stands and what was expected.
extension SettingValue {
    /// The text; nil if it is absent or empty.
    var textIfAny: String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    func flag() throws(ImporterAppError) -> Bool {
        switch text?.lowercased() {
        case "1", "true", "yes", "on": true
        case "0", "false", "no", "off": false
        default: throw misfit
        }
    }

    func count() throws(ImporterAppError) -> Int {
        guard let text, let number = Int(text), case .count(let range) = setting.kind, range.contains(number) else {
            throw misfit
        }
        return number
    }

    func seconds() throws(ImporterAppError) -> Int {
        guard let seconds = text.flatMap(AmountParser.seconds(of:)), case .duration(let range) = setting.kind,
            range.contains(seconds)
        else { throw misfit }
        return seconds
    }

    func bytes() throws(ImporterAppError) -> Int {
        guard let bytes = text.flatMap(AmountParser.bytes(of:)), case .bytes(let range) = setting.kind,
            range.contains(bytes)
        else { throw misfit }
        return bytes
    }

    /// The parts of a list, each as `read` understands it.
    ///
    /// They are separated by commas or spaces.
    func list<Part>(read: (String) -> Part?) throws(ImporterAppError) -> [Part] {
        let texts = (text ?? "").split { $0 == "," || $0.isWhitespace }
        let parts = texts.compactMap { read(String($0)) }
        guard parts.count == texts.count else { throw misfit }
        return parts
    }

    /// The text if there is one, and it has the form of its setting.
    func formedText() throws(ImporterAppError) -> String? {
        guard let text = textIfAny else { return nil }
        guard setting.form.isMet(by: text) else { throw misfit }
        return text
    }

    func choice() throws(ImporterAppError) -> String {
        guard let text, case .choice(let words) = setting.kind, words.contains(text) else { throw misfit }
        return text
    }

    /// Checks the text against the kind of the setting.
    func check() throws(ImporterAppError) {
        guard textIfAny != nil else {
            // Empty counts as absent for texts and for what has no default, and is nonsense elsewhere.
            guard source != .default, text != nil, setting.defaultText != nil else { return }
            switch setting.kind {
            case .text, .path, .list: return
            case .flag, .count, .duration, .bytes, .choice: throw misfit
            }
        }
        switch setting.kind {
        case .path: return
        case .text: _ = try formedText()
        case .list: _ = try list { setting.form.isMet(by: $0) ? $0 : nil }
        case .flag: _ = try flag()
        case .count: _ = try count()
        case .duration: _ = try seconds()
        case .bytes: _ = try bytes()
        case .choice: _ = try choice()
        }
    }

    /// The error that the text is not what the setting has to be.
    var misfit: ImporterAppError {
        misfit(expected: setting.form.expectation ?? setting.kind.expectation)
    }

    func misfit(expected: String) -> ImporterAppError {
        // A text of several lines would become as many messages.
        let found = setting.isSecret ? "something else" : "“\((text ?? "").singleLine)”"
        return ImporterAppError(.configuration, "\(source): \(setting.key): expected \(expected), found \(found)")
    }
}
