import PodcastModel

extension MatchWork {
    /// Matches episodes of one title and one second that something else tells apart: an explicit and a clean version,
    /// sound and picture, one for members.
    ///
    /// As with lengths it is not done with those that have left the feed. Nor does a kind or a length tell where a
    /// deleted episode of that title and second may have it.
    mutating func matchVersions(_ context: EvidenceContext) {
        for mark in VersionMark.allCases {
            guard !claims.pending.isEmpty else { return }
            let rows = rows
            let deleted = Set(unlistedDeleted.flatMap(mark.keys(of:)))
            claimUnique(
                by: .titleAndDate,
                item: mark.key(of:),
                row: mark.key(of:),
                accept: { item, row in
                    let isDeleted = mark.key(of: rows[row]).map(deleted.contains) == true
                    let isSame = !isDeleted && rows[row].absentSince == nil && context.fits(item: item, row: row)
                    return isSame ? "the title, the time and \(mark.inWords) are the same" : nil
                }
            )
        }
    }

    /// Matches episodes of one title and one time of which all but one had left the feed before.
    ///
    /// A feed that lists everything under two guids and at two addresses for a while leaves such behind. What comes
    /// under another guid is the one that was listed until now.
    ///
    /// Where dates are days without times these are the editions of a day, and what comes may be the next one. So no
    /// other item may have title and time, and three are found at times of their own. Or the time of day is no midnight
    /// anywhere, and nothing says that the item is rather one of those that had left the feed.
    mutating func matchListedVersions(
        _ detail: String,
        sharing kind: EvidenceKind,
        _ context: EvidenceContext
    ) {
        guard !claims.pending.isEmpty, !document.isPart, context.distinct.count > 1 else { return }
        let (unsettled, unclaimed) = (Set(claims.pending), unclaimedInQuestion)
        let listed = unclaimed.filter { rows[$0].absentSince == nil }
        guard !listed.isEmpty, listed.count < unclaimed.count else { return }
        let pairs = EvidenceKey.uniquePairs(
            items: claims.distinctItems.map { ($0, EvidenceKey(kind, of: incoming[$0])) },
            rows: listed.map { ($0, EvidenceKey(kind, of: rows[$0])) }
        ).filter { item, row in
            unsettled.contains(item) && !isListedEarlier(row, asOtherThan: item) && context.fits(item: item, row: row)
        }
        guard !pairs.isEmpty else { return }
        let areMany = Set(pairs.compactMap { rows[$0.row].publishedAt?.minute }).count >= Self.fewestItems
        let left = areMany ? [] : marks(ofRows: unclaimed.filter { rows[$0].absentSince != nil })
        for (item, row) in pairs {
            guard areMany || hasTimeOfItsOwn(row) && !isRatherOne(of: left, item, than: row) else { continue }
            claims.add(row, for: item, by: .titleAndDate, detail: "\(detail), as of no other that was listed until now")
        }
        claims.dropSettled()
    }

    /// Whether a row is dated to a minute at which no day begins: some zones are half an hour or a quarter off the hour.
    private func hasTimeOfItsOwn(_ row: Int) -> Bool { rows[row].publishedAt.map { $0.minute % 15 != 0 } ?? false }

    /// Names of files and lengths, each with title and second.
    private func marks(ofRows indices: [Int]) -> [(mark: VersionMark, keys: Set<EvidenceKey>)] {
        [VersionMark.fileName, .length].map { mark in (mark, Set(indices.compactMap { mark.key(of: rows[$0]) })) }
    }

    /// Whether one of some other rows has the item's name of the file or its length, which a row has not: the other part
    /// of a lecture, or the version for children.
    private func isRatherOne(
        of others: [(mark: VersionMark, keys: Set<EvidenceKey>)],
        _ item: Int,
        than row: Int
    ) -> Bool {
        others.contains { mark, keys in
            guard let key = mark.key(of: incoming[item]), key != mark.key(of: rows[row]) else { return false }
            return keys.contains(key)
        }
    }
}

/// What tells versions of one episode apart, the strongest evidence first.
private enum VersionMark: CaseIterable {
    /// A move to another host leaves the names of files as they are, more often than not; one that several have, such
    /// as `media.mp3`, tells nothing.
    case fileName
    case mediaKind
    /// To the second.
    case length

    var inWords: String {
        switch self {
        case .fileName: "the name of the media file"
        case .mediaKind: "the kind of media"
        case .length: "the length"
        }
    }

    /// Title, time and mark of an item; nil where one of the last two is not known.
    func key(of item: IncomingEpisode) -> EvidenceKey? {
        let mark = text(file: item.canonicalEnclosure, kind: item.mediaKind, seconds: item.episode.durationSeconds)
        return mark.flatMap { EvidenceKey(item.canonicalTitle, $0, moment: item.publishedAt) }
    }

    /// The same of a stored episode.
    func key(of row: EpisodeIdentity) -> EvidenceKey? {
        let mark = text(file: row.canonicalEnclosure, kind: row.mediaKind, seconds: row.durationSeconds)
        return mark.flatMap { EvidenceKey(row.canonicalTitle, $0, moment: row.publishedAt) }
    }

    /// The keys that a deleted episode may have; none by the name of its file.
    ///
    /// Of its media no declared type is known, and they may be of any kind if nothing tells.
    func keys(of deleted: DeletedEpisode) -> [EvidenceKey] {
        let marks: [String] =
            switch self {
            case .fileName: []
            case .mediaKind:
                MediaKind(canonicalEnclosure: deleted.canonicalEnclosure, declaredType: "video/*").map { [$0.rawValue] }
                    ?? MediaKind.allCases.map(\.rawValue)
            case .length: deleted.durationSeconds.map { [String($0)] } ?? []
            }
        return marks.compactMap { EvidenceKey(deleted.canonicalTitle, $0, moment: deleted.publishedAt) }
    }

    private func text(file: String?, kind: @autoclosure () -> MediaKind?, seconds: Int?) -> String? {
        switch self {
        case .fileName: file.map(MediaFileName.name)
        case .mediaKind: kind()?.rawValue
        case .length: seconds.map { String($0) }
        }
    }
}
