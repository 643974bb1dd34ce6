import Foundation

/// A file as memory.
///
/// Mapped and not copied, for the floor reads its files piece by piece and has no copy either.
enum MappedFile {
    /// Why a file could not be mapped.
    struct Failure: Error, CustomStringConvertible {
        var path: String
        var code: Int32

        var description: String { "benchmark: \(path): \(String(cString: strerror(code)))" }
    }

    /// Calls `body` with all bytes of a file.
    static func withBytes<Result>(of path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) throws -> Result {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(path: path, code: errno) }
        let size = Int(status.st_size)
        guard size > 0 else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
        let address = mmap(nil, size, PROT_READ, MAP_PRIVATE | Int32(MAP_POPULATE), descriptor, 0)
        guard let address, address != MAP_FAILED else { throw Failure(path: path, code: errno) }
        defer { munmap(address, size) }
        return body(UnsafeBufferPointer(start: address.assumingMemoryBound(to: UInt8.self), count: size))
    }
}
