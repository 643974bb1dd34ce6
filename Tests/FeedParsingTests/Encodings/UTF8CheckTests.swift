import Testing

@testable import FeedParsing

struct UTF8CheckTests {
    private func firstInvalid(_ bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) }
    }

    private func isValid(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { UTF8Check.isValid($0, from: 0) }
    }

    @Test func agreesWithTheStandardLibraryOnEverySequenceOfThreeBytes() {
        // Given every lead byte with border cases behind it, at each place in a word
        let tails: [UInt8] = [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        var checked = 0
        for lead in 0x80...0xFF as ClosedRange<UInt8> {
            for second in tails {
                for third in tails {
                    for prefix in [0, 5, 6, 7, 8, 13, 32] {
                        let bytes = Array(repeating: UInt8(0x61), count: prefix) + [lead, second, third, 0x80]

                        // Then, whether something follows or not
                        for bytes in [bytes, bytes + Array("and so on: ü".utf8)] {
                            let expected = String(validating: bytes, as: UTF8.self) != nil
                            if (firstInvalid(bytes) == nil) != expected { Issue.record("\(bytes)") }
                            if isValid(bytes) != expected { Issue.record("\(bytes)") }
                            checked += 1
                        }
                    }
                }
            }
        }
        #expect(checked == 128 * 11 * 11 * 7 * 2)
    }

    @Test func agreesWithTheStandardLibraryWhereverATextIsDamaged() {
        // Given a text with characters of every length
        let text = Array("Straße 東京 🎙 кофе, naïve – and a long run of plain words before the end: ✓ ü".utf8)
        var valid = 0
        for place in text.indices {
            for byte in UInt8.min...UInt8.max {
                // When
                var damaged = text
                damaged[place] = byte

                // Then
                let expected = String(validating: damaged, as: UTF8.self) != nil
                if isValid(damaged) != expected { Issue.record("byte \(byte) at \(place)") }
                if isValid(Array(damaged[...place])) != (firstInvalid(Array(damaged[...place])) == nil) {
                    Issue.record("byte \(byte) at the end, \(place)")
                }
                valid += expected ? 1 : 0
            }
        }
        #expect(isValid(text))
        #expect(valid > text.count)
    }

    @Test(
        arguments: [
            ([], nil), ([0x61], nil), ([0xC3], 0), (Array("12345678ü".utf8), nil), (Array("1234567ü".utf8), nil),
            (Array("12345678".utf8) + [0xFF], 8), (Array("🎙🎙🎙".utf8), nil), (Array("🎙".utf8.dropLast()), 0),
        ] as [([UInt8], Int?)]
    )
    func findsTheFirstByteThatIsWrong(bytes: [UInt8], expected: Int?) {
        #expect(firstInvalid(bytes) == expected)
    }
}
