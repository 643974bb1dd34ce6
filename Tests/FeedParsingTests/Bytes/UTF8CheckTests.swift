import Testing

@testable import FeedParsing

struct UTF8CheckTests {
    private func firstInvalid(_ bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) }
    }

    @Test func agreesWithTheStandardLibraryOnEverySequenceOfThreeBytes() {
        // Given every lead byte with border cases behind it, at each place in a word
        let tails: [UInt8] = [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        var checked = 0
        for lead in 0x80...0xFF as ClosedRange<UInt8> {
            for second in tails {
                for third in tails {
                    for prefix in [0, 5, 7, 8, 13] {
                        let bytes = Array(repeating: UInt8(0x61), count: prefix) + [lead, second, third, 0x80]

                        // Then
                        let isValid = String(validating: bytes, as: UTF8.self) != nil
                        if (firstInvalid(bytes) == nil) != isValid { Issue.record("\(bytes)") }
                        checked += 1
                    }
                }
            }
        }
        #expect(checked == 128 * 11 * 11 * 5)
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
