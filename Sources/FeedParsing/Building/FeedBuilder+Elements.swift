internal import CLibXML2

extension FeedBuilder {
    /// Handles a start tag.
    mutating func startElement(
        _ local: XMLNameCache.Interned,
        prefix: XMLNameCache.Interned?,
        uri: XMLNameCache.Interned?,
        attributes raw: XMLAttributeReader.Raw?,
        attributeCount: Int
    ) {
        if frames.count >= configuration.maximumDepth {
            // Often it is tags of HTML that have no end.
            if !isCleaned { return stopForCleaning() }
            return stopAtLimit("elements are nested deeper than \(configuration.maximumDepth)")
        }
        if attributeCount > configuration.maximumAttributes {
            return stopAtLimit("an element has more than \(configuration.maximumAttributes) attributes")
        }
        var name =
            frames.isEmpty ? openRoot(local, prefix: prefix, uri: uri) : names.element(local, prefix: prefix, uri: uri)
        if prefix == nil, let uri, isStrangeItem(name) { name = adopt(name, uri: uri) }
        if frames.count == 1, name.local == .channel, name.namespace != .rss {
            name = openChannel(name, prefix: prefix, uri: uri)
        }
        if names.learnedCount > configuration.maximumNames {
            return stopAtLimit("there are more than \(configuration.maximumNames) different names")
        }
        if frames.count < Self.outerElements { noteStartTag() }
        if frames.count == itemDepth {
            if isItem(name) { noteItemStart() } else { hasOthersBetweenItems = true }
        }
        let parent = frames.last
        if name.namespace == .xhtml, parent?.mode == .container, ContentNamespace.isField(name.local) {
            name.namespace = root.kind == .atom ? .atom : .rss
        }
        var frame = ElementFrame(
            name: name,
            mode: .skipped,
            scope: parent?.scope ?? .document,
            textStart: text.count
        )
        let attributes: XMLAttributes
        if attributeCount > 0, let raw {
            attributes = attributeReader.read(raw, count: attributeCount, names: &names)
            frame.hasBase = pushBase(attributes)
        } else {
            attributes = XMLAttributes(all: UnsafeBufferPointer(start: nil, count: 0))
        }
        var mode = parent?.mode ?? .container
        if isItem(name), mayBeItem(in: frame.scope, mode) {
            mode = .container
            frame.scope = .channel
            isInMarkup = false
            escapesText = false
        }
        if mode == .text, let parent, isMailbox(parent), AtomNamespace.isPersonPart(name) {
            // An author of RSS is text, but some write it as Atom does.
            mode = .container
            frame.scope = .person
        }
        if mode == .text, let parent, isSource(parent), AtomNamespace.isSourcePart(name) {
            // A source of RSS is text, too, and has elements in it likewise.
            mode = .container
            frame.scope = .source
        }
        switch mode {
        case .container:
            let role = role(of: name, in: frame.scope, attributes)
            if attributes.haveUnread, role != .unread {
                keepElement(
                    local: local,
                    in: name.namespace,
                    prefix: prefix,
                    uri: uri,
                    raw: raw,
                    attributeCount: attributeCount
                )
            }
            open(&frame, as: role, local: local, prefix: prefix, uri: uri, raw: raw, attributeCount: attributeCount)
        case .extensionNode, .skipped:
            open(&frame, as: .unread, local: local, prefix: prefix, uri: uri, raw: raw, attributeCount: attributeCount)
        case .markup, .inline, .text:
            frame.mode = .inline
            if isInMarkup {
                frame.isLeftOut = prefix != nil && isNoHTML(name)
                escapesText = true
            } else if mode == .text, let parent {
                frame.isWritten = attributeCount > 0 && saysMore(local, than: parent)
                // "One<br/>Two" is no word.
                if !frame.isWritten, Self.isVoid(local) { text.append(0x20) }
            }
            if frame.isWritten || (isInMarkup && !frame.isLeftOut) {
                let start = text.count
                writeStartTag(local, raw: raw, attributeCount: attributeCount)
                if hasBaseInsideMarkup(frame) { resolveLinks(from: start) }
            } else if attributeCount > 0 {
                // Only its text goes into the text around it.
                keepElement(
                    local: local,
                    in: name.namespace,
                    prefix: prefix,
                    uri: uri,
                    raw: raw,
                    attributeCount: attributeCount
                )
            }
        }
        frames.append(frame)
    }

    /// Handles an end tag.
    mutating func endElement(_ local: XMLNameCache.Interned) {
        guard let frame = frames.popLast() else { return }
        let known = checkedText
        // What is collected from here on may come to stand in the same place.
        checkedText = CheckedText()
        if holdsSection(frame, local) { return stopForCleaning() }
        switch frame.mode {
        case .container:
            endContainer(frame)
        case .text, .markup:
            fieldIsTaken.pointee = false
            let isChecked = known.range == frame.textStart..<text.count
            let field = FieldText(
                text.bytes(from: frame.textStart),
                taken: fieldIsTaken,
                checked: isChecked ? known : nil
            )
            endText(frame, field)
            if !fieldIsTaken.pointee, !field.isEmpty { keepText(field, of: frame, local) }
            if isInItem, frame.mode == .markup, let base = bases.last { noteBase(base, ofTextIn: frame) }
            // What Atom said about this text does not hold for the next.
            parts.isXHTML = false
            parts.isEncoded = false
            text.truncate(to: frame.textStart)
        case .inline:
            if isInMarkup || frame.isWritten { writeEndTag(local, isLeftOut: frame.isLeftOut) }
        case .extensionNode:
            popExtension(frame)
        case .skipped:
            let field = FieldText(text.bytes(from: frame.textStart))
            if !field.isEmpty { keepText(field, of: frame, local) }
            text.truncate(to: frame.textStart)
        }
        if frame.hasBase { bases.removeLast() }
        if frames.count == itemDepth { noteItemEnd() }
        guard let parent = frames.last else {
            collectsText = false
            rootEnd = parser.map { Int(xmlByteConsumed($0)) }
            return
        }
        // The text of a category may go on behind one that stood in it.
        collectsText = parent.mode != .container || parent.scope == .category
    }

    /// Handles a run of characters, in or out of a CDATA section.
    @inline(__always)
    mutating func characters(_ bytes: UnsafePointer<xmlChar>, count: Int) {
        guard collectsText else { return }
        if escapesText { return appendEscaped(bytes, count: count) }
        if text.count + count > configuration.maximumTextBytes { return cutText(bytes, count: count) }
        text.append(bytes, count: count)
    }

    private mutating func open(
        _ frame: inout ElementFrame,
        as role: ElementRole,
        local: XMLNameCache.Interned,
        prefix: XMLNameCache.Interned?,
        uri: XMLNameCache.Interned?,
        raw: XMLAttributeReader.Raw?,
        attributeCount: Int
    ) {
        switch role {
        case .text:
            frame.mode = .text
            collectsText = true
        case .markup:
            frame.mode = .markup
            isInMarkup = true
            escapesText = parts.isXHTML
            collectsText = true
        case .container(let scope):
            frame.mode = .container
            frame.scope = scope
            collectsText = scope.mayBeText
        case .unread:
            pushExtension(
                local: local,
                in: frame.name.namespace,
                prefix: prefix,
                uri: uri,
                raw: raw,
                attributeCount: attributeCount
            )
            frame.mode = .extensionNode
            collectsText = true
        case .skipped:
            frame.mode = .skipped
            collectsText = true
        }
    }

    /// Whether a section in the text of an element, read or not, was never ended, and goes on into another one.
    @inline(__always)
    private func holdsSection(_ frame: ElementFrame, _ local: XMLNameCache.Interned) -> Bool {
        guard !isCleaned, frame.mode != .container, frame.mode != .inline else { return false }
        let text = text.bytes(from: frame.textStart)
        let name = XMLNameCache.bytes(local)
        if UnendedSection.end(of: name, in: text, 0..<text.count) != nil { return true }
        // In an element of HTML the section was written back as text.
        return frame.mode == .markup && UnendedSection.end(of: name, in: text, 0..<text.count, isEscaped: true) != nil
    }

    /// Text beyond the limit is dropped, not an error: the limit is about memory.
    ///
    /// What is kept ends with a whole character.
    @inline(never)
    private mutating func cutText(_ bytes: UnsafePointer<xmlChar>, count: Int) {
        var room = min(count, max(0, configuration.maximumTextBytes - text.count))
        while room > 0, room < count, bytes[room] & 0xC0 == 0x80 { room -= 1 }
        if room > 0 { text.append(bytes, count: room) }
        collectsText = false
        if !parts.textWasCut {
            parts.textWasCut = true
            warn(.textTooLong, "a text is longer than \(configuration.maximumTextBytes) bytes and was cut")
        }
    }
}
