/// Zstandard's decoder, if its library is on this machine; see ``BrotliLibrary``.
struct ZstandardLibrary: Sendable {
    /// `ZSTD_inBuffer` and `ZSTD_outBuffer`: a buffer and how far it is used.
    private struct Buffer {
        var bytes: UnsafeMutableRawPointer?
        var count: Int
        var position: Int
    }
    private typealias Create = @Sendable @convention(c) () -> OpaquePointer?
    private typealias SetParameter = @Sendable @convention(c) (OpaquePointer, Int32, Int32) -> Int
    private typealias Decode =
        @Sendable @convention(c) (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
    private typealias IsError = @Sendable @convention(c) (Int) -> UInt32
    private typealias Destroy = @Sendable @convention(c) (OpaquePointer) -> Int

    private let create: Create
    private let setParameter: SetParameter
    private let decode: Decode
    private let isError: IsError
    private let destroy: Destroy

    /// Nil if the library cannot be loaded.
    init?() {
        guard let library = LoadedLibrary(names: ["libzstd.so.1", "libzstd.1.dylib"]),
            let create = library.function("ZSTD_createDCtx", as: Create.self),
            let setParameter = library.function("ZSTD_DCtx_setParameter", as: SetParameter.self),
            let decode = library.function("ZSTD_decompressStream", as: Decode.self),
            let isError = library.function("ZSTD_isError", as: IsError.self),
            let destroy = library.function("ZSTD_freeDCtx", as: Destroy.self)
        else { return nil }
        self.create = create
        self.setParameter = setParameter
        self.decode = decode
        self.isError = isError
        self.destroy = destroy
    }

    /// Decodes a whole body of one or more frames.
    func decode(_ input: UnsafeBufferPointer<UInt8>, into output: inout DecodedOutput) throws(ContentDecodingError) {
        guard let decoder = create() else { throw .damaged(coding: "zstd") }
        defer { _ = destroy(decoder) }
        // ZSTD_d_windowLogMax: HTTP allows windows of 8 MiB (RFC 9659); more
        // would let a few bytes claim much memory.
        _ = setParameter(decoder, 100, 23)
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { chunk.deallocate() }
        try run(decoder, input: UnsafeRawBufferPointer(input), chunk: chunk, into: &output)
    }

    private func run(
        _ decoder: OpaquePointer,
        input: UnsafeRawBufferPointer,
        chunk: UnsafeMutableRawBufferPointer,
        into output: inout DecodedOutput
    ) throws(ContentDecodingError) {
        var source = Buffer(
            bytes: UnsafeMutableRawPointer(mutating: input.baseAddress),
            count: input.count,
            position: 0
        )
        while true {
            var target = Buffer(bytes: chunk.baseAddress, count: chunk.count, position: 0)
            let status = decode(decoder, &target, &source)
            guard isError(status) == 0 else { throw .damaged(coding: "zstd") }
            try output.append(UnsafeRawBufferPointer(rebasing: chunk[..<target.position]))
            let isInputUsedUp = source.position == source.count
            // 0: a frame is complete and all of its output delivered.
            if status == 0, isInputUsedUp { return }
            if status != 0, isInputUsedUp, target.position < target.count { throw .truncated(coding: "zstd") }
        }
    }
}
