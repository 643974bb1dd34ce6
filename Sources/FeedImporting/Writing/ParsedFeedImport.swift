import Persistence
import PodcastModel

/// A document that has been read, on its way into the store.
struct ParsedFeedImport: Sendable {
    private(set) var parsed: ParseFeedOperation.Output
    /// The request for the feed that it is of.
    let request: FeedImportRequest
    /// What was asked for; the same, unless the document has turned out to be of another feed.
    let asked: FeedImportRequest
    let tools: ImportTools
    /// Whether the user has accepted the document, whatever it changes.
    var isAccepted = false
    /// The document that is held back, once it is known to be needed.
    private(set) var held: HeldReading?
    /// Whether it is of another show than the feed that is seen to move to its address.
    private(set) var isOfOtherShow = false

    init(parsed: ParseFeedOperation.Output, request: FeedImportRequest, tools: ImportTools, isAccepted: Bool = false) {
        self.parsed = parsed
        self.request = parsed.known?.request ?? request
        asked = request
        self.tools = tools
        self.isAccepted = isAccepted
    }

    /// The same as the document of a feed that the store knows.
    func led(to known: KnownFeed?) -> ParsedFeedImport {
        ParsedFeedImport(parsed: parsed.led(to: known), request: asked, tools: tools, isAccepted: isAccepted)
    }

    /// The same as the document of what was asked for, and of nothing else.
    var ofOtherShow: ParsedFeedImport {
        var own = led(to: nil)
        own.isOfOtherShow = true
        return own
    }

    /// The same with what turned out to be needed: the items that were left out, and the document that is held back.
    func withWhatItTakes(_ conclusion: FeedImportUnit.Conclusion) async throws -> ParsedFeedImport {
        var whole = self
        whole.parsed = try parsed.readInFull(by: tools.reader)
        guard case .needsHeldDocument(let id) = conclusion else { return whole }
        let (state, held) = try await tools.persistence.mainContext().perform { unit throws(PersistenceError) in
            (try unit.refreshes.state(id: id), try unit.heldDocuments.document(of: id))
        }
        if let state, let held {
            whole.held = HeldReading(of: held, state, source: parsed.source, reader: tools.reader)
        }
        return whole
    }

    /// What it writes of its own, without what it says of its host and of moves.
    var unit: FeedImportUnit {
        FeedImportUnit(
            parsed: parsed,
            request: request,
            policy: tools.policy,
            isAccepted: isAccepted,
            held: held,
            editHistoryLimit: tools.editHistoryLimit,
            now: tools.now()
        )
    }

    /// Writes it, and says what was done.
    ///
    /// No other page is read for it: where the walk through them would have begun, the next refresh goes on.
    func write() async throws -> FeedImportResult {
        let work = unit
        // The context is made here, where it is used, so that no operation that
        // waits in the queue holds one.
        let context = try tools.persistence.newBackgroundContext()
        let clock = ContinuousClock()
        let start = clock.now
        let (conclusion, hasMorePages) = try await context.save { unit throws(PersistenceError) in
            let sight = try MoveSight(of: self.parsed, request: self.request, in: unit)
            let conclusion = try work.run(in: unit)
            return (conclusion, try self.notePages(sight, after: conclusion, in: unit))
        }
        guard case .done(let stored) = conclusion else { return try await withWhatItTakes(conclusion).write() }
        tools.logRetryAfter(of: parsed.response, source: request.source)
        var result = result(stored.outcome, warnings: stored.warnings + (hasMorePages ? [Self.pagesToCome] : []))
        result.podcastID = stored.podcastID
        result.episodeCount = stored.episodeCount
        result.seconds.import = start.duration(to: clock.now).inSeconds
        return result
    }

    /// Says that the address is another than the one that was guessed.
    private var httpWarning: [ImportWarning] {
        guard let address = request.addressWithoutTLS, address.string == parsed.source.feedURL else { return [] }
        return [ImportWarning(kind: .http, detail: "https does not answer; it was asked over http")]
    }

    /// The report of an import, or of a dry run, with all that the document warns of.
    func result(_ outcome: ImportOutcome, warnings: [ImportWarning]) -> FeedImportResult {
        var result = FeedImportResult(feed: request.name, outcome: outcome)
        let podcast = parsed.document.podcast
        result.title = podcast.title ?? StandInTitle.make(link: podcast.link, feedURL: parsed.source.feedURL)
        let others = parsed.document.warnings + [knownFeedWarning].compactMap(\.self) + httpWarning
        // Of what was put off it is said first why (docs/Results.md).
        result.warnings = if case .postponed = outcome { warnings + others } else { others + warnings }
        result.describe(parsed.response)
        if parsed.isDiscovered { result.redirectedTo = parsed.source.feedURL }
        return result
    }
}
