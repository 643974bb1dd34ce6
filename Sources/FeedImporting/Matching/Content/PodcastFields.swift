import PodcastModel

/// Which fields of a podcast may change without anybody noticing, by the names of the JSON output (identity C5 24).
enum PodcastFields {
    /// The fields that differ in nothing but tokens, counters, white space, or what tools say to tools.
    static func silentChanges(from old: Podcast, to new: Podcast) -> Set<String> {
        alwaysSilent.union(table.filter { $0.isAlike(old, new) }.map(\.name))
    }

    /// What its tool is called and when that ran, where the next page is, and elements nobody knows: all of it is kept,
    /// and none is news.
    ///
    /// The dates alone store nothing (``PodcastContentHash``), but beside a picture whose token is new they are others
    /// in every document as well.
    private static let alwaysSilent: Set<String> = [
        "generator", "lastBuildAt", "publishedAt", "nextPageURL", "extensions",
    ]

    private struct Field: Sendable {
        let name: String
        let isAlike: @Sendable (Podcast, Podcast) -> Bool
    }

    private static let table: [Field] = [
        field("title", \.title?.comparableWords),
        field("description", \.description?.comparableWords),
        field("subtitle", \.subtitle?.comparableWords),
        field("summary", \.summary?.comparableWords),
        field("copyright", \.copyright?.comparableWords),
        field("author", \.author?.comparableWords),
        field("link") { $0.link.flatMap(CanonicalLink.make) },
        field("artworkURL") { $0.artworkURL.flatMap(CanonicalEnclosure.make) },
        field("selfURL") { $0.selfURL.flatMap(CanonicalEnclosure.make) },
        list("persons", \.persons) { $0.imageURL = $0.imageURL.flatMap(CanonicalEnclosure.make) },
        list("trailers", \.trailers) { $0.url = CanonicalEnclosure.make(from: $0.url) ?? "" },
        list("images", \.images) { $0.url = CanonicalEnclosure.make(from: $0.url) ?? "" },
        Field(name: "liveItems") { old, new in
            old.liveItems.count == new.liveItems.count && zip(old.liveItems, new.liveItems).allSatisfy(isAlike)
        },
    ]

    /// A field of which only a form of it counts.
    private static func field<Form: Equatable & SendableMetatype>(
        _ name: String,
        _ form: @escaping @Sendable (Podcast) -> Form
    ) -> Field {
        Field(name: name) { form($0) == form($1) }
    }

    /// A list of things that are to be made comparable.
    private static func list<Element: Equatable & SendableMetatype>(
        _ name: String,
        _ path: any KeyPath<Podcast, [Element]> & Sendable,
        simplify: @escaping @Sendable (inout Element) -> Void
    ) -> Field {
        field(name) { podcast in
            podcast[keyPath: path].map { element in
                var element = element
                simplify(&element)
                return element
            }
        }
    }

    private static func isAlike(_ old: LiveItem, _ new: LiveItem) -> Bool {
        old.status == new.status && old.startsAt == new.startsAt && old.endsAt == new.endsAt
            && EpisodeFields.changes(from: old.item, to: new.item).allSatisfy { $0.significance == .silent }
    }
}
