import PodcastModel

/// What tells a document from the one before it, so that the same one is not read again (http polling A1 14).
///
/// Beside the bytes, and the charset that HTTP named for them, that is where the document stood, but only if relative
/// addresses are in it: elsewhere they mean other files. Redirects may lead to another place each time, and most documents
/// are the same at all of them.
enum DocumentDigest {
    /// Makes the digest.
    ///
    /// - Parameters:
    ///   - bytes: that of the bytes (``LoadedFeed/digest``).
    ///   - base: what relative addresses in the document were resolved against; nil if there were none.
    /// - Returns: that of the bytes, if there were none.
    static func make(_ bytes: UInt64, resolvedAgainst base: String?) -> UInt64 {
        guard let base else { return bytes }
        var digest = ContentDigest()
        digest.update(Int64(bitPattern: bytes))
        // The query, in which tokens come and go, is nothing that relative addresses take along.
        digest.update(String(base.prefix { $0 != "?" && $0 != "#" }))
        return digest.finalize()
    }

    /// Whether a digest that is remembered is that of these bytes in this place.
    static func isSame(_ known: UInt64?, as bytes: UInt64, at base: String?) -> Bool {
        known == bytes || known == make(bytes, resolvedAgainst: base)
    }
}
