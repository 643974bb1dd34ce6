import Foundation

/// The bytes of a document: in memory, or in a file of their own if they are many.
///
/// A large document waits for its turn, and is then read from its beginning to
/// its end while its texts pile up. In a file it need not be in memory beside
/// them. The file has no name, so nobody else can change it, and it is gone
/// when nobody refers to the body any more.
package struct FeedBody: Sendable {
    /// From how many bytes on a file is worth it: 4 MiB.
    static let fileThreshold = 4 << 20

    private enum Storage {
        case memory([UInt8])
        case file(TemporaryFile)
    }

    private let storage: Storage

    /// Makes a body of bytes, which stay in memory.
    ///
    /// - Parameter bytes: the document, with every content coding removed.
    package init(_ bytes: [UInt8]) {
        storage = .memory(bytes)
    }

    /// Makes a body of what is in a file.
    init(_ file: TemporaryFile) {
        storage = .file(file)
    }

    /// Makes a body of bytes, which are moved to a file if they are many and
    /// there is a place for one.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - threshold: from how many bytes on.
    ///   - folders: where the file may be.
    init(
        moving bytes: consuming [UInt8],
        threshold: Int = FeedBody.fileThreshold,
        folders: [String] = TemporaryFile.folders
    ) {
        // Without a place for temporary files memory has to do.
        guard bytes.count >= threshold, let file = TemporaryFile(capacity: bytes.count, in: folders),
            bytes.withUnsafeBytes(file.append)
        else {
            self.init(bytes)
            return
        }
        file.close()
        self.init(file)
    }

    /// How many bytes there are.
    package var count: Int {
        switch storage {
        case .memory(let bytes): bytes.count
        case .file(let file): file.bytes.count
        }
    }

    /// Whether the bytes are a mapped file, parts of which may be given back to
    /// the kernel after they were read.
    package var isMappedFile: Bool {
        if case .file = storage { true } else { false }
    }

    /// Gives back the memory of a file that was read and now has to wait.
    func giveBackPages() {
        if case .file(let file) = storage { file.giveBackPages() }
    }

    /// The bytes as an array; a copy if they are in a file.
    package var bytes: [UInt8] {
        switch storage {
        case .memory(let bytes): bytes
        case .file(let file): Array(file.bytes)
        }
    }

    /// Calls `body` with the bytes, which stay in place during the call.
    ///
    /// - Parameter body: what to do with them.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    package func withBytes<Result, Failure>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch storage {
        case .memory(let bytes):
            return try bytes.withUnsafeBufferPointer(body)
        case .file(let file):
            defer { withExtendedLifetime(file) {} }
            return try body(file.bytes)
        }
    }

    /// The first bytes.
    func prefix(_ count: Int) -> [UInt8] {
        withBytes { Array($0.prefix(count)) }
    }
}
