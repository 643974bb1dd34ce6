internal import CLibXML2

/// Markup inside a text: XHTML in Atom, and HTML that an RSS feed forgot to
/// escape. It is written back as it was read.
extension FeedBuilder {
    /// Writes the start tag of an element inside collected markup.
    mutating func writeStartTag(_ tag: XMLStartTag) {
        escapesText = true
        if isOutermostDivision(tag.local) { return }
        text.append(0x3C)
        appendName(tag.local)
        for index in 0..<tag.attributeCount {
            guard let attribute = tag.attribute(at: index) else { continue }
            text.append(0x20)
            if let prefix = attribute.prefix {
                appendName(prefix)
                text.append(0x3A)
            }
            appendName(attribute.local)
            text.append("=\"")
            appendAttribute(attribute.value)
            text.append(0x22)
        }
        text.append(Self.isVoid(tag.local) ? "/>" : ">")
    }

    /// Appends the value of an attribute as HTML writes it.
    private mutating func appendAttribute(_ value: UnsafeBufferPointer<xmlChar>) {
        // libxml2 writes `&` as `&#38;`, and only that.
        var rest = value[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0x22: text.append("&quot;")
            case 0x26:
                text.append("&amp;")
                if rest.starts(with: "#38;".utf8) { rest = rest.dropFirst(4) }
            case 0x3C: text.append("&lt;")
            default: text.append(byte)
            }
        }
    }

    /// Takes a text of Atom for XHTML although it was said to be plain, or nothing was said: no plain text has elements
    /// in it.
    mutating func noteXHTML() {
        guard parts.textType == .plain else { return }
        parts.textType = .html
        parts.isXHTML = true
    }

    /// Whether an element with a prefix, which is not written along, would become one of HTML that it is not: the
    /// paragraph of a word processor, `<o:p>`.
    func isNoHTML(_ name: XMLName) -> Bool {
        switch name.namespace {
        case .xhtml, .rss: false
        case .atom: root.kind != .atom
        default: true
        }
    }

    /// Whether an xml:base inside the markup that is collected holds for an element in it: nobody who shows the markup
    /// knows such a base, and that of a division that is left out is not even written.
    func hasBaseInsideMarkup(_ frame: ElementFrame) -> Bool {
        if bases.isEmpty || frame.hasBase { return frame.hasBase }
        return frames.reversed().prefix { $0.mode == .inline }.contains(where: \.hasBase)
    }

    /// Makes the links of the start tag that was written last absolute.
    mutating func resolveLinks(from start: Int) {
        let tag = String(utf8: text.bytes(from: start))
        guard let base = bases.last, var resolved = RelativeLinks.resolved(in: tag, against: { base }) else { return }
        text.truncate(to: start)
        resolved.withUTF8 { text.append($0) }
    }

    /// Notes what links in the texts of the open item are relative to: an xml:base on one of them is the nearest.
    mutating func noteBase(_ base: String, ofTextIn frame: ElementFrame) {
        if frame.hasBase || item.otherTexts.base == nil { item.otherTexts.base = base }
    }

    /// Whether an element in the text of a field has what the field is for in its attributes, and says it for people in
    /// its own text: `<pubDate><time datetime="…">1 May</time></pubDate>`, `<author><a href="…">Ann</a></author>`.
    ///
    /// Escaped HTML has these tags, too: one is read as the other is.
    func saysMore(_ local: XMLNameCache.Interned, than field: ElementFrame) -> Bool {
        switch field.name.local {
        case .link, .comments, .author, .managingeditor, .webmaster, .creator, .publisher, .person, .name, .email:
            xmlStrcasecmp(local, "a") == 0
        case .pubdate, .lastbuilddate, .date, .published, .updated, .issued, .created, .modified:
            xmlStrcasecmp(local, "time") == 0
        default: false
        }
    }

    /// Writes the end tag of an element inside collected markup.
    mutating func writeEndTag(_ local: XMLNameCache.Interned, isLeftOut: Bool) {
        escapesText = parts.isXHTML || frames.last?.mode == .inline
        if isLeftOut || isOutermostDivision(local) || Self.isVoid(local) { return }
        text.append("</")
        appendName(local)
        text.append(0x3E)
    }

    /// Appends characters with `&`, `<` and `>` written as references.
    @inline(never)
    mutating func appendEscaped(_ bytes: UnsafePointer<xmlChar>, count: Int) {
        guard !parts.textIsFull else { return }
        for byte in UnsafeBufferPointer(start: bytes, count: count) {
            // The last character is whole.
            if text.count >= configuration.maximumTextBytes, byte & 0xC0 != 0x80 { return noteCutText() }
            switch byte {
            case 0x26: text.append("&amp;")
            case 0x3C: text.append("&lt;")
            case 0x3E: text.append("&gt;")
            default: text.append(byte)
            }
        }
    }

    /// RFC 4287 3.1.1.3: the div around XHTML is not part of the content.
    private func isOutermostDivision(_ local: XMLNameCache.Interned) -> Bool {
        guard parts.isXHTML, let outer = frames.last, outer.mode == .markup else { return false }
        return xmlStrEqual(local, "div") == 1 && !ContentNamespace.isWholeXHTML(outer.name.local)
    }

    private mutating func appendName(_ name: XMLNameCache.Interned) {
        text.append(name, count: Int(xmlStrlen(name)))
    }

    static func isVoid(_ local: XMLNameCache.Interned) -> Bool {
        xmlStrcasecmp(local, "br") == 0 || xmlStrcasecmp(local, "hr") == 0 || xmlStrcasecmp(local, "img") == 0
    }
}
