import FeedImporting
import Persistence
package import PodcastModel

extension ImporterApp {
    /// Follows feeds; nothing is loaded.
    ///
    /// One that cannot be followed stops no other.
    package func subscribe(to texts: [String]) async throws(ImporterAppError) -> [SubscriptionAddition] {
        let naming = FeedNaming(currentDirectory: settings.currentDirectory)
        let now = Self.now()
        // For nothing that could be followed, none is made.
        let use: StoreUse = texts.contains(where: naming.canBeKept) ? .making : .seeking
        return try await withStore(use) { persistence in
            let context = try persistence.newBackgroundContext()
            var additions: [SubscriptionAddition] = []
            for text in texts {
                do {
                    let address = try naming.addressToKeep(text)
                    guard let feedURL = address.source.feedURL else {
                        additions.append(.init(feed: text, error: "standard input cannot be followed; give an address"))
                        continue
                    }
                    let newSubscription = NewSubscription(
                        feedURL: feedURL,
                        credentials: address.credentials,
                        provenance: .user,
                        schemeIsAssumed: address.alternative != nil
                    )
                    let (outcome, known, use) = try await context.save { unit throws(PersistenceError) in
                        let outcome = try unit.subscriptions.subscribe(to: newSubscription, at: now)
                        let use = try unit.subscriptions.takeCredentials(of: newSubscription, for: outcome.id, at: now)
                        return (outcome, try unit.subscriptions.subscription(id: outcome.id), use)
                    }
                    var addition = SubscriptionAddition(feed: text, feedURL: feedURL, outcome: outcome)
                    addition.credentials = use
                    addition.duplicateOf = known?.duplicateOf
                    if let known, newSubscription.dedupKey != NewSubscription.dedupKey(of: known.feedURL) {
                        addition.movedTo = known.feedURL
                    }
                    additions.append(addition)
                } catch let error as FeedURLError {
                    additions.append(.init(feed: text, error: error.description))
                }
            }
            let added = additions.filter(\.isNew).compactMap(\.id)
            guard !added.isEmpty else { return additions }
            let alike = try await persistence.mainContext().perform { unit throws(PersistenceError) in
                try unit.subscriptions.lookalikes(of: added)
            }
            for index in additions.indices where additions[index].isNew {
                guard let found = additions[index].id.flatMap({ alike[$0] }) else { continue }
                (additions[index].alike, additions[index].failingAlike) = (found.alike, found.failing)
            }
            return additions
        }
    }

    /// The feeds that are followed, by title; with `unfollowedOnly` those of the podcasts that are in the store without
    /// being followed, and with `heldOnly` whichever have a document that waits for a decision.
    package func subscriptions(
        failingOnly: Bool,
        heldOnly: Bool,
        unfollowedOnly: Bool
    ) async throws(ImporterAppError) -> [Subscription] {
        let states: Set<SubscriptionState>? = unfollowedOnly ? [.unfollowed] : nil
        return try await withStore(.reading) { persistence in
            try await persistence.mainContext().perform { unit throws(PersistenceError) in
                try unit.subscriptions.subscriptions(
                    matching: SubscriptionQuery(states: states, isFailing: failingOnly, isHeld: heldOnly)
                )
            }
        }
    }

    /// One subscription with its podcast, by number or address.
    package func subscription(_ reference: String) async throws(ImporterAppError) -> SubscriptionDetails {
        let storedForm = storedForm(of: reference)
        return try await withStore(.reading) { persistence in
            let details = try await persistence.mainContext().perform {
                unit throws(PersistenceError) -> SubscriptionDetails? in
                guard let subscription = try unit.subscriptions.subscription(matching: storedForm) else { return nil }
                let podcast = try subscription.podcastID.flatMap { id throws(PersistenceError) in
                    try unit.podcasts.podcast(id: id)
                }
                let held = try unit.heldDocuments.document(of: subscription.id)
                return SubscriptionDetails(
                    subscription: subscription,
                    podcast: podcast?.podcast,
                    held: held.map(SubscriptionDetails.Held.init)
                )
            }
            guard let details else { throw Self.noSubscription(reference) }
            return details
        }
    }

    /// Why a feed is asked when it is, and what happened when it was.
    package func explanation(of reference: String) async throws(ImporterAppError) -> SubscriptionExplanation {
        let storedForm = storedForm(of: reference)
        return try await withStore(.reading) { persistence in
            let explanation = try await persistence.mainContext().perform { unit throws(PersistenceError) in
                try SubscriptionExplanation(of: storedForm, in: unit)
            }
            guard let explanation else { throw Self.noSubscription(reference) }
            return explanation
        }
    }

    /// Stops following feeds; with `purging` their episodes are deleted as well.
    package func unsubscribe(
        from references: [String],
        purging: Bool
    ) async throws(ImporterAppError) -> [Subscription] {
        let storedForms = references.map { ($0, storedForm(of: $0)) }
        let now = Self.now()
        return try await withStore(.changing) { persistence in
            // All or none: a typo in the third reference must not have removed the first two.
            let outcome = try await persistence.newBackgroundContext().save {
                unit throws(PersistenceError) -> (removed: [Subscription], missing: String?) in
                var found: [Subscription] = []
                for (reference, storedForm) in storedForms {
                    guard let subscription = try unit.subscriptions.subscription(matching: storedForm) else {
                        return ([], reference)
                    }
                    if !found.contains(where: { $0.id == subscription.id }) { found.append(subscription) }
                }
                for subscription in found {
                    try unit.subscriptions.unsubscribe(subscription.id, purges: purging, at: now)
                }
                // As they are now; of one of which nothing is left, what it was.
                let removed = try found.map { subscription throws(PersistenceError) in
                    try unit.subscriptions.subscription(matching: String(subscription.id)) ?? subscription.unfollowed
                }
                return (removed, nil)
            }
            if let missing = outcome.missing { throw Self.noSubscription(missing) }
            return outcome.removed
        }
    }

    /// One subscription of a store that is open, by number or address.
    func subscription(_ reference: String, in persistence: PersistenceManager) async throws -> Subscription {
        let storedForm = storedForm(of: reference)
        let found = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.subscriptions.subscription(matching: storedForm)
        }
        guard let found else { throw Self.noSubscription(reference) }
        return found
    }

    static func noSubscription(_ reference: String) -> ImporterAppError {
        ImporterAppError(
            .notFound,
            "\(FeedAddress.redacted(reference)): there is no such subscription; see `podimport subscription list`"
        )
    }

    /// A reference in the spelling the store uses; numbers stay numbers.
    func storedForm(of reference: String) -> String {
        if Int64(reference) != nil || StandardInputAddress.isOne(reference) { return reference }
        do {
            return try FeedNaming(currentDirectory: settings.currentDirectory).address(of: reference).source.feedURL
                ?? reference
        } catch {
            // Not an address, and so that of no subscription.
            return reference
        }
    }
}
