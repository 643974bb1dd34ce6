import FeedLoading
import PodcastModel

extension FeedImportRequest {
    /// The request for something that the feed leads to: a later page, or the
    /// site of its show.
    ///
    /// Without conditions, and with the password only if it is for the same
    /// server. What the user has named may be private; what a feed names may not.
    ///
    /// - Parameter url: where it is.
    /// - Returns: the request.
    func page(at url: FeedURL) -> FeedImportRequest {
        var page = FeedImportRequest(name: name, source: .http(url), options: options)
        page.isPage = true
        guard case .http(let first) = source else { return page }
        if first.origin == url.origin { page.credentials = credentialsToSend }
        page.options.addressPolicy.open(first, namedBy: provenance)
        return page
    }
}
