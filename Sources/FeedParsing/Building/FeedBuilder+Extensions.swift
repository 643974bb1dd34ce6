internal import CLibXML2

/// Elements that nothing reads, kept as trees: nothing that a publisher wrote
/// is lost.
extension FeedBuilder {
    /// Opens a node for an unread element.
    mutating func pushExtension(
        local: XMLNameCache.Interned,
        prefix: XMLNameCache.Interned?,
        uri: XMLNameCache.Interned?,
        raw: XMLAttributeReader.Raw?,
        attributeCount: Int
    ) {
        extensionCount += 1
        if extensionCount == configuration.maximumExtensionElements + 1 {
            warn(
                .limitReached,
                "more than \(configuration.maximumExtensionElements) unknown elements; the rest of them was left out"
            )
        }
        var node = ParsedExtension(
            namespace: string(uri ?? prefix),
            name: string(local),
            value: nil
        )
        if extensionCount <= configuration.maximumExtensionElements {
            for index in 0..<attributeCount {
                guard let field = raw.map({ $0 + index * 5 }), let start = field[3], let end = field[4] else {
                    continue
                }
                let name = field[1].map { string($0) + ":" + string(field[0]) } ?? string(field[0])
                let value = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
                node.attributes.append(
                    ParsedExtension.Attribute(name: name, value: Self.withAmpersands(value))
                )
            }
        }
        extensionNodes.append(node)
    }

    /// Closes the innermost node and hands it to its parent, or to the item or
    /// channel it stands in.
    mutating func popExtension(_ frame: ElementFrame) {
        guard var node = extensionNodes.popLast() else { return }
        node.value = FieldText(text.bytes(from: frame.textStart)).string
        text.truncate(to: frame.textStart)
        guard extensionCount <= configuration.maximumExtensionElements else { return }
        // Not by the nodes that are open: an item may stand inside one.
        if frames.last?.mode == .extensionNode, !extensionNodes.isEmpty {
            extensionNodes[extensionNodes.count - 1].children.append(node)
        } else if isInItem {
            item.extensions.append(node)
        } else {
            channel.extensions.append(node)
        }
    }

    private func string(_ name: XMLNameCache.Interned?) -> String {
        guard let name else { return "" }
        return String(decoding: XMLNameCache.bytes(name), as: UTF8.self)
    }

    /// libxml2 writes `&` in attributes as `&#38;`, and only that.
    private static func withAmpersands(_ value: String) -> String {
        guard value.utf8.contains(0x26) else { return value }
        return value.split(separator: "&#38;", omittingEmptySubsequences: false).joined(separator: "&")
    }
}
