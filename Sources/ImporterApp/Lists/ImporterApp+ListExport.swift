import Persistence
import PodcastModel

extension ImporterApp {
    /// Writes the feeds that are followed as an OPML list.
    ///
    /// Without secrets, user names and passwords are left out, and so are feeds
    /// whose address holds what looks like a key: without it the address would
    /// be of no use.
    ///
    /// - Parameters:
    ///   - withSecrets: whether to write everything.
    ///   - write: gets the list, line by line.
    /// - Returns: how many feeds were left out.
    /// - Throws: ``ImporterAppError``.
    package func exportList(
        withSecrets: Bool,
        to write: @escaping (String) -> Void
    ) async throws(ImporterAppError) -> Int {
        let feeds = try await withStore(.reading) { persistence in
            try await persistence.mainContext().perform { unit throws(PersistenceError) in
                try unit.subscriptions.listedFeeds()
            }
        }
        var writer = OPMLWriter(createdAt: Self.now(), withSecrets: withSecrets, write: write)
        var leftOut = 0
        for feed in feeds {
            guard let source = Self.source(of: feed) else { continue }
            if !withSecrets, case .http = source, feed.feedURL.holdsKey {
                leftOut += 1
            } else {
                writer.add(feed)
            }
        }
        writer.finish()
        return leftOut
    }

    /// Where a feed is; nil for what came from standard input, which has no address.
    private static func source(of feed: ListedFeed) -> FeedSource? {
        do {
            return try FeedSource(storedURL: feed.feedURL)
        } catch {
            return nil
        }
    }
}
