import FeedImporting
import Persistence
package import PodcastModel

/// What a user can ask of subscriptions that exist.
package enum SubscriptionAction: Sendable {
    /// Leave it alone until it is resumed.
    case pause
    /// Refresh it again, as soon as it may be asked.
    case resume
    /// Refresh it now, whatever it waits for.
    case retry
}

/// A subscription of which something was asked.
package struct SubscriptionActionResult: Sendable {
    package let subscription: Subscription
    /// Until when its host is left alone, whatever is asked of the feed; nil if it is not.
    package let hostRestsUntil: Timestamp?
}

extension ImporterApp {
    /// Pauses, resumes or retries subscriptions: all or none.
    ///
    /// A daemon notices at once; without one, a retried feed is due at the next
    /// `import --due`.
    ///
    /// - Parameters:
    ///   - action: what is to happen.
    ///   - references: numbers or addresses.
    ///   - failing: retries every feed that fails, besides those named.
    /// - Returns: the subscriptions as they are then, with what keeps them from being asked all the same.
    /// - Throws: ``ImporterAppError``; `notFound` for a reference that names
    ///   none, `usage` for one that cannot be retried in its state.
    package func carryOut(
        _ action: SubscriptionAction,
        on references: [String],
        failing: Bool = false
    ) async throws(ImporterAppError) -> [SubscriptionActionResult] {
        let storedForms = references.map { ($0, storedForm(of: $0)) }
        let now = Self.now()
        let policy = settings.pipeline.refreshPolicy
        return try await withStore(.changing) { persistence in
            let outcome = try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try Self.carryOut(action, on: storedForms, failing: failing, policy, at: now, in: unit)
            }
            return try outcome.get()
        }
    }

    private static func carryOut(
        _ action: SubscriptionAction,
        on references: [(given: String, stored: String)],
        failing: Bool,
        _ policy: RefreshPolicy,
        at now: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Result<[SubscriptionActionResult], ImporterAppError> {
        // All are looked up first: a typo in the last must not leave the others done.
        var ids: [Int64]
        switch try named(references, fitting: action, in: unit) {
        case .success(let named): ids = named
        case .failure(let error): return .failure(error)
        }
        if failing {
            let query = SubscriptionQuery(states: [.active, .gone, .needsAuth, .held], isFailing: true)
            let found = try unit.subscriptions.subscriptions(matching: query).filter { $0.duplicateOf == nil }.map(\.id)
            let named = Set(ids)
            ids += found.filter { !named.contains($0) }
        }
        var result: [SubscriptionActionResult] = []
        for id in ids {
            switch action {
            case .pause: try unit.subscriptions.setState(.paused, of: id, at: now)
            case .resume:
                try unit.subscriptions.resume(id, at: now)
                // It may have another interval than when it was paused.
                try decideAnew(id, policy, in: unit)
            case .retry: _ = try unit.refreshes.request(of: id, at: now)
            }
            guard let subscription = try unit.subscriptions.subscription(id: id) else { continue }
            let pause = try SubscriptionExplanation.Host(ofFeedURL: subscription.feedURL, in: unit)?.pausedUntil
            let rest = pause.flatMap { $0 > now ? $0 : nil }
            result.append(SubscriptionActionResult(subscription: subscription, hostRestsUntil: rest))
        }
        return .success(result)
    }

    /// The subscriptions that are named, each once; a failure if there is none, or the action does not fit it.
    private static func named(
        _ references: [(given: String, stored: String)],
        fitting action: SubscriptionAction,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Result<[Int64], ImporterAppError> {
        var ids: [Int64] = []
        for reference in references {
            guard let subscription = try unit.subscriptions.subscription(matching: reference.stored) else {
                return .failure(noSubscription(reference.given))
            }
            guard action.fits(subscription.state) else {
                return .failure(
                    ImporterAppError(
                        .usage,
                        "\(reference.given): the subscription is \(subscription.state.rawValue); "
                            + (subscription.state == .paused
                                ? "resume it with `podimport subscription resume`"
                                : "follow it with `podimport subscription add`")
                    )
                )
            }
            if action == .retry, let original = subscription.duplicateOf {
                return .failure(
                    ImporterAppError(
                        .usage,
                        "\(reference.given): subscription \(original) is of the same feed, and is asked in its place; "
                            + "retry that"
                    )
                )
            }
            if !ids.contains(subscription.id) { ids.append(subscription.id) }
        }
        return .success(ids)
    }
}

extension SubscriptionAction {
    /// Whether it can be carried out for a subscription in a state.
    fileprivate func fits(_ state: SubscriptionState) -> Bool {
        switch self {
        case .pause, .resume: state != .unfollowed
        case .retry: state != .unfollowed && state != .paused
        }
    }
}
