import FeedLoading
import Persistence
import PodcastModel

extension RefreshSuccess {
    /// What a response that brought no failure leaves behind: its validators
    /// are taken even if it brought nothing new (http polling A1 6, 8).
    init(
        _ response: FeedResponse,
        of state: RefreshState,
        _ decision: RefreshDecision,
        at now: Timestamp,
        validatorsMark: String?,
        document: Document? = nil,
        confirmsListing: Bool = true
    ) {
        self.init(
            at: now,
            validators: response.validators,
            // Only a document shows that validators mean what they say: a 304
            // does not make them younger (A1 12).
            validatorsAt: response.status == 304 ? state.validatorsAt : now,
            document: document,
            confirmsListing: confirmsListing,
            nextDueAt: decision.dueAt,
            dueReasons: decision.reasons,
            validatorsMark: validatorsMark
        )
    }
}

extension RefreshFailure {
    init(_ failure: ImportFailure, _ decision: RefreshDecision, at now: Timestamp) {
        self.init(
            at: now,
            kind: failure.kind,
            message: failure.message,
            nextDueAt: decision.dueAt,
            dueReasons: decision.reasons,
            newState: decision.newState
        )
    }
}

extension RefreshStore {
    /// Notes where a walk through pages is, for a later refresh to go on there if it is interrupted; nil if it is over.
    func setPendingPage(at walk: PageWalk?, ofPodcast podcastID: Int64) throws(PersistenceError) {
        let closesGap = walk?.endsAtWhatIsKnown ?? false
        try setPendingPage(walk?.current.string, closesGap: closesGap, ofPodcast: podcastID)
    }
}

extension SubscriptionStore {
    /// Remembers that the feed's server has to be spoken to in HTTP/1.1 for a while, or expects the password in another
    /// encoding, so that the next refresh need not find out again (http polling A5 53, A6 62).
    ///
    /// - Parameters:
    ///   - response: what the server has answered.
    ///   - request: what it was asked.
    ///   - state: the feed, with the settings that it has now.
    ///   - now: the time.
    /// - Throws: ``PersistenceError``.
    func noteFallbacks(
        of response: FeedResponse,
        to request: FeedImportRequest,
        after state: RefreshState,
        at now: Timestamp
    ) throws(PersistenceError) {
        let id = state.subscriptionID
        if response.needsHTTP1 {
            try speakHTTP1(to: state, from: now)
        } else if request.triesHTTP2Again, TemporaryHTTP1(in: state.overrides) != nil {
            // HTTP/2 works again.
            try setOverride(TransferOverride.httpVersion.rawValue, to: nil, of: id)
        }
        if let encoding = response.passwordEncoding?.rawValue {
            try setOverride(TransferOverride.passwordEncoding.rawValue, to: encoding, of: id)
        }
    }

    /// Has a feed's server spoken to in HTTP/1.1 for a while (http polling A5 53).
    func speakHTTP1(to state: RefreshState, from now: Timestamp) throws(PersistenceError) {
        let value = TemporaryHTTP1(from: now).value
        try setOverride(TransferOverride.httpVersion.rawValue, to: value, of: state.subscriptionID)
    }
}

extension FetchRecord {
    /// What happened when the feed was asked, with what was sent and received.
    ///
    /// Addresses that redirects led to may be signed, so all but their host is
    /// hidden.
    init(_ response: FeedResponse, outcome: ImportOutcome, at now: Timestamp) {
        self.init(at: now, outcome: outcome.word.rawValue)
        status = response.status
        bytes = Int64(response.wireBytes)
        sent = response.sentValidators.headers
        received["ETag"] = response.ownValidators.etag?.forHistory
        received["Last-Modified"] = response.ownValidators.lastModified?.forHistory
        received["Cache-Control"] = response.freshness.shownCacheControl?.forHistory
        received["Expires"] = response.freshness.shownExpires?.forHistory
        received["Content-Type"] = response.contentType?.forHistory
        take(response.redirects, microseconds: response.timings.total)
    }

    /// What there is to say of a load that failed.
    mutating func take(_ progress: LoadProgress) {
        sent = progress.sent.headers
        take(progress.redirects, microseconds: Int(progress.duration / .microseconds(1)))
    }

    private mutating func take(_ hops: [RedirectHop], microseconds: Int) {
        redirects = hops.map { Redirect(status: $0.status, location: $0.location.redacted) }
        if microseconds > 0 { seconds = ["total": Double(microseconds) / 1_000_000] }
    }
}

extension HTTPValidators {
    /// The values by the names of the headers they are sent in, for the history.
    var headers: HeaderFields {
        var headers = HeaderFields()
        headers["If-None-Match"] = etag?.forHistory
        headers["If-Modified-Since"] = lastModified?.forHistory
        return headers
    }
}

extension String {
    /// The beginning of a value that a server has made as long as it likes: fifty fetches of each feed are remembered.
    fileprivate var forHistory: String { utf8.count > 1000 ? prefix(1000) + "…" : self }
}

extension FeedImportResult {
    /// Takes over what there is to say of the answer.
    mutating func describe(_ response: FeedResponse) {
        httpStatus = response.status
        byteCount = response.decodedBytes
        redirectedTo = response.redirects.last.map { $0.repeatsPassword ? $0.location.redacted : $0.location.string }
    }
}
