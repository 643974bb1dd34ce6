import FeedParsing
import Foundation
import Testing

/// A mapped file is read like bytes in memory, and need not stay there.
struct MappedDocumentTests {
    @Test(arguments: ["", "\u{0B}", "&nbsp;"])
    func readsWhatItGaveBackAgain(damage: String) throws {
        // Given documents of several megabytes, some of which must be read twice
        let notes = String(repeating: "<p>All of it</p>", count: 500)
        let items = (0..<500).map {
            "<item><guid>\($0)</guid><description><![CDATA[\(notes)\($0)]]></description></item>"
        }
        let text = FeedText.rss(items.joined() + "<item><title>\(damage)a</title></item>")

        // When
        let feed = try Mapping.with(Array(text.utf8)) { bytes in
            try FeedParser().parse(bytes, context: FeedParsingContext(isMappedFile: true))
        }

        // Then
        #expect(try feed == FeedParser().parse(Array(text.utf8)))
        #expect(feed.items.count == 501)
    }

    @Test func keepsNoMoreOfItThanItReads() throws {
        // Given a document whose texts are dropped
        let text = FeedText.rss(
            "<x>" + String(repeating: "<!--\(String(repeating: "-x", count: 500))-->", count: 20_000) + "</x>"
        )

        // When
        let resident = try Mapping.with(Array(text.utf8)) { bytes in
            _ = try FeedParser().parse(bytes, context: FeedParsingContext(isMappedFile: true))
            return try Mapping.residentBytes(of: bytes)
        }

        // Then
        #expect(resident < 4 << 20)
        #expect(text.utf8.count > 16 << 20)
    }
}

/// A file in memory, as it is for readers of large ones.
private enum Mapping {
    static func with<Result>(_ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "mapped-\(UUID().uuidString).xml")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let descriptor = open(file.path, O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let address = try #require(mmap(nil, bytes.count, PROT_READ, MAP_PRIVATE, descriptor, 0))
        try #require(address != MAP_FAILED)
        defer { munmap(address, bytes.count) }
        return try body(UnsafeBufferPointer(start: address.assumingMemoryBound(to: UInt8.self), count: bytes.count))
    }

    /// How much of a mapping this process has in memory: Rss of its line in smaps.
    static func residentBytes(of bytes: UnsafeBufferPointer<UInt8>) throws -> Int {
        let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
        defer { file.closeFile() }
        // Its size is said to be nothing, and each read gives a part of it.
        var maps = Data()
        while let part = try file.read(upToCount: 1 << 16), !part.isEmpty { maps += part }
        let start = String(UInt(bitPattern: bytes.baseAddress), radix: 16)
        let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
        guard let line = lines.firstIndex(where: { $0.hasPrefix(start + "-") }) else { return .max }
        let resident = lines[line...].first { $0.hasPrefix("Rss:") }?.split(separator: " ").dropFirst().first
        return resident.flatMap { Int($0) }.map { $0 << 10 } ?? .max
    }
}
