package import PodcastModel

/// What became of a load that did not fail.
///
/// Indirect, because a response is some forty words, and goes through many hands.
package indirect enum FeedLoadResult: Sendable {
    /// There is a body to parse.
    case loaded(LoadedFeed)
    /// The server says that what we have is what it has (304).
    case notModified(FeedResponse)

    /// The response without its body.
    package var response: FeedResponse {
        switch self {
        case .loaded(let feed): feed.response
        case .notModified(let response): response
        }
    }
}

/// The bytes of a feed and where they came from.
package struct LoadedFeed: Sendable {
    /// The body with every content coding removed.
    package let body: FeedBody
    /// XXH64 of `body`, and of the charset that HTTP names if it is none of UTF-8, to recognise the document next time.
    ///
    /// The same bytes are another text where a server has put its charset right (http polling A1 14).
    package let digest: UInt64
    /// Whether the body may hold only what is new since the ETag sent: nothing may be concluded from what is missing in
    /// it.
    ///
    /// So it is with any answer to a request that allows for that, for some servers do it and answer with 200 instead of
    /// 226 IM Used.
    package let isDelta: Bool
    /// The response that carried it.
    package let response: FeedResponse

    /// Makes a loaded feed; the digest is taken here.
    package init(body: FeedBody, isDelta: Bool = false, response: FeedResponse = FeedResponse()) {
        var digest = ContentDigest()
        body.withBytes { digest.update(UnsafeRawBufferPointer($0)) }
        body.giveBackPages()
        if let charset = response.charset, !Self.labelsOfUTF8.contains(charset) { digest.update(charset) }
        var response = response
        response.decodedBytes = body.count
        self.body = body
        self.digest = digest.finalize()
        self.isDelta = isDelta
        self.response = response
    }

    /// With these a document is read as without any label; ASCII is UTF-8, too.
    private static let labelsOfUTF8: Set<String> = ["utf-8", "utf8", "us-ascii"]
}

/// A response, all but its body.
package struct FeedResponse: Sendable {
    /// The HTTP status; nil for files and standard input.
    package var status: Int?
    /// The address that answered, redirects followed; nil for other sources.
    package var finalURL: FeedURL?
    /// Every redirect followed, in order.
    package var redirects: [RedirectHop] = []
    /// Where the unbroken run of permanent redirects from the first address
    /// leads, if there is one (http polling A4 46a).
    package var permanentURL: FeedURL?
    /// What to send the next time.
    ///
    /// From a 200 exactly what it carried, nil included; from a 304 the stored
    /// values where it carried none.
    package var validators = HTTPValidators()
    /// What the server, or one that redirects to it, was named to be answered by 304.
    package var sentValidators = HTTPValidators()
    /// What the response itself carried of ``validators``.
    package var ownValidators = HTTPValidators()
    /// How long the response says it is fresh.
    package var freshness = ResponseFreshness()
    /// The media type, such as `application/rss+xml`, lower-case; a hint.
    package var contentType: String?
    /// The charset of the Content-Type, lower-case; a hint.
    package var charset: String?
    /// Bytes of the body as transferred.
    package var wireBytes = 0
    /// Bytes of the body after decoding.
    package var decodedBytes = 0
    /// The limit at which the rest of the body was left; nil if it is whole.
    ///
    /// What came before it is the feed's all the same.
    package var cutAt: SizeLimit?
    /// Where the time went.
    package var timings = TransferTimings()
    /// The IP address that answered, or the proxy's.
    package var remoteAddress: String?
    /// The HTTP version spoken: `1.0`, `1.1`, `2` or `3`.
    package var httpVersion: String?
    /// Whether HTTP/2 failed and HTTP/1.1 then did not: worth remembering for
    /// this feed (http polling A5 53).
    package var needsHTTP1 = false
    /// The encoding in which the password was accepted, if another was refused: worth remembering, too (A6 62).
    package var passwordEncoding: PasswordEncoding?
    /// Whether the server wants to be spoken to otherwise than it was at first.
    package var neededFallback: Bool { needsHTTP1 || passwordEncoding != nil }

    /// Makes a response that says nothing.
    package init() {}
}

/// One redirect that was followed.
package struct RedirectHop: Hashable, Sendable {
    /// 301, 302, 303, 307 or 308.
    package let status: Int
    /// The absolute address it led to, without fragment and userinfo.
    package let location: FeedURL
    /// Whether it was 301 or 308, and the address is one that may be kept.
    package let isPermanent: Bool
    /// What the redirect said of when to come back (http polling A3 32).
    package let retryAfter: RetryAfter?
    /// Whether the address repeats the password that was sent, so that it is neither to be shown nor to take the place
    /// of the feed's own (http polling A6 64).
    package let repeatsPassword: Bool

    /// Makes a hop.
    package init(
        status: Int,
        location: FeedURL,
        retryAfter: RetryAfter? = nil,
        repeatsPassword: Bool = false
    ) {
        self.status = status
        self.location = location
        self.retryAfter = retryAfter
        self.repeatsPassword = repeatsPassword
        isPermanent = (status == 301 || status == 308) && !repeatsPassword
    }
}

/// When each phase of the last hop was over, in microseconds from its start,
/// and how long all hops took together.
package struct TransferTimings: Hashable, Sendable {
    /// The host name was looked up.
    package var resolved = 0
    /// The connection stood.
    package var connected = 0
    /// TLS was negotiated; 0 without it.
    package var secured = 0
    /// The last byte came.
    package var finished = 0
    /// All hops, redirects included.
    package var total = 0
}
