internal import CLibXML2

/// Elements that nothing reads, kept as trees: nothing that a publisher wrote
/// is lost.
extension FeedBuilder {
    /// Opens a node for an unread element.
    mutating func pushExtension(_ tag: XMLStartTag, in namespace: XMLNamespace) {
        let hasRoom = countExtension(Allowance.Weight.extensionNode)
        var node = ParsedExtension(
            namespace: names.uri(of: namespace, prefix: tag.prefix, uri: tag.uri),
            name: string(tag.local),
            value: nil
        )
        if hasRoom {
            for index in 0..<tag.attributeCount {
                guard let attribute = tag.attribute(at: index) else { continue }
                guard countExtension(Allowance.Weight.extensionAttribute) else { break }
                let local = string(attribute.local)
                let name = attribute.prefix.map { string($0) + ":" + local } ?? local
                let value = Self.withAmpersands(String(utf8: attribute.value))
                node.attributes.append(ParsedExtension.Attribute(name: name, value: value))
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
        guard !extensionsAreFull else { return }
        // Not by the nodes that are open: an item may stand inside one.
        if frames.last?.mode == .extensionNode, !extensionNodes.isEmpty {
            extensionNodes[extensionNodes.count - 1].children.append(node)
        } else {
            addExtension(node)
        }
    }

    // MARK: - Elements that are read

    /// Keeps an element that is read, but has an attribute nothing reads: all its
    /// attributes, so that it can be told from others.
    @inline(never)
    mutating func keepElement(_ tag: XMLStartTag, in namespace: XMLNamespace) {
        pushExtension(tag, in: namespace)
        guard let node = extensionNodes.popLast(), !extensionsAreFull else { return }
        // As a picture that is not the best it was kept when it was read.
        if let last = keptExtensions.last, last.isTold(by: node) {
            if isInItem { item.extensions.removeLast() } else { channel.extensions.removeLast() }
        }
        addExtension(node)
    }

    /// What the open item or the channel keeps.
    private var keptExtensions: [ParsedExtension] { isInItem ? item.extensions : channel.extensions }

    /// Keeps the text of an element that is known, when its field has another
    /// already or cannot hold it.
    @inline(never)
    mutating func keepText(_ field: FieldText, of frame: ElementFrame, _ local: XMLNameCache.Interned) {
        keep(string(local), field.string, in: frame.name.namespace)
    }

    /// Keeps what an element said that no field has.
    mutating func keep(
        _ name: String,
        _ value: String?,
        _ attributes: [(name: String, value: String?)] = [],
        in namespace: XMLNamespace
    ) {
        guard countExtension(Allowance.Weight.extensionNode) else { return }
        let present = attributes.compactMap { attribute in
            attribute.value.map { ParsedExtension.Attribute(name: attribute.name, value: $0) }
        }
        guard value != nil || !present.isEmpty else { return }
        let node = ParsedExtension(namespace: namespace.uri, name: name, value: value, attributes: present)
        // It may have been kept for an attribute that nothing reads. However many there are, few are looked at.
        if value == nil, keptExtensions.suffix(32).contains(where: node.isTold) { return }
        addExtension(node)
    }

    /// Counts one more node or attribute; false when there are enough.
    private mutating func countExtension(_ weight: Int) -> Bool {
        guard !extensionsAreFull else { return false }
        extensionCount += 1
        if extensionCount > configuration.maximumExtensionElements {
            extensionsAreFull = true
            warn(
                .limitReached,
                "more than \(configuration.maximumExtensionElements) unknown elements and attributes; the rest of them was"
                    + " left out"
            )
        } else if !weigh(weight) {
            extensionsAreFull = true
        }
        return !extensionsAreFull
    }

    /// Adds a node to the item or channel it stands in; one from inside an
    /// element that is read stays inside one of that name.
    private mutating func addExtension(_ node: ParsedExtension) {
        var node = node
        if let around = frames.last?.scope.surrounding {
            node = ParsedExtension(namespace: around.namespace.uri, name: around.name, children: [node])
        }
        if isInItem {
            item.extensions.append(node)
        } else {
            channel.extensions.append(node)
        }
    }

    private func string(_ name: XMLNameCache.Interned) -> String {
        String(utf8: XMLNameCache.bytes(name))
    }

    /// libxml2 writes `&` in attributes as `&#38;`, and only that.
    private static func withAmpersands(_ value: String) -> String {
        guard value.utf8.contains(0x26) else { return value }
        return value.split(separator: "&#38;", omittingEmptySubsequences: false).joined(separator: "&")
    }
}
