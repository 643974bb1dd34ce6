import Foundation

/// The scalars of a text as a search compares them, each with the place of what
/// it was made from.
///
/// One letter can become several (`ß`), or none (a mark). What a text looks like
/// to a search depends on nothing but the text: it is the same for what is
/// indexed and what is asked. Whoever changes what comes out of this, or how
/// ``SearchWords`` cuts it, raises ``SearchStore/textVersion``.
struct FoldedScalars: Sequence, IteratorProtocol {
    struct Element {
        let scalar: Unicode.Scalar
        let source: Range<String.Index>
    }

    private let scalars: String.UnicodeScalarView
    private var index: String.Index
    private var source: Range<String.Index>
    /// What is still to come of the source, the last first.
    private var pending: [Unicode.Scalar] = []

    init(_ text: some StringProtocol) {
        scalars = String(text).unicodeScalars
        index = scalars.startIndex
        source = index..<index
    }

    mutating func next() -> Element? {
        while true {
            if let scalar = pending.popLast() { return Element(scalar: scalar, source: source) }
            guard index < scalars.endIndex else { return nil }
            let scalar = scalars[index]
            let start = index
            scalars.formIndex(after: &index)
            source = start..<index
            if scalar.isASCII { return Element(scalar: scalar, source: source) }
            if index < scalars.endIndex, Self.composes(scalar, scalars[index]) {
                compose()
                continue
            }
            switch LetterFolding.folded(scalar) {
            case .same: return Element(scalar: scalar, source: source)
            case .one(let folded): return Element(scalar: folded, source: source)
            case .several(let folded): pending = folded.reversed()
            }
        }
    }

    /// Reads a letter that was written in pieces, as file systems and some
    /// editors do it, which is another one than its first piece.
    private mutating func compose() {
        var last = scalars[source.lowerBound]
        while index < scalars.endIndex, Self.composes(last, scalars[index]) {
            last = scalars[index]
            scalars.formIndex(after: &index)
        }
        source = source.lowerBound..<index
        // In two steps: Foundation leaves ｼﾞ apart when it is to do both at once.
        let whole = String(scalars[source]).decomposedStringWithCompatibilityMapping
            .precomposedStringWithCanonicalMapping
        pending = whole.unicodeScalars.flatMap { LetterFolding.folded($0).scalars(of: $0) }.reversed()
    }

    private static func composes(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        switch (first.value, second.value) {
        case (0x400...0x52F, 0x300...0x308): true
        // The voiced sounds of kana, also of those of half width; the parts of a Hangul syllable.
        case (0x3040...0x30FF, 0x3099...0x309A), (0xFF66...0xFF9D, 0xFF9E...0xFF9F): true
        case (0x1100...0x115F, 0x1160...0x11A7), (0x1160...0x11A7, 0x11A8...0x11FF): true
        default: false
        }
    }
}
