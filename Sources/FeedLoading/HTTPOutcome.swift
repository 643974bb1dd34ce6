import PodcastModel

/// The last response of a load, and what it means (http polling A3).
struct HTTPOutcome {
    let hop: HopRequest
    let response: HopResponse
    let trail: RedirectTrail
    /// What was sent on the way to be answered by 304.
    let sentValidators: HTTPValidators
    let microseconds: Int
    /// How the server had to be spoken to.
    let fallbacks: RequestFallbacks

    /// The result, or the error that the status or the body stands for.
    func result(request: FeedLoadRequest, decoder: ContentDecoder) throws(FeedLoadingError) -> FeedLoadResult {
        let head = response.head
        switch head.status {
        case 200, 203:
            return .loaded(try loadedFeed(isDelta: hop.asksForDelta, request: request, decoder: decoder))
        case 226 where isDelta:
            return .loaded(try loadedFeed(isDelta: true, request: request, decoder: decoder))
        case 304:
            guard !hop.validators.isEmpty else { throw unsolicited }
            return .notModified(notModified)
        default:
            throw FeedLoadingError(head: head, retryAfter: retryAfter, to: hop, of: request.source)
        }
    }

    /// The response to a conditional request by which nothing has changed: validators that it leaves out stay as they
    /// were sent (http polling A1 8).
    var notModified: FeedResponse {
        var described = description
        let (received, sent) = (described.validators, hop.validators)
        described.validators = HTTPValidators(
            etag: received.etag ?? sent.etag,
            lastModified: received.lastModified ?? sent.lastModified,
            url: received.url ?? sent.url
        )
        return described
    }

    private var unsolicited: FeedLoadingError {
        .unsolicitedNotModified(feed: hop.url.redacted, retryAfter: retryAfter)
    }

    /// What this server said of when to come back to it; what redirects on the way said is on their hops.
    private var retryAfter: RetryAfter? { response.head.asksToWait }

    private var answer: AnswerHead { AnswerHead(status: response.head.status, retryAfter: retryAfter) }

    /// A 226 counts only if it was asked for and says that it is one.
    private var isDelta: Bool {
        guard hop.asksForDelta else { return false }
        let manipulations = response.head[.instanceManipulation]?.split(separator: ",") ?? []
        return manipulations.contains { $0.prefix { $0 != ";" }.trimmedOfBlanks.lowercased() == "feed" }
    }

    private func loadedFeed(
        isDelta: Bool,
        request: FeedLoadRequest,
        decoder: ContentDecoder
    ) throws(FeedLoadingError) -> LoadedFeed {
        let feed = hop.url.redacted
        let (codings, limits) = (response.head[.contentEncoding], request.options.sizeLimits)
        let body: DecodedBody
        do {
            body = try decoder.decode(response.body, cutAt: response.cutAt, codings: codings, limits: limits)
        } catch .unsupported(let coding) {
            // What a server makes up may be what it was sent.
            let secrets = KnownSecrets(
                addresses: trail.hops.map(\.location) + [hop.url],
                credentials: request.credentials
            )
            let hidden = ContentDecodingError.unsupported(coding: secrets.hidden(in: coding))
            throw FeedLoadingError(decoding: hidden, feed: feed, answer: answer)
        } catch {
            throw FeedLoadingError(decoding: error, feed: feed, answer: answer)
        }
        return try LoadedFeed(checking: body, isDelta: isDelta, response: description, feed: feed)
    }

    private var description: FeedResponse {
        let head = response.head
        let contentType = head[.contentType].map(ContentType.init)
        var described = FeedResponse()
        described.status = head.status
        described.finalURL = hop.url
        described.redirects = trail.hops
        described.permanentURL = trail.permanentURL
        described.sentValidators = sentValidators
        described.ownValidators = HTTPValidators(received: head, from: hop.url)
        described.validators = described.ownValidators
        described.freshness = ResponseFreshness(head: head)
        described.freshness.retryAfter = retryAfter
        described.contentType = contentType?.mediaType
        described.charset = contentType?.charset
        described.wireBytes = response.wireBytes
        described.timings = response.timings
        described.timings.total = microseconds
        described.remoteAddress = response.remoteAddress
        described.httpVersion = head.httpVersion
        described.needsHTTP1 = fallbacks.hasGivenUpHTTP2
        described.passwordEncoding = fallbacks.hasChangedEncoding ? fallbacks.passwordEncoding : nil
        return described
    }
}

extension LoadedFeed {
    /// A decoded body, if it may be a feed.
    init(
        checking decoded: DecodedBody,
        isDelta: Bool,
        response: FeedResponse,
        feed: String
    ) throws(FeedLoadingError) {
        guard decoded.body.count > 0 else { throw .emptyBody(feed: feed, answer: AnswerHead(response)) }
        if let kind = decoded.body.withBytes({ MediaSignature.kind(of: $0) }) {
            throw .mediaBody(feed: feed, kind: kind, answer: AnswerHead(response))
        }
        var response = response
        response.cutAt = decoded.cutAt
        self.init(body: decoded.body, isDelta: isDelta, response: response)
    }
}

extension HTTPValidators {
    /// Both values as received, and from where.
    ///
    /// An empty one is none: it cannot be sent back. Nor can an ETag of `*`, which
    /// would ask for nothing as long as there is anything. A Last-Modified of 2038 is
    /// the end of a 32-bit clock, not a date: sent back, it would never be
    /// answered with anything new (http polling A1 13).
    fileprivate init(received head: ResponseHead, from url: FeedURL) {
        self.init(
            etag: head[.etag].flatMap { $0.isEmpty || $0 == "*" ? nil : $0 },
            lastModified: head[.lastModified].flatMap { $0.isEmpty || Self.isEndOfClock($0) ? nil : $0 }
        )
        if !isEmpty { self.url = url.string }
    }

    /// Whether 2038 is in a text; looked for by bytes, for every answer has a date.
    private static func isEndOfClock(_ date: String) -> Bool {
        var matched = 0
        let year: StaticString = "2038"
        return year.withUTF8Buffer { year in
            for byte in date.utf8 {
                matched = byte == year[matched] ? matched + 1 : (byte == year[0] ? 1 : 0)
                if matched == year.count { return true }
            }
            return false
        }
    }
}

extension ResponseFreshness {
    fileprivate init(head: ResponseHead) {
        cacheControl = head[.cacheControl]
        expires = head[.expires]
        age = head[.age]
        date = head[.date]
    }
}
