import FeedLoading
import Persistence
import PodcastModel

/// Servers that refuse requests because they are conditional, and what is learned from them (http polling A1 12).
///
/// One that does so each time would fail for every document it gives. When it has shown that twice, and has answered no
/// conditional request since, its validators are left alone for as long as the history of these days is remembered.
enum RefusedConditions {
    /// Whether a failed conditional request may have failed for its conditions, and after how many in a row it is made
    /// without them.
    ///
    /// - Returns: how many; nil if it had another cause.
    static func patience(status: Int, kind: ImportFailure.Kind) -> Int? {
        switch status {
        case 400, 412, 431: 1
        case 401, 404, 407, 408, 410, 421, 425, 429, 503, 511: nil
        // What is meant for a 304 may come as an empty document.
        case 200, 203: kind == .emptyBody ? rejections : nil
        case 300..<400: nil
        default: rejections
        }
    }

    /// Whether the validators of a document that came without conditions are not worth keeping.
    static func areUsual(
        after response: FeedResponse,
        of state: RefreshState,
        policy: RefreshPolicy,
        at now: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Bool {
        guard response.status == 200 || response.status == 203, response.sentValidators.isEmpty,
            !response.validators.isEmpty, state.validators.isEmpty, state.lastSuccessAt != nil
        else { return false }
        let days = try unit.fetches.newest(of: state.subscriptionID)
            .prefix { now.seconds(since: $0.at) <= policy.validatorLifetime }
        return count(before: days) >= sightings
    }

    /// How often a request with conditions was refused, and the next one without them answered; back to the last answer
    /// to one with conditions.
    ///
    /// - Parameter fetches: those before an answer without conditions, newest first.
    /// - Returns: how often.
    static func count(before fetches: some Sequence<FetchRecord>) -> Int {
        var count = 0
        var isAnswered = true
        for fetch in fetches {
            guard let kind = fetch.errorKind else {
                guard fetch.sent.isEmpty else { break }
                isAnswered = true
                continue
            }
            let isRefusal = !fetch.sent.isEmpty && fetch.status.map { patience(status: $0, kind: kind) != nil } ?? false
            if isRefusal, isAnswered { count += 1 }
            isAnswered = false
        }
        return count
    }

    /// How often that has to be seen: once may be a server that was down for a while.
    private static let sightings = 2
    /// How often in a row a conditional request has to fail in one way until it is made without conditions.
    private static let rejections = 3
}
