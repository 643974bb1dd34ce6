import PodcastModel

/// The redirects followed so far, and what they say about the feed's address.
///
/// Every hop is a request of its own, so that each is checked, and because
/// only an unbroken run of permanent redirects may change the stored address
/// (http polling A3 32, A4 46).
struct RedirectTrail {
    private(set) var hops: [RedirectHop] = []
    /// Where the permanent run leads; nil if the first hop is temporary.
    private(set) var permanentURL: FeedURL?
    private(set) var currentURL: FeedURL
    private var visited: Set<FeedURL>
    private var isPermanentSoFar = true
    private let start: FeedURL
    private let rules: RedirectRules
    /// What the first address is sent.
    private let credentials: FeedCredentials?

    init(start: FeedURL, rules: RedirectRules, credentials: FeedCredentials? = nil) {
        self.start = start
        currentURL = start
        visited = [start]
        self.rules = rules
        self.credentials = credentials
    }

    /// Whether a response of this status is to be followed.
    static func isRedirect(_ status: Int) -> Bool {
        switch status {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    /// Goes where a redirect leads, if it may be gone.
    ///
    /// - Parameters:
    ///   - status: the status of the redirect.
    ///   - location: its Location.
    ///   - retryAfter: what it says of when to come back.
    /// - Throws: why it cannot be followed, with what it says of when to come back (A3 32).
    mutating func follow(
        status: Int,
        location: String?,
        retryAfter: RetryAfter? = nil
    ) throws(FeedLoadingError) {
        let feed = currentURL.redacted
        let answer = AnswerHead(status: status, retryAfter: retryAfter)
        guard hops.count < rules.maximumCount else {
            throw .tooManyRedirects(feed: feed, limit: rules.maximumCount, answer: answer)
        }
        guard let location, !location.isEmpty else {
            throw .invalidRedirect(feed: feed, status: status, answer: answer)
        }
        let target: FeedURL
        do {
            target = try RedirectLocation.resolve(location, against: currentURL)
        } catch .unsupportedScheme(let scheme) {
            throw .unsafeRedirect(feed: feed, scheme: scheme, answer: answer)
        } catch {
            throw .invalidRedirect(feed: feed, status: status, answer: answer)
        }
        let isDowngrade = currentURL.scheme == "https" && target.scheme == "http"
        guard !isDowngrade || rules.allowsDowngrade else { throw .downgradingRedirect(feed: feed, answer: answer) }
        guard visited.insert(target).inserted else { throw .redirectLoop(feed: feed, answer: answer) }

        let repeatsPassword = credentials?.areRepeated(in: target, behind: start) ?? false
        let hop = RedirectHop(
            status: status,
            location: target,
            retryAfter: retryAfter,
            repeatsPassword: repeatsPassword
        )
        isPermanentSoFar = isPermanentSoFar && hop.isPermanent && !isDowngrade
        if isPermanentSoFar { permanentURL = target }
        hops.append(hop)
        currentURL = target
    }
}
