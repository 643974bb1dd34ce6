import Foundation

extension String {
    /// Whether one of its bytes in UTF-8 is this one; looked for many at a time.
    package func holds(_ byte: UInt8) -> Bool {
        utf8Span.span.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
        }
    }
}
