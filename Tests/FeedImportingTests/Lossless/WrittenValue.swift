import Foundation
import FoundationXML

/// A text or an attribute of a feed, as a parser that is not podimport's finds it.
struct WrittenValue: CustomStringConvertible {
    /// What a value is said about.
    enum Owner: Hashable {
        case podcast
        case episode(Int)
        case liveItem(Int)
    }

    var owner: Owner
    /// The local names from the root to the element.
    var path: [String]
    /// The local name of the attribute; nil for the text directly inside.
    var attribute: String?
    /// The value on one line.
    var text: String
    /// The attributes of the element by local name.
    var siblings: [String: String]

    var element: String { path.last ?? "" }
    /// What the value is called: the attribute, or the element.
    var name: String { attribute ?? element }
    var description: String {
        "\(owner) \(path.joined(separator: "/"))\(attribute.map { "@" + $0 } ?? ""): \(text.prefix(100))"
    }

    /// Every value of a document, in document order.
    static func all(in document: Data) throws -> [WrittenValue] {
        let parser = XMLParser(data: document)
        let walk = Walk()
        parser.delegate = walk
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
        return walk.values
    }
}

extension String {
    /// Without white space at the ends, and with one space for each run of it.
    var squashed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

private final class Walk: NSObject, XMLParserDelegate {
    private struct Open {
        var owner: WrittenValue.Owner
        var attributes: [String: String]
        var text = ""
    }

    private(set) var values: [WrittenValue] = []
    private var path: [String] = []
    private var open: [Open] = []
    private var episodes = 0
    private var liveItems = 0

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        let named = attributes.filter { !$0.key.hasPrefix("xmlns") }
        path.append(Self.local(name))
        let known = Dictionary(named.map { (Self.local($0.key), $0.value.squashed) }) { first, _ in first }
        open.append(Open(owner: owner(of: name), attributes: known))
        for (key, value) in named.sorted(by: { $0.key < $1.key }) { add(Self.local(key), value) }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        open[open.count - 1].text += text
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        open[open.count - 1].text += String(decoding: block, as: UTF8.self)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        add(nil, open.last?.text ?? "")
        open.removeLast()
        path.removeLast()
    }

    private func add(_ attribute: String?, _ text: String) {
        guard let last = open.last, !text.squashed.isEmpty else { return }
        values.append(
            WrittenValue(
                owner: last.owner,
                path: path,
                attribute: attribute,
                text: text.squashed,
                siblings: last.attributes
            )
        )
    }

    private func owner(of name: String) -> WrittenValue.Owner {
        switch name {
        case "item", "entry":
            episodes += 1
            return .episode(episodes - 1)
        case "podcast:liveItem":
            liveItems += 1
            return .liveItem(liveItems - 1)
        default:
            return open.last?.owner ?? .podcast
        }
    }

    private static func local(_ name: String) -> String {
        String(name.split(separator: ":").last ?? "")
    }
}
