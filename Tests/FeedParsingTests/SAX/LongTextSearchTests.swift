import Testing

@testable import FeedParsing

/// Where long texts are looked for, piece by piece, each byte is looked at once.
///
/// Bytes that have been looked at are overwritten between two pieces: who looks at them again finds something else.
struct LongTextSearchTests {
    @Test(arguments: ["a line\r<", "a section]]><", "no tag"])
    func looksOnceAtATextThatCannotBeTaken(end: String) {
        var document = Array("<a>\(String(repeating: "x", count: 5_000))\(end)".utf8)
        document.withUnsafeMutableBufferPointer { bytes in
            // Given a text that reaches far beyond the first piece
            var texts = LongTexts(UnsafeBufferPointer(bytes))
            #expect(texts.next(in: 0..<1_000) == nil)

            // When one that could be taken is put in its place
            bytes[2_000] = 0x3E
            for index in bytes.indices.suffix(6) { bytes[index] = 0x78 }
            bytes[bytes.count - 1] = 0x3C

            // Then
            for start in stride(from: 1_000, to: 5_000, by: 1_000) {
                #expect(texts.next(in: start..<(start + 1_000)) == nil)
            }
        }
    }

    @Test func looksOnceForTheEndOfALongTag() {
        var document = Array(
            "<a \(String(repeating: "x", count: 4_000))>\(String(repeating: "x", count: 3_000))<".utf8
        )
        document.withUnsafeMutableBufferPointer { bytes in
            // Given a tag that reaches far beyond the first piece
            var texts = LongTexts(UnsafeBufferPointer(bytes))
            #expect(texts.next(in: 0..<1_000) == nil)

            // When another end is put before its own
            bytes[2_500] = 0x3E

            // Then
            #expect(texts.next(in: 1_000..<2_000) == nil)
            #expect(texts.next(in: 2_000..<3_000) == nil)
            #expect(texts.next(in: 3_000..<5_000) == 4_004..<7_004)
        }
    }

    @Test(arguments: [300, 1_000, 10_000])
    func findsTheOnesBehindATextThatCannotBeTaken(pieceBytes: Int) {
        // Given
        let long = String(repeating: "x", count: 1_000)
        let document = Array("<a>\(long)\r</a><b>\(long)</b><c>\(long)]]></c><d>\(long)</d>".utf8)

        // When
        var found: [Range<Int>] = []
        document.withUnsafeBufferPointer { bytes in
            var texts = LongTexts(bytes)
            var position = 0
            while position < bytes.count {
                let piece = position..<min(position + pieceBytes, bytes.count)
                let text = texts.next(in: piece)
                if let text { found.append(text) }
                position = text?.upperBound ?? piece.upperBound
            }
        }

        // Then
        #expect(found == [1_011..<2_011, 3_028..<4_028])
    }
}
