import FeedParsing
import Testing

/// Characters of two and of four bytes.
struct WideEncodingTests {
    @Test(arguments: [true, false], [" ", "\n", "\r\n\t"])
    func readsUTF16WithoutAMarkBehindWhiteSpace(isLittleEndian: Bool, space: String) throws {
        // Given
        let bytes = "\(space)<?xml version='1.0'?><rss><channel><title>ü🎙</title></channel></rss>".utf16.flatMap {
            let bytes = [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]
            return isLittleEndian ? bytes : bytes.reversed()
        }

        // When
        let feed = try FeedParser().parse(bytes)

        // Then
        #expect(feed.channel.title == "ü🎙")
        #expect(feed.encoding == (isLittleEndian ? "utf-16le" : "utf-16be"))
    }

    @Test(arguments: [true, false])
    func readsUTF32WithoutAMark(isLittleEndian: Bool) throws {
        // Given
        let bytes = "<rss><channel><title>ü🎙</title></channel></rss>".unicodeScalars.flatMap { scalar in
            (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ((isLittleEndian ? $0 : 3 - $0) * 8)) }
        }

        // Then
        #expect(try FeedParser().parse(bytes).channel.title == "ü🎙")
    }

    @Test(arguments: [true, false], [true, false])
    func readsUTF16(isLittleEndian: Bool, hasMark: Bool) throws {
        // Given
        let text =
            (hasMark ? "\u{FEFF}" : "")
            + "<?xml version=\"1.0\" encoding=\"UTF-16\"?><rss><channel><title>ü🎙</title></channel></rss>"
        let bytes = text.utf16.flatMap { unit in
            isLittleEndian ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        }

        // When
        let feed = try FeedParser().parse(bytes)

        // Then
        #expect(feed.channel.title == "ü🎙")
        #expect(feed.encoding == (isLittleEndian ? "utf-16le" : "utf-16be"))
    }

    /// A line end of one byte shifts every character behind it.
    @Test(arguments: [true, false], ["\n", "\r\n", "\n\n\n"])
    func readsUTF16BehindLineEndsOfOneByte(isLittleEndian: Bool, lines: String) throws {
        // Given
        let text = "\u{FEFF}<rss version=\"2.0\"><channel><title>日本</title></channel></rss>"
        let units = text.utf16.flatMap { unit -> [UInt8] in
            let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8))
            return isLittleEndian ? [low, high] : [high, low]
        }

        // When
        let feed = try FeedParser().parse(Array(lines.utf8) + units)

        // Then
        #expect(feed.channel.title == "日本")
        #expect(feed.encoding == (isLittleEndian ? "utf-16le" : "utf-16be"))
    }

    @Test func readsUTF32() throws {
        // Given
        let text = "\u{FEFF}<rss><channel><title>ü🎙</title></channel></rss>"
        let bytes = text.unicodeScalars.flatMap { scalar in
            (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
        }

        // Then
        #expect(try FeedParser().parse(bytes).channel.title == "ü🎙")
    }
}
