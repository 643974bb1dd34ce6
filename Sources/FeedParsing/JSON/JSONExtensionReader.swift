/// Keeps values that JSON Feed does not define, as trees like those of unknown
/// elements.
struct JSONExtensionReader {
    /// Reads any value under a key.
    ///
    /// The entries of an array are its children, each with the key as its name.
    ///
    /// - Returns: The value as a tree; nil when there are enough of them.
    func node(_ key: String, _ scanner: inout JSONScanner) throws(JSONScanner.Failure) -> ParsedExtension? {
        guard scanner.treeBudget > 0, scanner.allowance.take(Allowance.Weight.extensionNode) else {
            scanner.treeBudget = 0
            try scanner.skip()
            return nil
        }
        scanner.treeBudget -= 1
        var node = ParsedExtension(namespace: JSONFeedReader.extensionNamespace, name: key, value: nil)
        switch try scanner.peek() {
        case 0x7B:
            try scanner.object { scanner, name throws(JSONScanner.Failure) in
                if let child = try self.node(name, &scanner) { node.children.append(child) }
            }
        case 0x5B:
            try scanner.array { scanner throws(JSONScanner.Failure) in
                if let child = try self.node(key, &scanner) { node.children.append(child) }
            }
        default:
            node.value = try scanner.scalar()?.text
        }
        return node
    }
}

extension ParsedExtension {
    /// The value inside one of another key.
    func inside(_ key: String) -> ParsedExtension {
        ParsedExtension(namespace: namespace, name: key, children: [self])
    }
}
