/// Removes the content codings of a body.
///
/// libcurl could do it, but it takes a compressed stream that ends early for a
/// whole one, and a feed cut short must never be imported as if it were whole
/// (http polling A3 43). It also happens here on the loading task's thread,
/// not on the one that all transfers share.
struct ContentDecoder: Sendable {
    private let brotli = BrotliLibrary()
    private let zstandard = ZstandardLibrary()

    /// What is asked for; the same in every request, so that a server always
    /// chooses the same variant and its ETag stays the same (http polling A1 15).
    let acceptEncoding: String

    init() {
        acceptEncoding = "gzip" + (brotli == nil ? "" : ", br") + (zstandard == nil ? "" : ", zstd")
    }

    /// The body without its codings, at most two of them, and without a gzip
    /// wrapping that nobody announced (http polling A5 52).
    ///
    /// A body that is announced as coded and is plain text is taken as it is: a cache has unpacked it and left the header,
    /// or what stands there is no coding but a charset, a media type or `8bit`. One that is gzip is taken for that,
    /// whatever it is called.
    ///
    /// - Parameters:
    ///   - body: the body as transferred.
    ///   - cutAt: the limit at which the rest of it was left; nil if it is whole.
    ///   - codings: the Content-Encoding.
    ///   - limits: how much may come out; what is more is left.
    /// - Returns: what came out, and where it was cut off.
    /// - Throws: also if more comes out of each byte than allowed.
    func decode(
        _ body: FeedBody,
        cutAt: SizeLimit? = nil,
        codings: String?,
        limits: SizeLimits
    ) throws(ContentDecodingError) -> DecodedBody {
        // Each layer is held against what came over the wire, or two of them
        // would square the ratio.
        let wireCount = body.count
        var decoded = DecodedBody(body: body, cutAt: cutAt)
        var layers = 0
        if let header = codings {
            let list = ContentCoding.list(header)
            guard list.count <= Self.maximumLayers else { throw .unsupported(coding: header) }
            for coding in list.reversed() where decoded.body.count > 0 {
                guard let coding else {
                    guard Self.isMislabelled(decoded.body) else { throw .unsupported(coding: header) }
                    continue
                }
                let packed = decoded.body
                do {
                    decoded = try decode(decoded, coding: coding, wireCount: wireCount, limits: limits)
                } catch .damaged where Self.isMislabelled(packed), .truncated where Self.isMislabelled(packed) {
                    continue
                }
                layers += 1
            }
        }
        while layers < Self.maximumLayers, decoded.body.prefix(2) == [0x1F, 0x8B] {
            decoded = try decode(decoded, coding: .gzip, wireCount: wireCount, limits: limits)
            layers += 1
        }
        return decoded
    }

    /// Whether a body that is not in the coding that was named for it is plain, or in that which is found unannounced.
    private static func isMislabelled(_ body: FeedBody) -> Bool {
        // The third byte, the method of a gzip file, tells it from what only happens to begin like one.
        isPlain(body) || body.prefix(3) == [0x1F, 0x8B, 0x08]
    }

    /// Whether a body begins as XML, a web page or JSON do.
    ///
    /// Compressed data may begin with the same byte, and has control characters soon.
    private static func isPlain(_ body: FeedBody) -> Bool {
        var text = body.prefix(64)[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        guard text.allSatisfy({ $0 > 0x20 || blanks.contains($0) }) else { return false }
        let first = text.first { !blanks.contains($0) }
        return first == UInt8(ascii: "<") || first == UInt8(ascii: "{")
    }

    /// Takes one layer off; of a body that was cut off, as much of it as there is.
    private func decode(
        _ packed: DecodedBody,
        coding: ContentCoding,
        wireCount: Int,
        limits: SizeLimits
    ) throws(ContentDecodingError) -> DecodedBody {
        var output = DecodedOutput(limits: limits, wireCount: wireCount)
        var cutAt = packed.cutAt
        do {
            try packed.body.withBytes { (bytes) throws(ContentDecodingError) in
                try decode(bytes, coding: coding, into: &output)
            }
        } catch .tooLarge(.decoded(let bytes)) {
            cutAt = .decoded(bytes: bytes)
        } catch .truncated where cutAt != nil && output.count > 0 {
            // It ends where we have cut it.
        }
        return DecodedBody(body: output.finished(), cutAt: cutAt)
    }

    private func decode(
        _ bytes: UnsafeBufferPointer<UInt8>,
        coding: ContentCoding,
        into output: inout DecodedOutput
    ) throws(ContentDecodingError) {
        switch coding {
        case .gzip, .deflate:
            try ZlibDecoder.decode(bytes, coding: coding, into: &output)
        case .brotli:
            guard let brotli else { throw .unsupported(coding: coding.name) }
            try brotli.decode(bytes, into: &output)
        case .zstandard:
            guard let zstandard else { throw .unsupported(coding: coding.name) }
            try zstandard.decode(bytes, into: &output)
        }
    }

    private static let maximumLayers = 2
}
