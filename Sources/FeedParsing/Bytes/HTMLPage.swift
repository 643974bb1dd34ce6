/// Recognises web pages that were served instead of a feed.
enum HTMLPage {
    /// Whether a root element is one of HTML.
    static func isElement(_ name: String) -> Bool {
        [
            "html", "head", "body", "title", "meta", "script", "div", "p", "br", "b", "h1", "h2", "pre", "center",
            "table",
        ]
        .contains(name)
    }

    /// The title of the page, so that people see what came instead: often a
    /// login or a "not found".
    static func title(_ scanner: MarkupScanner) -> String? {
        let beginning = scanner.bytes.prefix(scanner.position + (64 << 10))
        var scanner = MarkupScanner(UnsafeBufferPointer(rebasing: beginning), at: scanner.position)
        while let start = scanner.find("<", from: scanner.position) {
            scanner.position = start
            guard scanner.tagName() == "title" else {
                scanner.position += 1
                continue
            }
            scanner.skip(past: ">")
            let end = scanner.find("<", from: scanner.position) ?? scanner.end
            let text = UnsafeBufferPointer(rebasing: scanner.bytes[scanner.position..<min(end, scanner.position + 200)])
            return FieldText(text).title
        }
        return nil
    }
}
