import PodcastModel

/// The fields of an episode by the names of the JSON output, with what a
/// change of each means (identity C5 24, 26).
enum EpisodeFields {
    struct Change {
        let name: String
        let significance: EditSignificance
    }

    /// The fields that differ; key and kind of key are not fields of the feed.
    ///
    /// - Parameters:
    ///   - old: the episode as it was.
    ///   - new: the same as it is now.
    ///   - usesGUID: whether the guid is what it is known by; else another one means nothing.
    /// - Returns: the fields, in the order of the JSON output.
    static func changes(from old: Episode, to new: Episode, usesGUID: Bool = true) -> [Change] {
        table.compactMap { field in
            field.significance(old, new).map {
                Change(name: field.name, significance: !usesGUID && guidFields.contains(field.name) ? .silent : $0)
            }
        }
    }

    private static let guidFields = ["guid", "guidIsPermaLink"]

    /// Puts back what the new episode lacks.
    static func keepVanished(from old: Episode, in new: inout Episode) {
        for field in table { field.keepVanished(old, &new) }
    }

    private struct Field: Sendable {
        let name: String
        /// Nil if the field is the same in both.
        let significance: @Sendable (Episode, Episode) -> EditSignificance?
        let keepVanished: @Sendable (Episode, inout Episode) -> Void
    }

    private static let table: [Field] = [
        value("guid", \.guid),
        value("guidIsPermaLink", \.guidIsPermaLink),
        Field(
            name: "title",
            significance: { old, new in textSignificance(old.title, new.title, .major) },
            keepVanished: { _, _ in }
        ),
        text("rssTitle", \.rssTitle),
        text("itunesTitle", \.itunesTitle),
        text("subtitle", \.subtitle),
        text("summary", \.summary),
        text("description", \.description),
        text("showNotesHTML", \.content),
        address("link", \.link, form: CanonicalLink.make),
        text("author", \.author),
        value("authorEmail", \.authorEmail),
        list("contributors", \.contributors),
        value("source", \.source),
        Field(
            name: "publishedAt",
            significance: { old, new in
                guard old.publishedAt != new.publishedAt else { return nil }
                guard let left = old.publishedAt, let right = new.publishedAt else { return .minor }
                return abs(left.seconds(since: right)) > 86_400 ? .major : .minor
            },
            keepVanished: { old, new in new.publishedAt = new.publishedAt ?? old.publishedAt }
        ),
        value("publishedRaw", \.publishedRaw, .silent),
        value("updatedAt", \.updatedAt, .silent),
        Field(
            name: "durationSeconds",
            significance: { old, new in
                guard old.durationSeconds != new.durationSeconds else { return nil }
                return MediaChange.isMajor(durationFrom: old.durationSeconds, to: new.durationSeconds) ? .major : .minor
            },
            keepVanished: { old, new in new.durationSeconds = new.durationSeconds ?? old.durationSeconds }
        ),
        Field(
            name: "enclosures",
            significance: { old, new in
                old.enclosures == new.enclosures ? nil : MediaChange(from: old, to: new).significance
            },
            keepVanished: { old, new in
                if new.enclosures.isEmpty { new.enclosures = old.enclosures }
            }
        ),
        list("alternateEnclosures", \.alternateEnclosures) { alternate in
            for index in alternate.sources.indices { alternate.sources[index].uri.makeComparable() }
        },
        address("artworkURL", \.artworkURL),
        value("season", \.season),
        value("episode", \.episode),
        // A kind that is lost is read as full, so there is nothing to keep it by.
        Field(
            name: "episodeType",
            significance: { old, new in old.episodeType == new.episodeType ? nil : .major },
            keepVanished: { _, _ in }
        ),
        value("explicit", \.explicit),
        Field(
            name: "block",
            significance: { old, new in old.block == new.block ? nil : .minor },
            keepVanished: { _, _ in }
        ),
        list("keywords", \.keywords),
        list("categories", \.categories),
        value("commentsURL", \.commentsURL),
        list("chapters", \.chapters) { $0.imageURL?.makeComparable() },
        address("chaptersURL", \.chaptersURL),
        value("chaptersType", \.chaptersType),
        list("transcripts", \.transcripts) { $0.url.makeComparable() },
        list("persons", \.persons) { $0.imageURL?.makeComparable() },
        list("soundbites", \.soundbites),
        list("socialInteractions", \.socialInteractions),
        list("locations", \.location),
        value("license", \.license),
        list("values", \.value),
        list("funding", \.funding),
        list("contentLinks", \.contentLinks),
        list("txts", \.txts),
        list("images", \.images) { $0.url.makeComparable() },
        list("chat", \.chat),
        Field(
            name: "extensions",
            // Comment counters live here: they are kept, but are no news.
            significance: { old, new in old.extensions == new.extensions ? nil : .silent },
            keepVanished: { old, new in
                if new.extensions.isEmpty { new.extensions = old.extensions }
            }
        ),
    ]
}

extension EpisodeFields {
    private typealias Path<Content> = any WritableKeyPath<Episode, Content> & Sendable

    private static func value<Content: Equatable & Sendable>(
        _ name: String,
        _ path: Path<Content?>,
        _ significance: EditSignificance = .minor
    ) -> Field {
        optional(name, path) { $0 == $1 ? nil : significance }
    }

    private static func text(_ name: String, _ path: Path<String?>) -> Field {
        optional(name, path) { textSignificance($0, $1, .minor) }
    }

    /// An address that may have another token each time.
    private static func address(
        _ name: String,
        _ path: Path<String?>,
        form: @escaping @Sendable (String) -> String? = { CanonicalEnclosure.make(from: $0) }
    ) -> Field {
        optional(name, path) { old, new in
            guard old != new else { return nil }
            return old.flatMap(form) == new.flatMap(form) ? .silent : .minor
        }
    }

    private static func optional<Content: Sendable>(
        _ name: String,
        _ path: Path<Content?>,
        _ significance: @escaping @Sendable (Content?, Content?) -> EditSignificance?
    ) -> Field {
        Field(
            name: name,
            significance: { old, new in significance(old[keyPath: path], new[keyPath: path]) },
            keepVanished: { old, new in
                if new[keyPath: path] == nil { new[keyPath: path] = old[keyPath: path] }
            }
        )
    }

    /// A list of things; where their addresses may have other tokens each time, `simplify` makes these comparable.
    private static func list<Element: Equatable & Sendable>(
        _ name: String,
        _ path: Path<[Element]>,
        simplify: (@Sendable (inout Element) -> Void)? = nil
    ) -> Field {
        Field(
            name: name,
            significance: { old, new in
                var (left, right) = (old[keyPath: path], new[keyPath: path])
                guard left != right else { return nil }
                guard let simplify else { return .minor }
                for index in left.indices { simplify(&left[index]) }
                for index in right.indices { simplify(&right[index]) }
                return left == right ? .silent : .minor
            },
            keepVanished: { old, new in
                if new[keyPath: path].isEmpty { new[keyPath: path] = old[keyPath: path] }
            }
        )
    }

    /// Texts that differ only in white space, or in what signs their pictures, are silent.
    private static func textSignificance(
        _ old: String?,
        _ new: String?,
        _ significance: EditSignificance
    ) -> EditSignificance? {
        if old == new { return nil }
        return old?.comparableWords == new?.comparableWords ? .silent : significance
    }
}

extension String {
    /// Leaves of an address what is compared: no token, no prefix.
    fileprivate mutating func makeComparable() { self = CanonicalEnclosure.make(from: self) ?? "" }
}
