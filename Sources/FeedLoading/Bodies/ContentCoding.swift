/// One content coding of a body.
enum ContentCoding: Hashable {
    case gzip
    case deflate
    case brotli
    case zstandard

    /// The codings of a Content-Encoding header in the order they were applied;
    /// nil for each that is unknown.
    static func list(_ header: String) -> [ContentCoding?] {
        var codings: [ContentCoding?] = []
        for name in header.split(separator: ",") {
            switch name.trimmedOfBlanks.lowercased() {
            case "gzip", "x-gzip": codings.append(.gzip)
            case "deflate": codings.append(.deflate)
            case "br": codings.append(.brotli)
            case "zstd": codings.append(.zstandard)
            // The last is how a file was brought to a store of the S3 kind, and says nothing of how it is sent.
            case "", "identity", "none", "utf-8", "utf8", "aws-chunked": continue
            default: codings.append(nil)
            }
        }
        return codings
    }

    /// The name on the wire.
    var name: String {
        switch self {
        case .gzip: "gzip"
        case .deflate: "deflate"
        case .brotli: "br"
        case .zstandard: "zstd"
        }
    }
}

/// Why a coded body cannot be decoded.
enum ContentDecodingError: Error, Hashable {
    /// The coding is unknown, or its library is not on this machine.
    case unsupported(coding: String)
    /// The data contradicts itself: a wrong checksum, length or code.
    case damaged(coding: String)
    /// The data ends before the coding says so.
    case truncated(coding: String)
    /// More comes out than allowed.
    case tooLarge(SizeLimit)
}

/// A body without its codings.
struct DecodedBody {
    var body: FeedBody
    /// The limit at which it was cut off; nil if it is whole.
    var cutAt: SizeLimit?
}

/// Collects what a decoder puts out and watches its size.
struct DecodedOutput {
    private var body: CollectedBody
    private let limits: SizeLimits
    private let wireCount: Int

    init(limits: SizeLimits, wireCount: Int) {
        self.limits = limits
        self.wireCount = wireCount
        // Feeds shrink to a fifth or so.
        body = CollectedBody(limit: limits.decodedBytes)
        body.reserve(wireCount * 5)
    }

    /// How many bytes there are.
    var count: Int { body.count }

    /// The body, now that all of it has come out.
    func finished() -> FeedBody { body.finished() }

    /// Adds a piece of output, as much of it as there is room for.
    mutating func append(_ piece: UnsafeRawBufferPointer) throws(ContentDecodingError) {
        let count = min(body.count + piece.count, limits.decodedBytes)
        guard count <= limits.ratioGraceBytes || count / max(1, wireCount) < limits.ratio else {
            throw .tooLarge(.ratio(limits.ratio))
        }
        let room = count - body.count
        body.append(UnsafeRawBufferPointer(rebasing: piece[..<room]))
        guard room == piece.count else { throw .tooLarge(.decoded(bytes: limits.decodedBytes)) }
    }
}
