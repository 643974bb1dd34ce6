/// What one run of the importer is to do.
package struct ImportRun: Sendable {
    /// Which feeds to import.
    package enum Selection: Sendable, Hashable {
        /// These, as the user wrote them: URLs, paths, `-`.
        case feeds([String])
        /// Every subscription that is due.
        case due
        /// Every subscription that is followed.
        case all
    }

    package var selection: Selection
    /// Whether feeds that are not followed yet are subscribed.
    package var subscribes: Bool
    /// Whether to read documents even if they seem unchanged.
    package var force: Bool
    /// Whether to read all pages of paged feeds.
    package var backfills = false
    /// Whether to wait for another process that is importing a feed.
    package var waits: Bool
    /// Whether only to say what would be done; nothing is written then.
    package var isDryRun = false
    /// Whether results of feeds without news are to say how many episodes they have.
    package var countsEpisodes = true
    /// The address a document from a file or standard input belongs to.
    package var asURL: String?

    package init(
        selection: Selection,
        subscribes: Bool = true,
        force: Bool = false,
        waits: Bool = true,
        asURL: String? = nil
    ) {
        self.selection = selection
        self.subscribes = subscribes
        self.force = force
        self.waits = waits
        self.asURL = asURL
    }

    /// The same, but nothing is written.
    var rehearsed: ImportRun {
        var run = self
        run.isDryRun = true
        return run
    }
}
