internal import CLibXML2

extension FeedBuilder {
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
            parts.textType = .unspecified
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
}
