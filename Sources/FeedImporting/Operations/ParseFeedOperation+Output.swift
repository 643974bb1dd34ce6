import FeedLoading
import FeedParsing
import PodcastModel

extension ParseFeedOperation {
    /// The document as read, and how it came.
    struct Output: Sendable {
        /// Without its episodes.
        private(set) var document: FeedDocument
        /// None if ``itemsAreLeftOut``, and not all if ``leavesItemsOut``.
        private(set) var episodes: [IncomingEpisode]
        let response: FeedResponse
        let source: FeedSource
        /// Whether a web page was given.
        private let isOfPage: Bool
        /// The feed that it is, if it is not the one that was asked for.
        ///
        /// The store knows it at the address to which that one has led for good, or has seen that it moves there.
        private(set) var known: KnownFeed?
        let digest: UInt64
        /// The bytes, should they have to be held; nil for the first document of a feed.
        let body: FeedBody?
        /// Whether the body may hold only what is new (http polling A1 17b).
        let isDelta: Bool
        /// How long the stage took.
        var seconds: Double
        /// Equal for the same items in any order (``IncomingEpisode/digest(of:)``); nil if they are left out.
        private(set) var itemsDigest: UInt64?
        /// What the items can be recognised by as bytes; nil if they cannot.
        private(set) var itemBlock: KnownItemBlock?
        /// The document, if items were recognised and not read: they are those of the last one, or the store has
        /// changed since.
        private(set) var unread: DocumentSource?
        /// The items one by one; nil if they cannot be told apart, or are left out together.
        private(set) var layout: ItemLayout?
        /// All items, those that were left out as the store knew them ahead of the import; nil if it does not know them
        /// or was not asked.
        private(set) var ahead: Ahead?

        /// Whether a web page was given, and the source is what it led to, which is no feed that is known elsewhere.
        var isDiscovered: Bool { isOfPage && known == nil }

        /// The items of a document as long as the store knows their episodes as it did.
        struct Ahead: Sendable {
            let known: EpisodesAhead
            /// Nil if the items are those of the last document, and need not be matched.
            let plan: PlanAhead?
            fileprivate let episodes: [IncomingEpisode]
            fileprivate let itemsDigest: UInt64
        }

        /// Whether any items were not read.
        var leavesItemsOut: Bool { unread != nil }
        /// Whether none were.
        var itemsAreLeftOut: Bool { unread != nil && layout == nil }

        init(
            document: FeedDocument,
            episodes: [IncomingEpisode],
            response: FeedResponse,
            source: FeedSource,
            isDiscovered: Bool,
            digest: UInt64,
            body: FeedBody?,
            isDelta: Bool,
            seconds: Double,
            itemBlock: KnownItemBlock? = nil,
            layout: ItemLayout? = nil,
            unread: DocumentSource? = nil,
            known: KnownFeed? = nil
        ) {
            self.document = document
            self.episodes = episodes
            self.response = response
            self.source = source
            isOfPage = isDiscovered
            self.digest = digest
            self.body = body
            self.isDelta = isDelta
            self.seconds = seconds
            self.itemBlock = itemBlock
            self.layout = layout
            self.unread = unread
            self.known = known
            itemsDigest = unread == nil ? IncomingEpisode.digest(of: episodes) : nil
        }

        /// The same as the document of a feed that the store knows; nil for that of the feed that was asked for.
        func led(to known: KnownFeed?) -> Output {
            var output = self
            output.known = known
            return output
        }

        /// The same with its items, should they be needed after all.
        func readInFull(by reader: FeedDocumentReader) throws(FeedParsingError) -> Output {
            guard let unread else { return self }
            var reading = try reader.read(unread, items: .unknown(nil))
            let episodes = reading.takeEpisodes()
            var whole = with(episodes, digest: IncomingEpisode.digest(of: episodes))
            whole.document = reading.document
            whole.itemBlock = reading.itemBlock
            whole.layout = reading.layout
            return whole
        }

        /// The same with stand-ins for the items that were not read; nil if these are needed after all.
        func completed(with stored: StoredEpisodes) -> Output? {
            allItems(with: stored).map { with($0, digest: IncomingEpisode.digest(of: $0)) }
        }

        /// The same with the stand-ins that were made ahead.
        func completed(with ahead: Ahead) -> Output {
            with(ahead.episodes, digest: ahead.itemsDigest)
        }

        /// Makes the stand-ins for the items that were not read, and matches all.
        mutating func complete(ahead known: EpisodesAhead) {
            guard let whole = completed(with: known.stored), let digest = whole.itemsDigest else { return }
            ahead = Ahead(
                known: known,
                plan: PlanAhead(of: whole, to: known),
                episodes: whole.episodes,
                itemsDigest: digest
            )
        }

        private func allItems(with stored: StoredEpisodes) -> [IncomingEpisode]? {
            layout.flatMap { StandIns(layout: $0, read: episodes, stored: stored).completed() }
        }

        private func with(_ items: [IncomingEpisode], digest: UInt64) -> Output {
            var whole = self
            whole.episodes = items
            whole.itemsDigest = digest
            whole.unread = nil
            whole.ahead = nil
            return whole
        }
    }
}
