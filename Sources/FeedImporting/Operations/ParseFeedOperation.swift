import FeedLoading
import FeedParsing
import Operations
import PodcastModel

/// The second stage: turns the bytes into episodes ready to be matched.
///
/// Runs on a queue as wide as there are cores.
final class ParseFeedOperation: BaseOperation<ParseFeedOperation.Output>, @unchecked Sendable {
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
    ///   - discovered: what the store remembers of a feed that a web page has led to, or that a piped document is of.
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
        let isOfPage = load.candidateCount != nil
        let (state, known) = try await whatIsKnown(of: load, feed.response, isOfPage: isOfPage)
        let clock = ContinuousClock()
        let start = clock.now
        var source = DocumentSource(
            body: feed.body,
            baseURL: identity ?? feed.response.finalURL?.string ?? load.source.feedURL,
            charset: feed.response.charset,
            guidsAreUnreliable: state?.guidsAreUnreliable ?? false
        )
        // What is only a part, or came from another place than before, is read whatever it is.
        let items: ItemReading = feed.isDelta || isOfPage ? .all : items
        var reading = try read(source, items: items, of: load, feed)
        if try await isOfFeedWithoutGUIDs(reading.document.podcast, load) {
            source.guidsAreUnreliable = true
            reading = try read(source, items: items, of: load, feed)
        }
        let episodes = reading.takeEpisodes()
        var output = Output(
            document: reading.document,
            episodes: episodes,
            response: feed.response,
            source: load.source,
            isDiscovered: isOfPage,
            digest: feed.digest,
            body: mayBeHeld(load, state) ? feed.body : nil,
            isDelta: feed.isDelta,
            seconds: start.duration(to: clock.now).inSeconds,
            itemBlock: reading.itemBlock,
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

    /// Whether the document may have to be kept, for it would change a podcast that is known.
    ///
    /// Which podcast a piped document is of is known when it has been read.
    private func mayBeHeld(_ load: LoadFeedOperation.Output, _ state: RefreshState?) -> Bool {
        isPiped(load) || state?.podcastID != nil
    }

    /// Whether a piped document is one of a feed that is read without guids (identity C2 10): then it is read again.
    private func isOfFeedWithoutGUIDs(_ podcast: Podcast, _ load: LoadFeedOperation.Output) async throws -> Bool {
        guard isPiped(load) else { return false }
        return try await discovered(StandardInputAddress.make(of: podcast))?.guidsAreUnreliable == true
    }

    /// Whether the document has no address but the one that is made of what it says.
    private func isPiped(_ load: LoadFeedOperation.Output) -> Bool {
        if case .standardInput = load.source { return identity == nil }
        return false
    }

    /// What the store remembers of the feed that the document is of, and that feed, if it is not the one that was asked
    /// for.
    private func whatIsKnown(
        of load: LoadFeedOperation.Output,
        _ response: FeedResponse,
        isOfPage: Bool
    ) async throws -> (RefreshState?, KnownFeed?) {
        var state = state
        if isOfPage, let feedURL = load.source.feedURL { state = try await discovered(feedURL) }
        guard isOfPage ? state == nil : state?.podcastID == nil else { return (state, nil) }
        let known = try await self.known(response, isOfPage)
        return (known?.request.refreshState ?? state, known)
    }

    private func read(
        _ source: DocumentSource,
        items: ItemReading,
        of load: LoadFeedOperation.Output,
        _ feed: LoadedFeed
    ) throws -> DocumentReading {
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
        // Asked in any case: what went wrong when it was looked up is not to be passed over.
        let memory = try items.found()
        reading.layout?.memory = memory
        if let warning = feed.cutWarning(reading.document) { reading.document.warnings.append(warning) }
        if let count = load.candidateCount {
            reading.document.warnings.append(FeedDiscovery.warning(took: load.source, among: count))
        }
        return reading
    }
}
