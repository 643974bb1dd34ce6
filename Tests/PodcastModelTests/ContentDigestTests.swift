import PodcastModel
import Testing

struct ContentDigestTests {
    private func digest(_ bytes: [UInt8], pieces: Int = .max) -> UInt64 {
        var digest = ContentDigest()
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(pieces)
            rest = rest.dropFirst(pieces)
            Array(piece).withUnsafeBytes { digest.update($0) }
        }
        return digest.finalize()
    }

    // Vectors of the published XXH64 definition, seed 0.
    @Test(arguments: [
        ("", 0xEF46_DB37_51D8_E999 as UInt64), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
        ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ("xxhash", 0x32DD_3895_2C4B_C720),
    ])
    func agreesWithThePublishedVectors(text: String, expected: UInt64) {
        #expect(digest(Array(text.utf8)) == expected)
    }

    @Test(arguments: [1, 3, 7, 31, 32, 33, 64, 1000])
    func doesNotDependOnHowTheBytesWereCut(pieces: Int) {
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 3) }
        #expect(digest(bytes, pieces: pieces) == digest(bytes))
    }

    @Test(arguments: 0...33)
    func takesAnIntegerAsItsEightBytes(offset: Int) {
        // Given so many bytes before it
        let before = String(repeating: "x", count: offset)
        var integer = ContentDigest()
        var bytes = ContentDigest()
        integer.update(before)
        bytes.update(before)

        // When
        for value in [0x0102_0304_0506_0708, -1] as [Int64] {
            integer.update(value)
            withUnsafeBytes(of: value.littleEndian) { bytes.update($0) }
        }

        // Then
        #expect(integer.finalize() == bytes.finalize())
    }

    @Test func tellsTextsApart() {
        var one = ContentDigest()
        one.update("ab")
        var other = ContentDigest()
        other.update("ba")
        #expect(one.finalize() != other.finalize())
    }
}
