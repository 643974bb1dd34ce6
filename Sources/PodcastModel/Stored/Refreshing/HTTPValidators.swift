/// What a server gave to identify a version of a document, byte for byte.
///
/// Both are sent back exactly as they came; they are never parsed, re-quoted
/// or re-formatted (http polling A1 1, 2).
package struct HTTPValidators: Hashable, Sendable {
    /// The ETag, quotes and `W/` included.
    package var etag: String?
    /// The Last-Modified text.
    package var lastModified: String?
    /// The address that gave them, redirects followed: they are sent to no
    /// other (http polling A1 10).
    ///
    /// Nil stands for the address that is asked first.
    package var url: String?

    package init(etag: String? = nil, lastModified: String? = nil, url: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
        self.url = url
    }

    /// Whether there is nothing to send.
    package var isEmpty: Bool { etag == nil && lastModified == nil }
}
