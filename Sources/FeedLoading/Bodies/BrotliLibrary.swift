/// Brotli's decoder, if its library is on this machine.
///
/// libcurl usually brings it along, but not its headers; so it is looked up
/// when the program starts, and brotli is not asked for where it is missing.
struct BrotliLibrary: Sendable {
    private typealias Create =
        @Sendable @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) ->
        OpaquePointer?
    private typealias Decode =
        @Sendable @convention(c) (
            OpaquePointer, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafePointer<UInt8>?>,
            UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>?
        ) -> Int32
    private typealias Destroy = @Sendable @convention(c) (OpaquePointer) -> Void

    private let create: Create
    private let decode: Decode
    private let destroy: Destroy

    /// Nil if the library cannot be loaded.
    init?() {
        guard let library = LoadedLibrary(names: ["libbrotlidec.so.1", "libbrotlidec.1.dylib"]),
            let create = library.function("BrotliDecoderCreateInstance", as: Create.self),
            let decode = library.function("BrotliDecoderDecompressStream", as: Decode.self),
            let destroy = library.function("BrotliDecoderDestroyInstance", as: Destroy.self)
        else { return nil }
        self.create = create
        self.decode = decode
        self.destroy = destroy
    }

    /// Decodes a whole body.
    func decode(_ input: UnsafeBufferPointer<UInt8>, into output: inout DecodedOutput) throws(ContentDecodingError) {
        guard let decoder = create(nil, nil, nil) else { throw .damaged(coding: "br") }
        defer { destroy(decoder) }
        let chunk = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)
        defer { chunk.deallocate() }
        try run(decoder, input: input, chunk: chunk, into: &output)
    }

    private func run(
        _ decoder: OpaquePointer,
        input: UnsafeBufferPointer<UInt8>,
        chunk: UnsafeMutableBufferPointer<UInt8>,
        into output: inout DecodedOutput
    ) throws(ContentDecodingError) {
        var inputLeft = input.count
        var nextInput = input.baseAddress
        while true {
            var outputLeft = chunk.count
            var nextOutput = chunk.baseAddress
            let status = decode(decoder, &inputLeft, &nextInput, &outputLeft, &nextOutput, nil)
            try output.append(
                UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: chunk[..<(chunk.count - outputLeft)]))
            )
            // BROTLI_DECODER_RESULT_ERROR, _SUCCESS, _NEEDS_MORE_INPUT, _NEEDS_MORE_OUTPUT.
            switch status {
            case 1: return
            case 2: throw .truncated(coding: "br")
            case 3: continue
            default: throw .damaged(coding: "br")
            }
        }
    }
}
