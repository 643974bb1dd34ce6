extension MarkupCleaner {
    /// Copies characters up to one that stops, or to a limit; at least one.
    ///
    /// What XML does not allow is left out.
    @inline(__always)
    mutating func copy(upTo limit: Int, stop: (UInt8) -> Bool) {
        var start = position
        var index = position
        while index < limit {
            let byte = input[index]
            if byte < 0x80 {
                if stop(byte), index > position { break }
                if byte >= 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D {
                    index += 1
                    continue
                }
                flush(start, index)
                findings.note(.controlCharacters, at: index, "a control character was removed")
                index += 1
                start = index
            } else if byte == 0xEF, isNoncharacter(index) {
                flush(start, index)
                findings.note(.controlCharacters, at: index, "a character XML does not allow was removed")
                index += 3
                start = index
            } else {
                index += 1
            }
        }
        flush(start, index)
        position = index
    }

    /// Copies a reference, or writes the `&` as one.
    ///
    /// - Parameter isInText: Whether it may lack its semicolon, as it must not in an attribute.
    mutating func reference(isInText: Bool) {
        if declaredReference() { return }
        let known =
            isInText
            ? HTMLEntities.reference(inText: input, at: position) : HTMLEntities.reference(in: input, at: position)
        guard let found = known else {
            findings.note(.bareAmpersand, at: position, "an \"&\" that begins no entity was taken literally")
            output.append("&amp;")
            position += 1
            return
        }
        let isNumber = input[position + 1] == 0x23
        if !isNumber, !isPredefined(found) {
            findings.note(.htmlEntity, at: position, "an HTML entity was used without a declaration")
        }
        // Control characters come as spaces, which nobody wrote.
        let isControl = isNumber && found.first == 0x20 && !has("&#32;") && !has("&#x20;")
        if isControl || found.isNothing {
            findings.note(.controlCharacters, at: position, "a reference to no character was removed")
        } else {
            append(found.first)
        }
        if found.second != 0 { append(found.second) }
        position += found.length
    }

    /// Writes the text of an entity that the document declares; false where no reference to one is next.
    private mutating func declaredReference() -> Bool {
        guard let found = entities.reference(in: input, at: position) else { return false }
        entityBytesLeft -= found.text.utf8.count
        guard entityBytesLeft >= 0 else { return false }
        for scalar in found.text.unicodeScalars { append(scalar.value) }
        position += found.length
        return true
    }

    private func isPredefined(_ reference: HTMLEntities.Reference) -> Bool {
        [0x26, 0x3C, 0x3E, 0x22, 0x27].contains(reference.first)
    }

    /// Appends a character that was written as a reference.
    private mutating func append(_ value: UInt32) {
        switch value {
        case 0x26: output.append("&amp;")
        case 0x3C: output.append("&lt;")
        case 0x3E: output.append("&gt;")
        case 0x22: output.append("&quot;")
        case 0x09: output.append("&#9;")
        case 0x0A: output.append("&#10;")
        case 0x0D: output.append("&#13;")
        case 0xFFFE, 0xFFFF:
            findings.note(.controlCharacters, at: position, "a reference to no character was removed")
        default:
            guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else { return }
            for byte in encoded { output.append(byte) }
        }
    }

    private mutating func flush(_ start: Int, _ end: Int) {
        guard end > start, let base = input.baseAddress else { return }
        output.append(base + start, count: end - start)
    }

    /// U+FFFE and U+FFFF.
    private func isNoncharacter(_ index: Int) -> Bool {
        index + 2 < input.count && input[index + 1] == 0xBF && input[index + 2] >= 0xBE
    }
}
