import Foundation

/// A file without a name that is mapped to be read.
///
/// Nothing writes to it once it is there, so threads may share it.
final class MappedTemporaryFile: @unchecked Sendable {
    /// What is in it; valid as long as this object is.
    let bytes: UnsafeBufferPointer<UInt8>

    /// Writes bytes to a file; nil if the system has no room for one.
    init?(_ content: UnsafeBufferPointer<UInt8>) {
        guard let start = content.baseAddress, let stream = tmpfile() else { return nil }
        // The mapping keeps the file alive.
        defer { fclose(stream) }
        guard fwrite(start, 1, content.count, stream) == content.count, fflush(stream) == 0 else { return nil }
        let address = mmap(nil, content.count, PROT_READ, MAP_PRIVATE, fileno(stream), 0)
        guard let address, address != MAP_FAILED else { return nil }
        bytes = UnsafeBufferPointer(start: address.assumingMemoryBound(to: UInt8.self), count: content.count)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}
