import Foundation
import Synchronization

/// A file without a name that keeps the texts of one document.
///
/// Show notes are most of most feeds, and nobody looks at them between parsing
/// and writing. Written by one thread at a time, and then read by any: what is
/// in it does not change.
package final class TextFile: @unchecked Sendable {
    private let stream: UnsafeMutablePointer<FILE>
    private var end = 0
    private let isUnreadable = Atomic(false)

    /// Makes a file; nil if the system has no place for one.
    convenience init?() {
        guard let stream = tmpfile() else { return nil }
        self.init(stream)
    }

    /// Takes an empty file, and closes it in the end.
    init(_ stream: UnsafeMutablePointer<FILE>) {
        self.stream = stream
    }

    deinit {
        fclose(stream)
    }

    /// Adds a text; nil if there is no room for it.
    func append(_ text: String) -> TextInFile? {
        var text = text
        let start = end
        let isWritten = text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[written...])
                let count = pwrite(fileno(stream), rest.baseAddress, rest.count, off_t(start + written))
                if count > 0 {
                    written += count
                } else if count == 0 || errno != EINTR {
                    return false
                }
            }
            return true
        }
        guard isWritten else { return nil }
        end += text.utf8.count
        return TextInFile(file: self, start: start, count: text.utf8.count)
    }

    /// Whether a text could not be read back, which nothing may be concluded from.
    fileprivate var isLost: Bool { isUnreadable.load(ordering: .relaxed) }

    /// A text of the file; empty if it cannot be read back.
    fileprivate func text(at start: Int, count: Int) -> String {
        String(unsafeUninitializedCapacity: count) { buffer in
            var done = 0
            while done < count {
                let read = pread(
                    fileno(stream),
                    buffer.baseAddress?.advanced(by: done),
                    count - done,
                    off_t(start + done)
                )
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
