/// What the namespaces share: from the text of an element or attribute to its
/// value.
extension FeedBuilder {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// What relative URLs are resolved against here: the nearest xml:base, else
    /// the document's own URL, else the site of the show.
    var base: String? { bases.last ?? documentBase ?? channel.link }

    /// Notes the xml:base of an element; tells whether it has one.
    mutating func pushBase(_ attributes: XMLAttributes) -> Bool {
        guard attributes.hasXML, let value = attributes.xml(.base),
            let base = URLReference.base(value, within: bases.last ?? documentBase)
        else { return false }
        bases.append(base)
        return true
    }

    /// A URL made absolute; nil when there is none.
    @inline(__always)
    func url(_ bytes: Bytes?) -> String? {
        guard let bytes else { return nil }
        // Nearly every one is: the base is not even looked for.
        if let whole = URLReference.whole(bytes) { return whole }
        let parser = parser
        return URLReference.resolved(bytes, against: base) { Self.startTag(before: parser) }
    }

    /// A URL written as text where people write other things too: nil when a
    /// quotation mark or an angle bracket is in it, or white space, unless it
    /// is a whole address.
    ///
    /// What is none is left, to be kept.
    func address(_ field: FieldText) -> String? {
        let bytes = field.bytes
        let mayHaveSpaces = URLReference.isHTTP(bytes)
        let isAddress = bytes.allSatisfy {
            ($0 > 0x20 || mayHaveSpaces) && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E
        }
        let address = isAddress ? url(bytes) : nil
        if address == nil { field.leave() }
        return address
    }

    /// The address of a page that is the text of an element, or that of the link which somebody wrote there:
    /// `<a href="https://…">`, which is kept, for it says more.
    ///
    /// Words are none: "No comments".
    @inline(__always)
    func page(_ field: FieldText) -> String? {
        let bytes = field.bytes
        guard !Self.areWords(ASCIIText.trimmed(bytes)) else {
            field.leave()
            return nil
        }
        let isMarkup = ASCIIText.contains(0x3C, in: bytes) && !URLReference.isHTTP(bytes)
        let page = isMarkup ? MailboxMarkup(String(utf8: bytes))?.page : url(bytes)
        if page == nil || isMarkup { field.leave() }
        return page
    }

    /// Whether there are several words, and nothing that is in an address.
    private static func areWords(_ text: Bytes) -> Bool {
        ASCIIText.contains(0x20, in: text) && !text.contains { [0x2E, 0x2F, 0x3A, 0x3C, 0x3F].contains($0) }
    }

    /// An address; nil unless it is a whole one, as that must be to which a feed has moved (http polling A4 48).
    ///
    /// The text is left then.
    func wholeAddress(_ field: FieldText) -> String? {
        let address = URLReference.isHTTP(ASCIIText.trimmed(field.bytes)) ? url(field.bytes) : nil
        if address == nil { field.leave() }
        return address
    }

    /// A trimmed text; nil when empty.
    func string(_ bytes: Bytes?) -> String? {
        guard let bytes else { return nil }
        return FieldText(bytes).string
    }

    /// A trimmed text in lower case; nil when empty.
    func word(_ bytes: Bytes?) -> String? {
        string(bytes)?.lowercased()
    }

    /// A date, with a warning when it cannot be read or cannot be true, unless that was said before.
    mutating func date(_ field: FieldText, warns: Bool = true) -> Int64? {
        guard !field.isEmpty else { return nil }
        switch FeedDate.read(field.bytes) {
        case .date(let seconds):
            return seconds
        case .suspicious where !warns, .unparsable where !warns:
            return nil
        case .suspicious:
            warn(.suspiciousDate, "the date \"\(field.quotation)\" cannot be true and was ignored")
        case .unparsable:
            warn(.invalidDate, "the date \"\(field.quotation)\" could not be read")
        }
        return nil
    }

    /// Takes what stands in itunes:owner or an author of Atom itself for a mailbox, if there is nothing else in it.
    @inline(never)
    mutating func endMailboxText(_ frame: ElementFrame) {
        let field = FieldText(text.bytes(from: frame.textStart))
        if parts.contact.isEmpty, !field.isEmpty {
            parts.contact = ParsedContact(MailboxText(field.bytes))
        }
        text.truncate(to: frame.textStart)
    }
}
