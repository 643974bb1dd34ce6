import Testing

@testable import FeedLoading

struct ContentDecoderTests {
    private let decoder = ContentDecoder()
    private let limits = SizeLimits()

    static let codings: [(header: String, data: [UInt8])] = [
        ("gzip", CompressedFixtures.gzip), ("x-gzip", CompressedFixtures.gzip), ("GZIP", CompressedFixtures.gzip),
        ("deflate", CompressedFixtures.zlib), ("deflate", CompressedFixtures.rawDeflate),
        ("br", CompressedFixtures.brotli), ("zstd", CompressedFixtures.zstandard),
        ("identity", CompressedFixtures.text), ("", CompressedFixtures.text),
        ("gzip, identity", CompressedFixtures.gzip), ("aws-chunked", CompressedFixtures.text),
    ]

    @Test(arguments: codings)
    func decodesEveryCoding(header: String, data: [UInt8]) throws {
        #expect(try decode(data, codings: header, limits: limits).bytes == CompressedFixtures.text)
    }

    @Test func asksForBrotliAndZstandardOnlyIfTheirLibrariesAreThere() {
        #expect(decoder.acceptEncoding.contains("br") == (BrotliLibrary() != nil))
        #expect(decoder.acceptEncoding.contains("zstd") == (ZstandardLibrary() != nil))
    }

    @Test func decodesTwoLayersInReverseOrder() throws {
        let twice = GzipWriter.stored(CompressedFixtures.zlib)
        #expect(try decode(twice, codings: "deflate, gzip", limits: limits).bytes == CompressedFixtures.text)
    }

    @Test func refusesThreeLayers() {
        #expect(throws: ContentDecodingError.unsupported(coding: "gzip, gzip, gzip")) {
            try decode([1], codings: "gzip, gzip, gzip", limits: limits)
        }
    }

    @Test(arguments: ["compress", "gzip, compress", "8bit"])
    func refusesAnUnknownCoding(header: String) {
        // What compress(1) makes begins so
        #expect(throws: ContentDecodingError.unsupported(coding: header)) {
            try decode([0x1F, 0x9D, 0x90, 0x3C], codings: header, limits: limits)
        }
    }

    @Test(arguments: ["8bit", "binary", "iso-8859-1", "text/xml", "gzip;q=1", "gzip, 8bit", "8bit, gzip"])
    func whatIsNoCodingChangesNothing(header: String) throws {
        for data in [CompressedFixtures.text, CompressedFixtures.gzip] {
            #expect(try decode(data, codings: header, limits: limits).bytes == CompressedFixtures.text)
        }
    }

    @Test func unpacksGzipThatNobodyAnnounced() throws {
        let file = CompressedFixtures.gzip
        #expect(try decode(file, codings: nil, limits: limits).bytes == CompressedFixtures.text)
        let fileInside = GzipWriter.stored(CompressedFixtures.gzip)
        #expect(try decode(fileInside, codings: "gzip", limits: limits).bytes == CompressedFixtures.text)
    }

    @Test func readsAllMembersOfAGzipFileAndIgnoresPadding() throws {
        let members = GzipWriter.stored(Array("<rss>".utf8)) + GzipWriter.stored(Array("</rss>".utf8)) + [0, 0, 0]
        #expect(try decode(members, codings: "gzip", limits: limits).bytes == Array("<rss></rss>".utf8))
    }

    static let compressed: [(header: String, data: [UInt8])] = [
        ("gzip", CompressedFixtures.gzip), ("deflate", CompressedFixtures.zlib),
        ("deflate", CompressedFixtures.rawDeflate), ("br", CompressedFixtures.brotli),
        ("zstd", CompressedFixtures.zstandard),
    ]

    @Test(arguments: compressed)
    func truncatedDataIsAnErrorWhereverItEnds(header: String, data: [UInt8]) {
        #expect(data.count > 40)
        for count in [data.count - 1, data.count / 2, 20] {
            #expect(throws: ContentDecodingError.truncated(coding: header)) {
                try decode(Array(data[..<count]), codings: header, limits: limits)
            }
        }
    }

    @Test func aWrongChecksumOrLengthIsAnError() {
        for index in [CompressedFixtures.gzip.count - 8, CompressedFixtures.gzip.count - 4] {
            var data = CompressedFixtures.gzip
            data[index] ^= 1
            #expect(throws: ContentDecodingError.damaged(coding: "gzip")) {
                try decode(data, codings: "gzip", limits: limits)
            }
        }
    }

    @Test(
        arguments: ["gzip", "deflate", "br", "zstd", "gzip, gzip"],
        ["<rss/>", "\u{FEFF}<rss/>", "\r\n <rss/>", "{}"]
    )
    func textThatACacheHasUnpackedIsTakenAsItIs(header: String, text: String) throws {
        #expect(try decode(Array(text.utf8), codings: header, limits: limits).bytes == Array(text.utf8))
    }

    @Test(arguments: ["deflate", "br", "zstd"])
    func gzipIsTakenForThatWhateverItIsCalled(header: String) throws {
        #expect(
            try decode(CompressedFixtures.gzip, codings: header, limits: limits).bytes
                == CompressedFixtures.text
        )
        let cut = Array(CompressedFixtures.gzip.dropLast(9))
        #expect(throws: ContentDecodingError.truncated(coding: "gzip")) {
            try decode(cut, codings: header, limits: limits)
        }
    }

    @Test(arguments: ["gzip", "br", "zstd"], ["\u{1}Nothing", "Nothing", "<\u{1}\u{2}"])
    func whatIsNeitherCompressedNorADocumentIsAnError(header: String, text: String) {
        #expect(throws: ContentDecodingError.self) {
            try decode(Array(text.utf8), codings: header, limits: limits)
        }
    }

    @Test func stopsAtTheDecodedLimit() throws {
        let bomb = GzipWriter.bomb(count: 3 << 20)
        var limits = SizeLimits()
        limits.ratio = 1000
        limits.decodedBytes = 2 << 20
        let decoded = try decode(bomb, codings: "gzip", limits: limits)
        #expect(decoded.bytes.count == 2 << 20)
        #expect(decoded.cutAt == .decoded(bytes: 2 << 20))
    }

    @Test(arguments: compressed)
    func ofWhatWasCutOnPurposeTheBeginningIsKept(header: String, data: [UInt8]) throws {
        let limit = SizeLimit.wire(bytes: data.count - 1)
        let decoded = try decode(Array(data.dropLast()), cutAt: limit, codings: header, limits: limits)
        #expect(!decoded.bytes.isEmpty && CompressedFixtures.text.starts(with: decoded.bytes))
        #expect(decoded.cutAt == limit)
    }

    @Test func bothLayersOfWhatWasCutOnPurposeAreTakenOff() throws {
        let twice = GzipWriter.stored(GzipWriter.stored(CompressedFixtures.text))
        let cut = Array(twice.dropLast(40))
        let decoded = try decode(cut, cutAt: .wire(bytes: cut.count), codings: "gzip, gzip", limits: limits)
        #expect(!decoded.bytes.isEmpty && CompressedFixtures.text.starts(with: decoded.bytes))
    }

    @Test func twoLayersDoNotSquareTheRatio() throws {
        // Given what shrinks 158:1, and by a hundred times more when it is packed again
        let inner = GzipWriter.bomb(count: 2 << 20)
        let outer = GzipWriter.compressed(inner)
        #expect(inner.count * 200 > 2 << 20)
        #expect(!outer.isEmpty && outer.count * 20 < inner.count)

        // Then one layer passes, and two are held against what came over the wire
        #expect(try decode(inner, codings: "gzip", limits: SizeLimits()).bytes.count == 2 << 20)
        for codings in ["gzip, gzip", "gzip", nil] {
            #expect(throws: ContentDecodingError.tooLarge(.ratio(200))) {
                try decode(outer, codings: codings, limits: SizeLimits())
            }
        }
    }

    @Test func stopsAtTheRatioAfterTheGrace() throws {
        // Given data that shrinks 158:1
        let small = GzipWriter.bomb(count: 1 << 20)
        let large = GzipWriter.bomb(count: 3 << 20)
        var limits = SizeLimits()
        (limits.ratio, limits.ratioGraceBytes) = (100, 1 << 20)

        // When it stays within the grace it passes, beyond it does not
        #expect(try decode(small, codings: "gzip", limits: limits).bytes.count == 1 << 20)
        #expect(throws: ContentDecodingError.tooLarge(.ratio(100))) {
            try decode(large, codings: "gzip", limits: limits)
        }
        #expect(try decode(large, codings: "gzip", limits: SizeLimits()).bytes.count == 3 << 20)
    }

    /// What is left of bytes without their codings.
    @discardableResult
    private func decode(
        _ bytes: [UInt8],
        cutAt: SizeLimit? = nil,
        codings: String?,
        limits: SizeLimits
    ) throws(ContentDecodingError) -> (bytes: [UInt8], cutAt: SizeLimit?) {
        let decoded = try decoder.decode(FeedBody(bytes), cutAt: cutAt, codings: codings, limits: limits)
        return (decoded.body.bytes, decoded.cutAt)
    }
}
