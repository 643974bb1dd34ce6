import PodcastModel

/// The circuit breaker: recognises a document that would change too much.
///
/// A captive portal, a host that serves the wrong feed or a badly restored
/// database sends documents that are well formed and would ruin the store. Such
/// a document is held until a second one agrees, or the user decides. A document
/// that only lists fewer items is not held: it removes nothing from the store
/// (see ``AbsenceRules``), and its new episodes need not wait.
struct DocumentJudge {
    /// What the store and the document call the show.
    struct Names {
        /// Nil if the store no longer knows the show.
        let stored: StoredPodcast?
        let document: Podcast
    }

    let plan: MatchPlan
    let incoming: [IncomingEpisode]
    let stored: [EpisodeIdentity]
    private let previousItemCount: Int?

    /// - Parameters:
    ///   - plan: what the document would do.
    ///   - incoming: its items.
    ///   - stored: all episodes of the podcast.
    ///   - previousItemCount: how many items the last document had.
    init(plan: MatchPlan, incoming: [IncomingEpisode], stored: [EpisodeIdentity], previousItemCount: Int?) {
        self.plan = plan
        self.incoming = incoming
        self.stored = stored
        self.previousItemCount = previousItemCount
    }

    /// What speaks against the document; nil if nothing does.
    ///
    /// - Parameter names: asked only where nothing of the document is known, but for guids.
    /// - Returns: the first finding.
    /// - Throws: what `names` throws.
    func finding<Failure: Error>(names: () throws(Failure) -> Names) throws(Failure) -> HoldFinding? {
        guard !stored.isEmpty else { return nil }
        if incoming.isEmpty { return emptied() }
        let tally = tally()
        if isStrange(tally), !Self.isSameShow(try names()) {
            let known =
                tally.recognised == 0
                ? "none of its \(items(incoming.count)) is known"
                : "of its \(items(incoming.count)) only the guids of \(tally.recognised) are known"
            return HoldFinding(
                reason: .anotherShow,
                detail: known + ", and it is the feed of another show",
                positions: Array(incoming.indices)
            )
        }
        return massEdit(tally) ?? massRemoval() ?? massReplacement(tally)
    }

    /// Whether so many episodes are not taken for withdrawn at once on the word of one document.
    ///
    /// - Parameters:
    ///   - removed: how many would be.
    ///   - present: how many are not yet.
    /// - Returns: whether the document is to be held.
    static func isMassRemoval(_ removed: Int, of present: Int) -> Bool {
        removed >= fewest && removed * 2 > present
    }

    /// Whether a later page of the feed would turn most of the episodes it matches into others, and belongs to another
    /// show by its name.
    ///
    /// A page on which no item is known is normal, and some pages are titled `Show - Page 2`.
    ///
    /// - Parameter names: asked only where most matched episodes would change.
    /// - Returns: whether the page is of another show.
    /// - Throws: what `names` throws.
    func isPageOfAnotherShow<Failure: Error>(names: () throws(Failure) -> Names) throws(Failure) -> Bool {
        guard massEdit(tally()) != nil else { return false }
        let names = try names()
        guard !Self.isSameShow(names) else { return false }
        guard let stored = names.stored?.podcast.title, let title = names.document.title else { return false }
        return !CanonicalTitle.make(from: title).hasPrefix(CanonicalTitle.make(from: stored))
    }
}

extension DocumentJudge {
    /// With fewer episodes than this no change counts as a mass change.
    private static let fewest = 3

    /// What becomes of the items.
    struct Tally {
        var matched = 0
        var edited = 0
        var recognised = 0
    }

    private func tally() -> Tally {
        var tally = Tally()
        for decision in plan.decisions {
            switch decision.action {
            case .match(_, let change):
                tally.matched += 1
                tally.recognised += 1
                if change == .edit { tally.edited += 1 }
            case .suppress: tally.recognised += 1
            case .insert, .duplicate: break
            }
        }
        return tally
    }

    private func emptied() -> HoldFinding? {
        guard let previousItemCount, previousItemCount > 0 else { return nil }
        return HoldFinding(reason: .emptied, detail: "it has no items, after \(previousItemCount)")
    }

    /// Whether not one item is a known episode: those that are matched have only the guids of others.
    ///
    /// Shows that number their guids have these in common. If the items are known under other guids, it is the same
    /// show.
    private func isStrange(_ tally: Tally) -> Bool {
        guard tally.edited == tally.recognised else { return false }
        let rewritten = rewritten(tally)
        return rewritten.count == tally.recognised && !haveChangedPlaces(rewritten)
    }

    /// Finds that most matched episodes would become others.
    ///
    /// A known guid matches whatever else has changed, so guids that are mere
    /// numbers let the episodes of one show pass for those of another.
    private func massEdit(_ tally: Tally) -> HoldFinding? {
        guard tally.edited >= Self.fewest, tally.edited * 2 > tally.matched else { return nil }
        let rewritten = rewritten(tally)
        guard rewritten.count >= Self.fewest, rewritten.count * 2 > tally.matched else { return nil }
        var finding = HoldFinding(
            reason: .massEdit,
            detail: "\(rewritten.count) of \(tally.matched) known episodes would become others: "
                + "two of title, file and time would change",
            positions: rewritten
        )
        if haveChangedPlaces(rewritten) {
            finding.guidsAreUnreliable = true
            finding.detail +=
                "; some of them those of another known episode: if the next document is like this, guids are not used any more"
        }
        return finding
    }

    private func massRemoval() -> HoldFinding? {
        let removed = plan.absences.count { $0.action == .remove }
        let present = stored.count { $0.removedAt == nil }
        guard Self.isMassRemoval(removed, of: present) else { return nil }
        return HoldFinding(
            reason: .massRemoval,
            detail: "\(removed) of \(present) episodes would be taken for withdrawn",
            positions: Array(incoming.indices)
        )
    }

    /// Finds that most listed episodes are missing and as many unknown items stand in their place: a move that was not
    /// recognised would double the archive.
    private func massReplacement(_ tally: Tally) -> HoldFinding? {
        let unknown = plan.decisions.compactMap { decision -> Int? in
            if case .insert = decision.action { return decision.position }
            return nil
        }
        guard unknown.count * 2 > incoming.count else { return nil }
        let matched = Set(plan.decisions.compactMap(\.episodeID))
        let missing = stored.filter { $0.absentSince == nil && !matched.contains($0.id) }
        guard missing.count >= MassReplacement.fewest else { return nil }
        let window = window(of: unknown)
        let elsewhere = missing.filter { row in
            guard let window, let date = row.publishedAt else { return true }
            return !window.contains(date)
        }
        let undated = MassReplacement.undatedItems(unknown: unknown.map { ($0, incoming[$0]) }, missing: elsewhere)
        let lost = missing.count - elsewhere.count + undated.count
        guard MassReplacement.isMass(lost: lost, matched: tally.matched), unknown.count * 2 > lost else { return nil }
        return HoldFinding(
            reason: .massReplacement,
            detail:
                "\(lost) listed episodes are missing, and \(items(unknown.count)) nobody knows are in their place",
            positions: unknown
        )
    }

    /// The stretch of time of unknown items: an old episode that always stays in the feed does not widen it.
    private func window(of items: [Int]) -> ClosedRange<Timestamp>? {
        let dates = items.compactMap { incoming[$0].episode.publishedAt }
        guard let oldest = dates.min(), let newest = dates.max() else { return nil }
        return oldest...newest
    }

    private func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }

    /// Whether both have a podcast:guid in common, a former one included, or the title; a missing title agrees with
    /// any.
    private static func isSameShow(_ names: Names) -> Bool {
        if let guid = names.document.guid, names.stored?.hasHad(guid: guid) == true { return true }
        guard let stored = names.stored?.podcast, stored.title != nil, names.document.title != nil else { return true }
        return ShowName(stored).isSame(as: ShowName(names.document))
    }
}
