import FeedImporting

/// A feed that an address leads to, as `subscription add --list` shows it.
package struct DiscoveredFeed: Sendable, Encodable {
    /// Where it was found.
    package enum Place: String, Sendable, Encodable {
        /// It is the document itself.
        case itself
        /// The page declares it.
        case link
        /// An ordinary link of the page.
        case anchor
        /// One of the paths that feeds often have.
        case path
    }

    package let feedURL: String
    package let title: String?
    package let type: String?
    package let foundAs: Place
}

extension ImporterApp {
    /// The feeds that an address leads to, the likeliest first; no store is
    /// touched.
    ///
    /// - Parameter text: what the user wrote: the address of a web page, or of a feed.
    /// - Returns: at least one feed.
    /// - Throws: ``ImporterAppError`` if the address cannot be loaded or leads to no feed.
    package func feeds(ledToBy text: String) async throws(ImporterAppError) -> [DiscoveredFeed] {
        try await looking(at: text) { loader, address, options in
            let lister = FeedPageLister(
                loader: loader,
                options: options,
                spacing: settings.pipeline.hostLimits.spacing,
                logger: logger
            )
            return try await lister.feeds(at: address).map(DiscoveredFeed.init)
        }
    }
}

extension DiscoveredFeed {
    fileprivate init(_ found: FeedPageLister.Found) {
        feedURL = found.url
        title = found.title
        type = found.type
        foundAs = found.place.flatMap(Place.init(rawValue:)) ?? .itself
    }
}
