package import FeedLoading
package import Persistence

/// How one attempt to refresh a feed ended, as far as it matters for the next.
///
/// What failed because the network here is down is no answer, and decides nothing (``OutageDetector``).
package enum RefreshAnswer: Sendable {
    /// A document that was read, or word that nothing has changed.
    case success(FeedResponse)
    /// The attempt failed, and the feed or its server is why.
    ///
    /// What redirects on the way have asked for counts for the feed, too, but is no answer of where it failed.
    case failure(RefreshTrouble, retryAfter: RetryAfter? = nil, redirects: RetryAfter? = nil)
}

/// The kinds of failure that are answered by different waits (http polling A3).
package enum RefreshTrouble: Hashable, Sendable {
    /// Likely to pass: 5xx, 408, 425, no connection, a body cut short (A3 38,
    /// 41, 43).
    case transient
    /// 429 (A3 39).
    case rateLimited
    /// 400, 403 and other answers that mean no (A3 34, 36).
    case refused
    /// 404 (A3 37).
    case notFound
    /// 410, after so many others in a row (A3 37).
    case gone(before: FailureStreak)
    /// 401 or 407 (A3 35).
    case needsAuth
    /// Its password is not sent without TLS, so that it was not asked (A6 63).
    case withheldCredentials
    /// An answer without a document that says nothing is wrong: a 304 that was
    /// not asked for (A1 16).
    case noData
    /// There was a body, but it is no feed (A3 31).
    case unreadable
}

extension RefreshAnswer {
    /// What an error of the pipeline says of the feed; the earlier 410s are
    /// filled in where the store can be asked.
    init(_ error: any Error) {
        guard let error = error as? FeedLoadingError else {
            self = .failure(.unreadable)
            return
        }
        self = .failure(error.trouble, retryAfter: error.retryAfter)
    }

    /// The answer of a feed that is charged with an error.
    ///
    /// - Parameters:
    ///   - error: what went wrong.
    ///   - response: the response whose document could not be used, if there was one.
    ///   - redirects: what redirects on the way said of when to come back: it is not ours to ask sooner because of what
    ///     is found where they lead.
    init(charging error: any Error, of response: FeedResponse?, after redirects: RetryAfter?) {
        self.init(error)
        if case .failure(let trouble, let retryAfter, _) = self {
            let own = retryAfter ?? response?.freshness.retryAfter
            self = .failure(trouble, retryAfter: own, redirects: redirects)
        }
    }

    /// The same answer with the 410s before it.
    func after(_ streak: @autoclosure () throws(PersistenceError) -> FailureStreak) throws(PersistenceError) -> Self {
        guard case .failure(.gone, let retryAfter, let redirects) = self else { return self }
        return .failure(.gone(before: try streak()), retryAfter: retryAfter, redirects: redirects)
    }
}

extension FeedLoadingError {
    fileprivate var trouble: RefreshTrouble {
        switch self {
        case .gone: .gone(before: FailureStreak())
        case .notFound, .fileNotFound: .notFound
        case .unauthorized: .needsAuth
        case .credentialsRefused: .withheldCredentials
        case .rateLimited: .rateLimited
        case .unsolicitedNotModified: .noData
        // A wall against bots, too: nobody gets past it by coming back soon (http polling A3 36).
        case .forbidden: .refused
        case .mediaBody, .emptyBody, .undecodableBody, .isDirectory: .unreadable
        default: isTransient ? .transient : .refused
        }
    }
}
