import Foundation
import Synchronization

/// A file without a name that keeps the texts of one document.
///
/// Show notes are most of most feeds, and nobody looks at them between parsing
/// and writing. What is in it does not change.
package final class TextFile: Sendable {
    private struct State {
        /// The last texts, until there are enough of them to be written at once.
        var waiting: [UInt8] = []
        /// How many bytes are in the file; those that wait come after them.
        var written = 0
        var isFull = false
    }

    /// Fewer, larger writes cost the system less.
    private static let writeBytes = 128 << 10

    private let descriptor: Int32
    private let state = Mutex(State())
    private let isUnreadable = Atomic(false)

    /// Makes a file; nil if the system has no place for one.
    convenience init?() {
        guard let stream = tmpfile() else { return nil }
        defer { fclose(stream) }
        let descriptor = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        self.init(descriptor: descriptor)
    }

    /// Takes an empty file, and closes it in the end.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Adds a text; nil if there is no room for it.
    func append(_ text: String) -> TextInFile? {
        var text = text
        let start = text.withUTF8 { bytes in state.withLock { append(bytes, to: &$0) } }
        return start.map { TextInFile(file: self, start: $0, count: text.utf8.count) }
    }

    /// Whether a text could not be read back, which nothing may be concluded from.
    fileprivate var isLost: Bool { isUnreadable.load(ordering: .relaxed) }

    /// A text of the file; empty if it cannot be read back.
    fileprivate func text(at start: Int, count: Int) -> String {
        let waiting: String? = state.withLock { state in
            guard start >= state.written else { return nil }
            return String(decoding: state.waiting[start - state.written..<start - state.written + count], as: UTF8.self)
        }
        if let waiting { return waiting }
        return String(unsafeUninitializedCapacity: count) { buffer in
            var done = 0
            while done < count {
                let read = pread(descriptor, buffer.baseAddress?.advanced(by: done), count - done, off_t(start + done))
                if read > 0 {
                    done += read
                } else if read == 0 || errno != EINTR {
                    isUnreadable.store(true, ordering: .relaxed)
                    return 0
                }
            }
            return count
        }
    }

    /// Adds bytes and returns where they are; nil if there is no room for them.
    private func append(_ bytes: UnsafeBufferPointer<UInt8>, to state: inout State) -> Int? {
        guard !state.isFull else { return nil }
        if state.waiting.count + bytes.count > Self.writeBytes {
            guard state.waiting.withUnsafeBufferPointer({ write($0, at: state.written) }) else {
                // What waits is read from memory for as long as the file lives.
                state.isFull = true
                return nil
            }
            state.written += state.waiting.count
            state.waiting.removeAll(keepingCapacity: true)
        }
        let start = state.written + state.waiting.count
        if bytes.count > Self.writeBytes {
            guard write(bytes, at: start) else { return nil }
            state.written += bytes.count
        } else {
            state.waiting.append(contentsOf: bytes)
        }
        return start
    }

    private func write(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[written...]))
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(start + written))
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }
}

/// A text in a `TextFile`.
package final class TextInFile: Sendable {
    private let file: TextFile
    private let start: Int
    private let count: Int

    fileprivate init(file: TextFile, start: Int, count: Int) {
        self.file = file
        self.start = start
        self.count = count
    }

    /// The text, read from the file each time; empty if that fails.
    package var string: String { file.text(at: start, count: count) }

    /// Whether reading this text or another of its document has failed.
    package var isLost: Bool { file.isLost }
}
