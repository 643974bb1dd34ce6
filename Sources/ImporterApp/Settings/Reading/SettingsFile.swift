import Foundation
import Yams

/// A settings file, taken apart: YAML, with the settings' keys nested at the dots.
struct SettingsFile {
    /// What the file says of one setting.
    struct Entry: Hashable {
        let text: String
        let line: Int
    }

    let path: String
    private(set) var entries: [String: Entry] = [:]
    /// What is wrong, with file, line and key; one line each.
    private(set) var problems: [String] = []

    /// Reads a file.
    ///
    /// - Parameter path: where it is.
    /// - Throws: ``ImporterAppError`` if it cannot be read, or is not YAML.
    init(path: String) throws(ImporterAppError) {
        guard let file = fopen(path, "re") else { throw Self.unreadable(path, String(cString: strerror(errno))) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        // A folder can be opened, and fails here.
        guard ferror(file) == 0 else { throw Self.unreadable(path, String(cString: strerror(errno))) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Self.unreadable(path, "it is not UTF-8")
        }
        try self.init(path: path, text: text)
    }

    init(path: String, text: String) throws(ImporterAppError) {
        self.path = path
        let root: Node?
        do {
            // A byte order mark is allowed (YAML 5.2); libyaml takes the first line for indented by it.
            root = try Yams.compose(yaml: String(text.unicodeScalars.trimmingPrefix(["\u{FEFF}"])))
        } catch {
            throw ImporterAppError(.configuration, path + Self.complaint(error))
        }
        guard let root, root != Node("", Tag(.null)) else { return }
        collect(root, under: [])
    }

    private mutating func collect(_ node: Node, under path: [String]) {
        guard let mapping = node.mapping else {
            // A file of comments alone has a null in it.
            if path.isEmpty, node.null != nil { return }
            return misfit(node, path, expected: "settings of the form “key: value”")
        }
        for (name, value) in mapping {
            guard let word = name.string else {
                misfit(name, path, expected: "the name of a setting")
                continue
            }
            let place = path + [word]
            let key = place.joined(separator: ".")
            if let setting = Setting.all.first(where: { $0.key == key }) {
                take(value, for: setting, named: name)
            } else if Setting.all.contains(where: { $0.key.hasPrefix(key + ".") }) {
                // A heading with nothing under it decides nothing.
                if value.null == nil { collect(value, under: place) }
            } else {
                problems.append(
                    "\(self.path):\(line(of: name)): \(UnknownSetting.message(key, among: Self.names))"
                )
            }
        }
    }

    private mutating func take(_ node: Node, for setting: Setting, named name: Node) {
        guard let text = text(of: node, for: setting) else { return }
        let entry = Entry(text: text, line: line(of: name))
        // YAML knows “host.spacing” and “spacing” under “host” for different names, and reads both.
        guard entries.updateValue(entry, forKey: setting.key) != nil else { return }
        problems.append("\(path):\(entry.line): “\(setting.key)” stands there more than once")
    }

    /// All that may stand before a colon: the settings, and the headings that they stand under.
    private static let names =
        Setting.all.map(\.key)
        + Set(Setting.all.map { $0.path.dropLast().joined(separator: ".") }).subtracting([""]).sorted()

    private mutating func text(of node: Node, for setting: Setting) -> String? {
        if let scalar = node.scalar { return node.null == nil ? scalar.string : "" }
        guard setting.kind == .list, let sequence = node.sequence else {
            misfit(node, setting.path, expected: setting.kind.expectation)
            return nil
        }
        var texts: [String] = []
        for element in sequence {
            guard let scalar = element.scalar else {
                misfit(element, setting.path, expected: "a text")
                return nil
            }
            texts.append(scalar.string)
        }
        return texts.joined(separator: ",")
    }

    private func line(of node: Node) -> Int { node.mark?.line ?? 1 }

    private mutating func misfit(_ node: Node, _ path: [String], expected: String) {
        let key = path.isEmpty ? "" : path.joined(separator: ".") + ": "
        problems.append("\(self.path):\(line(of: node)): \(key)expected \(expected)")
    }
}

extension SettingsFile {
    private static func unreadable(_ path: String, _ reason: String) -> ImporterAppError {
        ImporterAppError(.configuration, "\(path): the settings file cannot be read: \(reason)")
    }

    /// What the YAML parser says, in one line and without the text that it
    /// stumbled over, which may be a secret.
    private static func complaint(_ error: any Error) -> String {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            ":\(mark.line):\(mark.column): not YAML: \(problem)"
        case .reader(let problem, _, _, _): ": not YAML: \(problem)"
        case .duplicatedKeysInMapping(let keys, let context):
            ":\(context.mark.line): \(keys.map { "“\($0)”" }.joined(separator: ", ")) stands there more than once"
        default: ": not YAML"
        }
    }
}
