import CCurl

/// Decodes gzip and deflate with zlib.
enum ZlibDecoder {
    /// Decodes a whole body; its checksum and length are verified.
    static func decode(
        _ input: UnsafeBufferPointer<UInt8>,
        coding: ContentCoding,
        into output: inout DecodedOutput
    ) throws(ContentDecodingError) {
        var stream = z_stream()
        guard ccurl_inflate_init(&stream, windowBits(of: input, coding: coding)) == Z_OK else {
            throw .damaged(coding: coding.name)
        }
        defer { inflateEnd(&stream) }
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { chunk.deallocate() }
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        try run(&stream, inputCount: input.count, coding: coding, chunk: chunk, into: &output)
    }

    private static func run(
        _ stream: inout z_stream,
        inputCount: Int,
        coding: ContentCoding,
        chunk: UnsafeMutableRawBufferPointer,
        into output: inout DecodedOutput
    ) throws(ContentDecodingError) {
        // zlib counts 32 bits of input at a time; a file may be longer.
        var unseen = inputCount
        while true {
            if stream.avail_in == 0, unseen > 0 {
                stream.avail_in = UInt32(clamping: unseen)
                unseen -= Int(stream.avail_in)
            }
            stream.next_out = chunk.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.avail_out = UInt32(chunk.count)
            let status = inflate(&stream, Z_NO_FLUSH)
            let count = chunk.count - Int(stream.avail_out)
            try output.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            switch status {
            case Z_STREAM_END:
                // A gzip file may have several members; anything else that
                // follows the end, such as padding, means nothing.
                guard coding == .gzip, isGzip(stream) else { return }
                guard inflateReset(&stream) == Z_OK else { throw .damaged(coding: coding.name) }
            case Z_OK where stream.avail_in > 0 || unseen > 0 || stream.avail_out == 0:
                continue
            case Z_OK, Z_BUF_ERROR:
                throw .truncated(coding: coding.name)
            default:
                throw .damaged(coding: coding.name)
            }
        }
    }

    /// "deflate" means zlib's format, but some servers send the bare data.
    private static func windowBits(of body: UnsafeBufferPointer<UInt8>, coding: ContentCoding) -> Int32 {
        if coding == .gzip { return 15 + 16 }
        guard body.count >= 2 else { return 15 }
        let isZlib = body[0] & 0x0F == 8 && (Int(body[0]) << 8 | Int(body[1])) % 31 == 0
        return isZlib ? 15 : -15
    }

    private static func isGzip(_ stream: z_stream) -> Bool {
        guard stream.avail_in >= 2, let next = stream.next_in else { return false }
        return next[0] == 0x1F && next[1] == 0x8B
    }
}
