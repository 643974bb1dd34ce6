/// What a server gave to recognise a version of a document by, byte for byte.
///
/// Both are sent back exactly as they came; they are never parsed, re-quoted
/// or re-formatted (http polling A1 1, 2).
package struct HTTPValidators: Hashable, Sendable {
    /// The ETag, quotes and `W/` included.
    package var etag: String?
    /// The Last-Modified text.
    package var lastModified: String?

    package init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Whether there is nothing to send.
    package var isEmpty: Bool { etag == nil && lastModified == nil }
}
