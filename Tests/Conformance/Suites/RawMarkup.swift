import PodcastModel

/// The elements of a channel or an item that have no field of their own.
struct RawMarkup {
    private let elements: [MarkupElement]
    private let texts: Set<String>

    init(_ extensions: Extensions) {
        let all = extensions.sorted { $0.key < $1.key }.flatMap(\.value)
        elements = all
        var texts: Set<String> = []
        Self.collect(all, into: &texts)
        self.texts = texts
    }

    /// The element with a name at a position among those of its name.
    func element(_ name: String, at position: Int) -> MarkupElement? {
        let named = elements.filter { $0.name == name }
        return position < named.count ? named[position] : nil
    }

    /// Whether a value stands in the markup, as a text or as an attribute.
    func keeps(_ value: String) -> Bool { texts.contains(value.onOneLine) }

    private static func collect(_ elements: [MarkupElement], into texts: inout Set<String>) {
        for element in elements {
            if let value = element.value { texts.insert(value.onOneLine) }
            for value in element.attributes.values { texts.insert(value.onOneLine) }
            collect(element.children, into: &texts)
        }
    }
}

extension Fields {
    /// Sets the raw elements a suite expects: `extensions.custom.tag[0].value`.
    mutating func setExtensions(at prefix: String, from markup: RawMarkup, asIn expected: Fields) {
        for name in expected.values.keys where name.hasPrefix("\(prefix)extensions.") {
            let path = name.dropFirst(prefix.count)
            guard let match = path.wholeMatch(of: /extensions\.\w+\.(\w+)\[(\d+)\]\.(value|name|attrs\.(\w+))/),
                let position = Int(match.2), let element = markup.element(String(match.1), at: position)
            else { continue }
            switch match.3 {
            case "value": self[name] = element.value
            case "name": self[name] = element.name
            default: self[name] = match.4.flatMap { element.attributes[String($0)] }
            }
        }
    }
}

extension Fields {
    /// Sets the elements without a namespace that are no elements of RSS.
    mutating func setCustom(_ extensions: Extensions, at prefix: String) {
        for element in extensions["", default: []] where !["category", "enclosure"].contains(element.name) {
            self["\(prefix)custom.\(element.name)"] = element.value
        }
    }
}
