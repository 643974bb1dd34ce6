import Foundation

/// How the process asks the system for memory.
enum ProcessMemory {
    /// Tunes glibc's allocator for documents that come and go.
    ///
    /// Left alone it keeps a heap for each thread and maps every large block
    /// anew: importing 1,000 feeds then costs a second more of page faults,
    /// and a quarter more memory. Documents of more than 4 MB are few, and
    /// their memory is better given back at once. Small blocks are joined when
    /// they are freed, and not all at once whenever somebody asks for more than
    /// a kilobyte, which every text of show notes does. Other C libraries have
    /// no `mallopt` and are left as they are.
    static func tune() {
        // Swift's Glibc module does not import <malloc.h>, so the function is looked up by name.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        typealias MallocOption = @convention(c) (Int32, Int32) -> Int32
        let setOption = unsafeBitCast(symbol, to: MallocOption.self)
        // One for each thread that is busy all the time: the parsers and the writer.
        let arenas = Int32(ProcessInfo.processInfo.activeProcessorCount + 1)
        // The numbers are those of <malloc.h>: M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD, M_MXFAST.
        for (option, value) in [(-8, arenas), (-3, 4 << 20), (-1, 32 << 20), (1, 0)] as [(Int32, Int32)] {
            _ = setOption(option, value)
        }
    }

    /// The memory that the process has in use; nil if the system does not say.
    static var residentBytes: Int64? {
        guard let line = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        // The second number counts pages that are in memory.
        let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Int64(fields[1]) else { return nil }
        return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }
}
