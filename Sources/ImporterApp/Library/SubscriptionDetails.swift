package import PodcastModel

/// A subscription with everything its feed says of the podcast.
package struct SubscriptionDetails: Sendable {
    package let subscription: Subscription
    /// Nil until the feed has been imported once.
    package let podcast: Podcast?
}

extension SubscriptionDetails: Encodable {
    /// Writes one object: the subscription's fields, then those of the podcast
    /// under the names of `feed inspect`.
    ///
    /// The names both have (`id`, `title`) mean the subscription's; the feed's
    /// own id is `feedID`.
    package func encode(to encoder: any Encoder) throws {
        try JSONValue(encoding: subscription).merging(podcastFields).encode(to: encoder)
    }

    private var podcastFields: [JSONValue.Member] {
        get throws {
            guard case .object(let members) = try JSONValue(encoding: podcast ?? Podcast()) else { return [] }
            return members.compactMap { member in
                switch member.name {
                case "title": nil
                case "id": JSONValue.Member("feedID", member.value)
                default: member
                }
            }
        }
    }
}

extension JSONValue {
    fileprivate func merging(_ more: [Member]) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + more)
    }
}
