import FeedLoading
import FeedParsing
import Persistence
import PodcastModel

/// Why one feed could not be imported: an error of one of the layers below,
/// with the feed it happened to.
enum FeedImportError: Error, Sendable {
    case load(FeedLoadingError)
    case parse(FeedParsingError, feed: String)
    case store(PersistenceError)
    /// The document may not be imported; the failure says why.
    case refused(ImportFailure)
    /// The run was ended before this feed was done.
    case cancelled(feed: String)
    /// An error that no layer promises; it is reported, not hidden.
    case unexpected(String, feed: String, stage: ImportFailure.Stage)

    /// Sorts an error by the layer it comes from.
    init(_ error: any Error, feed: String, stage: ImportFailure.Stage) {
        switch error {
        case FeedLoadingError.cancelled, PersistenceError.interrupted: self = .cancelled(feed: feed)
        case let error as FeedLoadingError: self = .load(error)
        case let error as FeedParsingError: self = .parse(error, feed: feed)
        case let error as PersistenceError: self = .store(error)
        case let failure as ImportFailure: self = .refused(failure)
        case is CancellationError: self = .cancelled(feed: feed)
        default: self = .unexpected(String(describing: error), feed: feed, stage: stage)
        }
    }

    /// The failure as the layers above see it; secrets are hidden already.
    ///
    /// - Parameters:
    ///   - now: the time, for what is to be tried later.
    ///   - store: the file of the store; nil where none is involved.
    ///   - response: that whose document could not be used, if it was not the load that failed.
    ///   - redirect: what redirects on the way said of when to come back.
    ///   - longestRetryAfter: the most seconds of a Retry-After that are believed.
    ///   - wasFeed: whether the address has led to a feed before.
    /// - Returns: the failure, in one line.
    func failure(
        now: Timestamp,
        store: String? = nil,
        of response: FeedResponse? = nil,
        after redirect: RetryAfter? = nil,
        longestRetryAfter: Int64 = HostPause.longestSeconds,
        wasFeed: Bool = false
    ) -> ImportFailure {
        func time(_ asked: RetryAfter?) -> Timestamp? {
            asked.map { now.adding(seconds: min($0.seconds(from: now), longestRetryAfter)) }
        }
        return switch self {
        case .load(let error):
            ImportFailure(
                stage: .load,
                kind: ImportFailure.Kind(rawValue: error.shortDescription),
                message: error.description,
                retryAfter: time(RetryAfter.longest(of: [error.retryAfter, redirect], from: now)),
                failureClass: error.meansNotAFeed ? .notAFeed : .feed
            )
        case .parse(let error, let feed):
            ImportFailure(
                stage: .parse,
                kind: ImportFailure.Kind(rawValue: error.shortDescription),
                message: "\(feed): \(error.description(wasFeed: wasFeed))",
                retryAfter: time(RetryAfter.longest(of: [response?.freshness.retryAfter, redirect], from: now)),
                failureClass: error.meansNotAFeed ? .notAFeed : .feed,
                newLocation: error.newLocation
            )
        case .store(let error):
            ImportFailure(
                stage: .import,
                kind: ImportFailure.Kind(rawValue: error.shortDescription),
                message: error.description(ofStoreAt: store),
                failureClass: error.isStorageFailure ? .storage : (error == .busy ? .busy : .feed)
            )
        case .refused(let failure):
            failure
        case .cancelled(let feed):
            ImportFailure(stage: .load, kind: .cancelled, message: "\(feed): stopped", failureClass: .cancelled)
        case .unexpected(let detail, let feed, let stage):
            ImportFailure(stage: stage, kind: .internalFailure, message: "\(feed): \(detail)")
        }
    }
}

extension FeedLoadingError {
    /// Whether the answer came, but cannot be a feed whatever is tried.
    ///
    /// What no server has sent is a file, which stays damaged or cut off however often it is read.
    fileprivate var meansNotAFeed: Bool {
        switch self {
        case .mediaBody, .emptyBody, .isDirectory: true
        case .partialBody(_, _, let answer), .undecodableBody(_, _, _, let answer): answer == nil
        default: false
        }
    }
}

extension FeedParsingError {
    /// Where a signpost leads.
    fileprivate var newLocation: String? {
        if case .redirect(let location) = self { location } else { nil }
    }

    /// All but a lack of memory are about the document.
    fileprivate var meansNotAFeed: Bool {
        self != .outOfMemory
    }
}
