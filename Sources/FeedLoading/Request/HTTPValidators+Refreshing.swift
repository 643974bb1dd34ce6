import PodcastModel

extension HTTPValidators {
    /// These values where present, and else the stored ones: what a 304 leaves
    /// behind (http polling A1 8).
    ///
    /// As received, a value has one scalar for each byte (ISO 8859-1), so that
    /// bytes outside ASCII survive too and go back exactly as they came.
    func fillingGaps(from stored: HTTPValidators) -> HTTPValidators {
        HTTPValidators(
            etag: etag ?? stored.etag,
            lastModified: lastModified ?? stored.lastModified,
            url: url ?? stored.url
        )
    }
}
