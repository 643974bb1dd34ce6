import PodcastModel

extension MatchWork {
    /// Matches episodes of one title and one second that the names of their files tell apart, the kinds of their media,
    /// or their lengths to the second: an explicit and a clean version, sound and picture, one for members.
    ///
    /// A move to another host leaves the names of files as they are, more often than not; a name that several have,
    /// such as `media.mp3`, tells nothing. As with lengths it is not done with those that have left the feed. Nor does
    /// a kind tell where a deleted episode of that title and second may be of it.
    mutating func matchVersions(_ context: EvidenceContext) {
        guard !pending.isEmpty else { return }
        let (incoming, rows) = (incoming, rows)
        claimUnique(
            by: .titleAndDate,
            item: { item in
                let own = incoming[item]
                guard let name = own.canonicalEnclosure.map(MediaFileName.name) else { return nil }
                return EvidenceKey(own.canonicalTitle, name, moment: own.episode.publishedAt)
            },
            row: { row in
                guard let name = rows[row].canonicalEnclosure.map(MediaFileName.name) else { return nil }
                return EvidenceKey(rows[row].canonicalTitle, name, moment: rows[row].publishedAt)
            },
            accept: { item, row in
                let isSame = rows[row].absentSince == nil && context.fits(item: item, row: row)
                return isSame ? "the title, the time and the name of the media file are the same" : nil
            }
        )
        let deleted = Set(unlistedDeleted.compactMap(Self.versionKey))
        claimUnique(
            by: .titleAndDate,
            item: { item in
                let own = incoming[item]
                guard let kind = own.mediaKind else { return nil }
                return EvidenceKey(own.canonicalTitle, kind.rawValue, moment: own.episode.publishedAt)
            },
            row: { row in
                guard let kind = rows[row].mediaKind else { return nil }
                return EvidenceKey(rows[row].canonicalTitle, kind.rawValue, moment: rows[row].publishedAt)
            },
            accept: { item, row in
                let own = incoming[item]
                let date = own.episode.publishedAt
                let kinds = [own.mediaKind?.rawValue ?? "", ""]
                let isDeleted = kinds.contains { kind in
                    EvidenceKey(own.canonicalTitle, kind, moment: date).map(deleted.contains) == true
                }
                let isSame = !isDeleted && rows[row].absentSince == nil && context.fits(item: item, row: row)
                return isSame ? "the title, the time and the kind of media are the same" : nil
            }
        )
        let lengths = Set(
            unlistedDeleted.compactMap { Self.lengthKey($0.canonicalTitle, $0.durationSeconds, $0.publishedAt) }
        )
        claimUnique(
            by: .titleAndDate,
            item: { item in
                let own = incoming[item]
                return Self.lengthKey(own.canonicalTitle, own.episode.durationSeconds, own.episode.publishedAt)
            },
            row: { row in
                Self.lengthKey(rows[row].canonicalTitle, rows[row].durationSeconds, rows[row].publishedAt)
            },
            accept: { item, row in
                let key = Self.lengthKey(rows[row].canonicalTitle, rows[row].durationSeconds, rows[row].publishedAt)
                let isDeleted = key.map(lengths.contains) == true
                let isSame = !isDeleted && rows[row].absentSince == nil && context.fits(item: item, row: row)
                return isSame ? "the title, the time and the length are the same" : nil
            }
        )
    }

    /// Title, length to the second and time; nil where one of the last two is not known.
    private static func lengthKey(_ title: String, _ seconds: Int?, _ date: Timestamp?) -> EvidenceKey? {
        seconds.flatMap { EvidenceKey(title, String($0), moment: date) }
    }

    /// Title, kind of media and time of a deleted episode, of which no declared type is known; no kind if nothing
    /// tells.
    private static func versionKey(_ deleted: DeletedEpisode) -> EvidenceKey? {
        let kind = MediaKind(canonicalEnclosure: deleted.canonicalEnclosure, declaredType: "video/*")
        return EvidenceKey(deleted.canonicalTitle, kind?.rawValue ?? "", moment: deleted.publishedAt)
    }
}
