import Testing

/// A way to change a document, its items or what they depend on.
struct DocumentChange: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (inout BlockDocument) -> Void

    init(_ name: String, _ apply: @escaping @Sendable (inout BlockDocument) -> Void) {
        (testDescription, self.apply) = (name, apply)
    }
}

extension DocumentChange {
    /// After each of these the items are not, or may not be, what they were.
    static let all: [DocumentChange] = [
        // The items
        DocumentChange("an edited item") { $0.items[1] = $0.items[1].replacing("more", with: "moor") },
        DocumentChange("an edited last byte") { $0.items[3] = $0.items[3].replacing("audio/mpeg", with: "audio/mpeh") },
        DocumentChange("an item before them") { $0.items.insert(BlockDocument.item(5), at: 0) },
        DocumentChange("an item among them") { $0.items.insert(BlockDocument.item(5), at: 2) },
        DocumentChange("an item after them") { $0.items.append(BlockDocument.item(5)) },
        DocumentChange("no first item") { $0.items.removeFirst() },
        DocumentChange("no last item") { $0.items.removeLast() },
        DocumentChange("no items") { $0.items = [] },
        DocumentChange("another order") { $0.items.swapAt(0, 1) },
        DocumentChange("an item twice") { $0.items.append($0.items[0]) },
        // What stands around them
        DocumentChange("another meaning of a prefix") {
            $0.head = $0.head.replacing("rss/1.0/modules/content", with: "x")
        },
        DocumentChange("a namespace of the channel") {
            $0.head = $0.head.replacing("<channel>", with: "<channel xmlns=\"x\">")
        },
        DocumentChange("a base of the root") {
            $0.head = $0.head.replacing("<rss ", with: "<rss xml:base=\"https://b.example\" ")
        },
        DocumentChange("a base of the channel") {
            $0.head = $0.head.replacing("<channel>", with: "<channel xml:base=\"/b/\">")
        },
        DocumentChange("another page of the show") { $0.head = $0.head.replacing("com/show<", with: "com/show2<") },
        DocumentChange("no page of the show") {
            $0.head = $0.head.replacing("<link>https://example.com/show</link>", with: "")
        },
        DocumentChange("items in an element") {
            $0.head += "<list>"
            $0.tail = "</list>" + $0.tail
        },
        DocumentChange("items in another container") {
            $0.head += "<itunes:owner>"
            $0.tail = "</itunes:owner>" + $0.tail
        },
        // Items and what looks like them elsewhere
        DocumentChange("an item with an odd end tag at the end") { $0.tail = "<item><guid>o</guid></item >" + $0.tail },
        DocumentChange("an item without an end tag at the end") { $0.tail = "<item about=\"o\"/>" + $0.tail },
        DocumentChange("an item in capitals at the end") { $0.tail = "<ITEM><GUID>o</GUID></ITEM>" + $0.tail },
        DocumentChange("an item in capitals at the beginning") { $0.head += "<ITEM><GUID>o</GUID></ITEM>" },
        DocumentChange("an item outside the channel") {
            $0.tail = $0.tail.replacing("</rss>", with: "<item><guid>o</guid></item ></rss>")
        },
        DocumentChange("an item in a comment") { $0.head += "<!-- <item>o</item> -->" },
        DocumentChange("an item in a section") { $0.head += "<description><![CDATA[<item>]]></description>" },
        DocumentChange("an item in an attribute") { $0.head += "<a b='c'/><x y=\"&lt;item>\"/><a b='<item>'/>" },
        DocumentChange("the end of an item in a comment") { $0.tail = "<!-- </item> -->" + $0.tail },
        DocumentChange("all items in a comment") {
            $0.head += "<!--"
            $0.tail = "-->" + $0.tail
        },
        DocumentChange("all items in a section") {
            $0.head += "<description><![CDATA["
            $0.tail = "]]></description>" + $0.tail
            $0.items = $0.items.map { $0.replacing("<![CDATA[", with: "").replacing("]]>", with: "") }
        },
        DocumentChange("an element between items") { $0.items.insert("<copyright>c</copyright>", at: 2) },
        // Damage
        DocumentChange("a bare ampersand before the items") { $0.head += "<copyright>a & b</copyright>" },
        DocumentChange("a bare ampersand after the items") { $0.tail = "<copyright>a & b</copyright>" + $0.tail },
        DocumentChange("an entity that is not declared") { $0.tail = "<copyright>&copy;</copyright>" + $0.tail },
        DocumentChange("a tag that is not closed") { $0.tail = "<copyright>" + $0.tail },
        DocumentChange("a control character") { $0.tail = "\u{1}" + $0.tail },
        DocumentChange("no end") { $0.tail = "" },
        DocumentChange("no end of the root") { $0.tail = "</channel>" },
        DocumentChange("an end in the middle of a tag") { $0.tail = "</chan" },
    ]
}
