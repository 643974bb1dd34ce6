import Persistence
package import PodcastModel

/// A subscription with everything its feed says of the podcast.
package struct SubscriptionDetails: Sendable {
    package let subscription: Subscription
    /// Nil until the feed has been imported once.
    package let podcast: Podcast?
    /// The document that waits for a decision, without its text; nil if none does.
    package let held: Held?

    /// A document that would change too much.
    package struct Held: Sendable, Encodable {
        /// A short, stable word such as `emptied`.
        package let reason: String
        package let detail: String
        package let heldAt: Timestamp
        package let lastSeenAt: Timestamp
        /// How many refreshes have brought such a document.
        package let sightings: Int
        package let refusedAt: Timestamp?
        package let bytes: Int
    }
}

extension SubscriptionDetails: Encodable {
    /// Writes one object: the subscription's fields, then those of the podcast
    /// under the names of `feed inspect`.
    ///
    /// The names both have (`id`, `title`) mean the subscription's; the feed's
    /// own id is `feedID`.
    package func encode(to encoder: any Encoder) throws {
        let held = JSONValue.Member("held", try held.map { try JSONValue(encoding: $0) } ?? .null)
        let fields = try (podcast ?? Podcast()).jsonFields.filter { $0.name != "title" }
        try JSONValue(encoding: subscription).merging([held] + fields).encode(to: encoder)
    }
}

extension Podcast {
    /// Its fields under the names of `feed inspect`, but for the feed's own id, which is `feedID` beside the number that
    /// is called `id`.
    var jsonFields: [JSONValue.Member] {
        get throws {
            guard case .object(let members) = try JSONValue(encoding: self) else { return [] }
            return members.map { $0.name == "id" ? JSONValue.Member("feedID", $0.value) : $0 }
        }
    }
}

extension SubscriptionDetails.Held {
    init(_ document: HeldDocument) {
        reason = document.reason
        detail = document.detail
        heldAt = document.heldAt
        lastSeenAt = document.lastSeenAt
        sightings = document.sightings
        refusedAt = document.refusedAt
        bytes = document.body.count
    }
}

extension JSONValue {
    /// The object with more members; what is no object stays as it is.
    func merging(_ more: [Member]) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + more)
    }
}
