import Foundation

/// A text that is equal only to one with the same bytes (identity C1 2).
///
/// Two strings are equal for Swift if they look alike: `é` is `é` in whatever
/// normal form. Keys are not texts for reading, and the store tells them apart
/// by their bytes.
package struct ExactText: Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

extension ExactText: Hashable {
    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

    /// Of the bytes: a string's own hash is that of its normal form, which takes longer.
    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension ExactText: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self.init(text)
    }
}

extension String {
    /// Whether both have the same bytes.
    package func isExactly(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isEqual = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return memcmp(first, second, left.count) == 0
            }
        }
        return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
