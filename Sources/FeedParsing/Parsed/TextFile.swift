import Foundation

/// A file without a name that keeps the texts of one document.
///
/// Show notes are most of most feeds, and nobody looks at them between parsing
/// and writing. Written by one thread at a time, and then read by any: what is
/// in it does not change.
package final class TextFile: @unchecked Sendable {
    private let stream: UnsafeMutablePointer<FILE>
    private var end = 0

    /// Makes a file; nil if the system has no place for one.
    init?() {
        guard let stream = tmpfile() else { return nil }
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
                    // As with memory that was swapped out: without it there is nothing to go on with.
                    fatalError(
                        "feed parsing: a temporary file cannot be read back: \(String(cString: strerror(errno)))"
                    )
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

    /// The text, read from the file each time.
    package var string: String { file.text(at: start, count: count) }
}
