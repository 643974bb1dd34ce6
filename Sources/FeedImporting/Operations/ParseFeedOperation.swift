import FeedLoading
import FeedParsing
import Operations
import PodcastModel

/// The second stage: turns the bytes into episodes ready to be matched.
///
/// Runs on a queue as wide as there are cores.
final class ParseFeedOperation: BaseOperation<ParseFeedOperation.Output>, @unchecked Sendable {
    /// The document as read, and how it came.
    struct Output: Sendable {
        /// Without its episodes.
        let document: FeedDocument
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
        fileprivate(set) var seconds: Double
        /// Equal for the same items in any order (``IncomingEpisode/digest(of:)``); nil if they are left out.
        private(set) var itemsDigest: UInt64?
        /// Equal for the same items as bytes (``ItemBlockDigest``); nil if they cannot be recognised by that.
        let itemBlockDigest: UInt64?
        /// The document, if items were recognised and not read: they are those of the last one, or the store has
        /// changed since.
        private(set) var unread: DocumentSource?
        /// The items one by one; nil if they cannot be told apart, or are left out together.
        let layout: ItemLayout?
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
            itemBlockDigest: UInt64? = nil,
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
            self.itemBlockDigest = itemBlockDigest
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
            return Output(
                document: reading.document,
                episodes: episodes,
                response: response,
                source: source,
                isDiscovered: isOfPage,
                digest: digest,
                body: body,
                isDelta: isDelta,
                seconds: seconds,
                itemBlockDigest: reading.itemBlockDigest,
                layout: reading.layout,
                known: known
            )
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
        fileprivate mutating func complete(ahead known: EpisodesAhead) {
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

    private let identity: String?
    private let state: RefreshState?
    private let reader: FeedDocumentReader
    private let items: ItemReading
    private let episodesAhead: @Sendable (_ podcastID: Int64, _ subscriptionID: Int64) throws -> EpisodesAhead?
    private let discovered: @Sendable (_ feedURL: String) async throws -> RefreshState?
    private let known: @Sendable (_ response: FeedResponse, _ isOfPage: Bool) async throws -> KnownFeed?

    /// Makes the stage that reads what `load` brings.
    ///
    /// - Parameters:
    ///   - load: brings it.
    ///   - identity: the address that the document belongs to, if it is not the source's.
    ///   - state: what the store remembers of the feed that was asked for.
    ///   - reader: reads it.
    ///   - items: which items are to be read.
    ///   - episodesAhead: reads what the store knows of a podcast's episodes, for a document whose items were not all read.
    ///   - discovered: what the store remembers of a feed that a web page has led to.
    ///   - known: the feed to which redirects have led for good, or that is seen to move to where it was found, if the
    ///     store knows it and not the one that was asked for.
    init(
        load: LoadFeedOperation,
        identity: String?,
        state: RefreshState?,
        reader: FeedDocumentReader,
        items: ItemReading,
        episodesAhead: @escaping @Sendable (_ podcastID: Int64, _ subscriptionID: Int64) throws -> EpisodesAhead? = {
            _,
            _ in nil
        },
        discovered: @escaping @Sendable (_ feedURL: String) async throws -> RefreshState? = { _ in nil },
        known: @escaping @Sendable (_ response: FeedResponse, _ isOfPage: Bool) async throws -> KnownFeed? = { _, _ in
            nil
        }
    ) {
        self.identity = identity
        self.state = state
        self.reader = reader
        self.items = items
        self.episodesAhead = episodesAhead
        self.discovered = discovered
        self.known = known
        super.init()
        // The dependency is the only link to it, and ends when this stage does:
        // the bytes must not live as long as the import does.
        addDependency(load)
    }

    override func execute() async throws -> Output {
        guard let load = try dependency(LoadFeedOperation.self)?.result?.get(), case .loaded(let feed) = load.result
        else { throw CancellationError() }
        var state = state
        var known: KnownFeed?
        let isOfPage = load.candidateCount != nil
        if isOfPage, let feedURL = load.source.feedURL { state = try await discovered(feedURL) }
        if isOfPage ? state == nil : state?.podcastID == nil {
            known = try await self.known(feed.response, isOfPage)
            state = known?.request.refreshState ?? state
        }
        let clock = ContinuousClock()
        let start = clock.now
        let source = DocumentSource(
            body: feed.body,
            baseURL: identity ?? feed.response.finalURL?.string ?? load.source.feedURL,
            charset: feed.response.charset,
            guidsAreUnreliable: state?.guidsAreUnreliable ?? false
        )
        // What is only a part, or came from another place than before, is read whatever it is.
        let items = feed.isDelta || isOfPage ? .all : items
        var reading: DocumentReading
        do {
            reading = try reader.read(source, items: items)
        } catch {
            let error = error.hiding(load.secrets)
            if case .html = error, let failure = load.candidateFailure {
                throw FeedDiscovery.failure(error, at: load.source, naming: failure)
            }
            throw feed.failure(error, feed: load.source.redacted)
        }
        reading.layout?.memory = try items.found()
        if let warning = feed.cutWarning(reading.document) { reading.document.warnings.append(warning) }
        if let count = load.candidateCount {
            reading.document.warnings.append(FeedDiscovery.warning(took: load.source, among: count))
        }
        let episodes = reading.takeEpisodes()
        var output = Output(
            document: reading.document,
            episodes: episodes,
            response: feed.response,
            source: load.source,
            isDiscovered: isOfPage,
            digest: feed.digest,
            // Only a document that would change a known podcast can be held.
            body: state?.podcastID == nil ? nil : feed.body,
            isDelta: feed.isDelta,
            seconds: start.duration(to: clock.now).inSeconds,
            itemBlockDigest: reading.itemBlockDigest,
            layout: reading.layout,
            unread: reading.itemsAreLeftOut || reading.layout?.leavesItemsOut == true ? source : nil,
            known: known
        )
        if output.leavesItemsOut, !output.itemsAreLeftOut, let state, let podcast = state.podcastID,
            let known = try episodesAhead(podcast, state.subscriptionID)
        {
            output.complete(ahead: known)
            output.seconds = start.duration(to: clock.now).inSeconds
        }
        return output
    }
}
