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

    /// Reads and checks a file.
    ///
    /// - Parameter path: where it is.
    /// - Throws: ``ImporterAppError`` that names file, line and key.
    init(path: String) throws(ImporterAppError) {
        let text: String
        do {
            text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        } catch {
            throw ImporterAppError(
                .configuration,
                "\(path): the settings file cannot be read (\(error.localizedDescription))"
            )
        }
        try self.init(path: path, text: text)
    }

    init(path: String, text: String) throws(ImporterAppError) {
        self.path = path
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            throw ImporterAppError(.configuration, "\(path): not YAML: \(error)")
        }
        guard let root, root != Node("", Tag(.null)) else { return }
        try collect(root, under: [])
    }

    private mutating func collect(_ node: Node, under path: [String]) throws(ImporterAppError) {
        guard let mapping = node.mapping else {
            // A file of comments alone has a null in it.
            if path.isEmpty, node.null != nil { return }
            throw misfit(node, path, expected: "settings of the form “key: value”")
        }
        for (name, value) in mapping {
            guard let word = name.string else { throw misfit(name, path, expected: "the name of a setting") }
            let place = path + [word]
            let key = place.joined(separator: ".")
            if let setting = Setting.all.first(where: { $0.key == key }) {
                entries[key] = Entry(text: try text(of: value, for: setting), line: line(of: name))
            } else if Setting.all.contains(where: { $0.key.hasPrefix(key + ".") }) {
                // A heading with nothing under it decides nothing.
                if value.null == nil { try collect(value, under: place) }
            } else {
                throw ImporterAppError(
                    .configuration,
                    "\(self.path):\(line(of: name)): \(UnknownSetting.message(key, among: Setting.all.map(\.key)))"
                )
            }
        }
    }

    private func text(of node: Node, for setting: Setting) throws(ImporterAppError) -> String {
        if let scalar = node.scalar { return node.null == nil ? scalar.string : "" }
        guard setting.kind == .list, let sequence = node.sequence else {
            throw misfit(node, setting.path, expected: setting.kind.expectation)
        }
        var texts: [String] = []
        for element in sequence {
            guard let scalar = element.scalar else { throw misfit(element, setting.path, expected: "a text") }
            texts.append(scalar.string)
        }
        return texts.joined(separator: ",")
    }

    private func line(of node: Node) -> Int { node.mark?.line ?? 1 }

    private func misfit(_ node: Node, _ path: [String], expected: String) -> ImporterAppError {
        let key = path.isEmpty ? "" : path.joined(separator: ".") + ": "
        return ImporterAppError(.configuration, "\(self.path):\(line(of: node)): \(key)expected \(expected)")
    }
}
