/// Takes the tags out of HTML and decodes its references once.
struct MarkupStripper {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let keepsLines: Bool
    private let separatesTags: Bool
    private let lastCommentEnd: Int
    private var output: [UInt8] = []
    private var isInDrawing = false

    /// The text without markup, as UTF-8.
    ///
    /// With `keepsLines` the blocks of the document become lines; without, every tag that separates words is a space,
    /// and with `separatesTags` any tag.
    static func strip(
        _ bytes: UnsafeBufferPointer<UInt8>,
        keepsLines: Bool,
        separatesTags: Bool = false
    ) -> [UInt8] {
        var stripper = MarkupStripper(bytes: bytes, keepsLines: keepsLines, separatesTags: separatesTags)
        stripper.output.reserveCapacity(bytes.count)
        stripper.run()
        return stripper.output
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, keepsLines: Bool, separatesTags: Bool) {
        self.bytes = bytes
        self.keepsLines = keepsLines
        self.separatesTags = separatesTags
        lastCommentEnd = MarkupTag.lastCommentEnd(in: bytes)
    }
}

extension MarkupStripper {
    private mutating func run() {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x3C, let tag = tag(at: index), let effect = effect(of: tag) {
                index = tag.end
                if effect == .raw, !tag.isClosing { index = endOfRawElement(tag.name, from: index) }
                emit(effect, isClosing: tag.isClosing)
            } else if byte == 0x26, let reference = HTMLEntities.reference(inText: bytes, at: index) {
                if reference.first == 0xA0 || (1...0x20).contains(reference.first) {
                    emitSpace()
                } else if reference.first != 0x200B, reference.first != 0xFEFF {
                    MarkupText.append(reference, to: &output)
                }
                index += reference.length
            } else {
                let space = ASCIIText.textSpaceLength(bytes, at: index, end: bytes.count)
                if space > 0 {
                    if !ASCIIText.isZeroWidth(bytes, at: index, length: space) { emitSpace() }
                    index += space
                } else {
                    index = copyRun(from: index)
                }
            }
        }
        while let last = output.last, last <= 0x20 { output.removeLast() }
    }

    private func tag(at index: Int) -> MarkupTag? {
        MarkupTag(bytes, at: index, lastCommentEnd: lastCommentEnd)
    }

    /// What a tag does to the text.
    ///
    /// In a drawing the names that HTML does not have are those of its shapes: `<path>`.
    private mutating func effect(of tag: MarkupTag) -> MarkupElements.Effect? {
        guard let effect = tag.effect else { return isInDrawing ? .inline : nil }
        if tag.name == "svg" {
            isInDrawing = !tag.isClosing && bytes[tag.end - 2] != 0x2F
        } else if effect == .line || effect == .paragraph || effect == .item {
            // A block of HTML ends a drawing that was left open.
            isInDrawing = false
        }
        return effect
    }

    /// Copies bytes up to the next one that may be white space, markup or a reference.
    private mutating func copyRun(from start: Int) -> Int {
        var end = start + 1
        while end < bytes.count {
            let byte = bytes[end]
            if byte <= 0x20 || byte == 0x3C || byte == 0x26 || byte >= 0xC2 { break }
            end += 1
        }
        output.append(contentsOf: bytes[start..<end])
        return end
    }

    /// The index behind `</script>`: what stands inside is a program, not text.
    ///
    /// Only end tags are looked at: each of many comments in there would be a search for its end.
    private func endOfRawElement(_ name: String, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            if bytes[index] == 0x3C, index + 1 < bytes.count, bytes[index + 1] == 0x2F, let tag = tag(at: index),
                tag.name == name
            {
                return tag.end
            }
            index += 1
        }
        return bytes.count
    }

    private mutating func emit(_ effect: MarkupElements.Effect, isClosing: Bool) {
        switch effect {
        case .inline, .raw: if separatesTags { emitSpace() }
        case .space: emitSpace()
        case .line: emitLines(1)
        case .paragraph: emitLines(2)
        case .item:
            emitLines(1)
            if keepsLines, !isClosing { output.append(contentsOf: [0x20, 0x2A, 0x20]) }
        }
    }

    /// At least so many line ends here, unless nothing stands before them.
    private mutating func emitLines(_ count: Int) {
        guard keepsLines else { return emitSpace() }
        while output.last == 0x20 { output.removeLast() }
        guard !output.isEmpty else { return }
        var present = 0
        while present < 2, output.count > present, output[output.count - 1 - present] == 0x0A { present += 1 }
        while present < count {
            output.append(0x0A)
            present += 1
        }
    }

    private mutating func emitSpace() {
        guard let last = output.last, last > 0x20 else { return }
        output.append(0x20)
    }
}
