import Foundation

extension String {
    /// Whether its UTF-8 contains this byte; compares many bytes at a time.
    package func holds(_ byte: UInt8) -> Bool {
        utf8Span.span.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
        }
    }
}
