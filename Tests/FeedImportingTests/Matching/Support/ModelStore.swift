import PodcastModel

@testable import FeedImporting

/// A store in memory that applies plans the way the real one does, and notes
/// every breach of what plans promise.
struct ModelStore {
    struct Row {
        let id: Int64
        let firstSeenAt: Timestamp
        var episode: Episode
        var identity: EpisodeIdentity
        var isBacklog: Bool
    }

    private(set) var rows: [Row] = []
    private(set) var aliases: [ExactText: EpisodeAlias] = [:]
    private(set) var tombstones = Tombstones()
    private(set) var breaches: [String] = []
    private(set) var guidsAreUnreliable = false
    /// The row each item of the last document went to, in document order.
    private(set) var rowOfItem: [Int64?] = []
    /// Keys of the rows of the present document that go to other rows.
    private var keysGivenUp: [Int64: String] = [:]
    private var nextID: Int64 = 1
    private var documentCount = 0
    private var previousItemCount: Int?
    private var massDropSightings = 0
    private var lastImportAt: Timestamp?

    /// Imports a document.
    @discardableResult
    mutating func importDocument(
        _ items: [Episode],
        at now: Timestamp,
        isComplete: Bool = true,
        isLaterPage: Bool = false,
        archiveComplete: Bool = false,
        addressChanged: Bool = false,
        listedEarlier: Set<Int64> = []
    ) -> MatchPlan {
        var episodes = items
        let showPage = "https://example.com/"
        let keyWarnings = EpisodeKeys.assign(
            to: &episodes,
            feedURL: "https://example.com/feed.xml",
            channelLink: showPage,
            guidsAreUnreliable: guidsAreUnreliable
        )
        // One guid for most items: from here on the feed is read without them.
        if keyWarnings.contains(where: { $0.kind == .unreliableGuids }) { guidsAreUnreliable = true }
        let incoming = IncomingEpisode.list(from: episodes, guidsAreUnreliable: guidsAreUnreliable)
        let isDrop = AbsenceRules.isMassDrop(itemCount: items.count, previousItemCount: previousItemCount)
        // The same moment is the same sighting.
        if !isDrop { massDropSightings = 0 } else if now != lastImportAt { massDropSightings += 1 }
        lastImportAt = now
        let document = MatchDocument(
            now: now,
            isFirstImport: documentCount == 0,
            isComplete: isComplete,
            isLaterPage: isLaterPage,
            archiveComplete: archiveComplete,
            addressChanged: addressChanged,
            previousItemCount: previousItemCount,
            massDropSightings: massDropSightings,
            listedEarlier: listedEarlier,
            showPage: showPage
        )
        let stored = StoredEpisodes(
            identities: rows.map(\.identity),
            aliases: aliases,
            tombstones: tombstones
        )
        var plan = EpisodeMatcher.plan(incoming: incoming, stored: stored, document: document)
        plan.warnings += keyWarnings
        apply(plan, to: incoming, document: document)
        documentCount += 1
        if isComplete, !isDrop || massDropSightings >= 3 { previousItemCount = items.count }
        if plan.guidsAreUnreliable { guidsAreUnreliable = true }
        return plan
    }

    /// Deletes an episode as the user would.
    mutating func delete(_ id: Int64) {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
        let identity = rows[index].identity
        tombstones.keys.insert(ExactText(identity.key))
        tombstones.episodes.append(
            DeletedEpisode(
                key: identity.key,
                canonicalEnclosure: identity.canonicalEnclosure,
                canonicalTitle: identity.canonicalTitle,
                publishedAt: identity.publishedAt,
                durationSeconds: identity.durationSeconds,
                page: identity.canonicalEnclosure == nil ? identity.page : nil,
                formerKeyCount: aliases.values.count { $0.episodeID == id }
            )
        )
        for (key, alias) in aliases where alias.episodeID == id {
            tombstones.keys.insert(key)
            aliases[key] = nil
        }
        rows.remove(at: index)
    }

    func row(titled title: String) -> Row? { rows.first { $0.episode.title == title } }

    func row(_ id: Int64) -> Row? { rows.first { $0.id == id } }
}

extension ModelStore {
    private mutating func apply(_ plan: MatchPlan, to incoming: [IncomingEpisode], document: MatchDocument) {
        if plan.decisions.map(\.position) != Array(incoming.indices) {
            breaches.append("not one decision for each item, in order")
        }
        rowOfItem = Array(repeating: nil, count: incoming.count)
        keysGivenUp = plan.givenUpKeys
        for decision in plan.decisions {
            switch decision.action {
            case .insert: break
            case .match(let id, let change):
                update(id, with: incoming[decision.position], decision, change, document: document)
            case .suppress:
                let isRenewed = plan.tombstoneRenewals.contains { $0.episode.key.isExactly(decision.key) }
                guard decision.formerKey != nil, isRenewed || !decision.forgetsFormerKey else { break }
                tombstones.keys.insert(ExactText(decision.key))
                aliases[ExactText(decision.key)] = nil
            case .duplicate: break
            }
        }
        // After the known ones: a key that one of those had may be free now.
        for decision in plan.decisions {
            guard case .insert(let isBacklog) = decision.action else { continue }
            insert(incoming[decision.position], decision, isBacklog: isBacklog, document: document)
        }
        for decision in plan.decisions {
            guard case .duplicate(let original) = decision.action, let id = rowOfItem[original] else { continue }
            rowOfItem[decision.position] = id
            guard !decision.keepsStoredGUID, !incoming[original].episode.key.isExactly(decision.key) else { continue }
            addAlias(decision.key, of: id, at: document.now)
        }
        for renewal in plan.tombstoneRenewals {
            let keys = [renewal.episode.key, renewal.formerKey].compactMap(\.self)
            tombstones.episodes.removeAll { episode in keys.contains { episode.key.isExactly($0) } }
            tombstones.episodes.append(renewal.episode)
            if renewal.forgetsFormerKey, let key = renewal.formerKey { tombstones.keys.remove(ExactText(key)) }
        }
        checkKeys()
        for absence in plan.absences { mark(absence, at: document.now) }
        if let removalsDue = plan.removalsDue { wait(removalsDue) }
    }

    private mutating func insert(
        _ item: IncomingEpisode,
        _ decision: MatchDecision,
        isBacklog: Bool,
        document: MatchDocument
    ) {
        claimKey(decision.key, for: nextID)
        aliases[ExactText(decision.key)] = nil
        var episode = item.episode
        episode.key = decision.key
        episode.keyKind = decision.keyKind
        let identity = Self.identity(nextID, of: episode, item)
        rows.append(
            Row(id: nextID, firstSeenAt: document.now, episode: episode, identity: identity, isBacklog: isBacklog)
        )
        rowOfItem[decision.position] = nextID
        nextID += 1
    }

    private mutating func update(
        _ id: Int64,
        with item: IncomingEpisode,
        _ decision: MatchDecision,
        _ change: EpisodeChange,
        document: MatchDocument
    ) {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return breaches.append("no row \(id)") }
        if rowOfItem.contains(id) { breaches.append("row \(id) was matched twice") }
        rowOfItem[decision.position] = id
        let old = rows[index].identity
        if decision.isReturn != (old.absentSince != nil) || decision.wasRemoved != (old.removedAt != nil) {
            breaches.append("row \(id): wrong word on its return")
        }
        if let former = decision.formerKey {
            if !former.isExactly(old.key) { breaches.append("row \(id) had the key \(old.key), not \(former)") }
            claimKey(decision.key, for: id)
            aliases[ExactText(decision.key)] = nil
            if !rows.contains(where: { $0.identity.key.isExactly(former) && $0.id != id }) {
                aliases[ExactText(former)] = EpisodeAlias(
                    episodeID: id,
                    since: document.now,
                    isReturned: decision.by == .alias
                )
            }
        } else if !decision.key.isExactly(old.key) {
            breaches.append("row \(id) changes its key without an alias")
        }
        var stored = item
        var episode = rows[index].episode
        if change != .none {
            let edit = EpisodeMerge(
                stored: episode,
                incoming: item.episode,
                documentIsComplete: document.isComplete,
                keepsStoredDate: decision.keepsStoredDate,
                keepsStoredGUID: decision.keepsStoredGUID,
                usesGUID: !guidsAreUnreliable
            )
            if change == .refresh, edit.significance != .silent {
                breaches.append("a refresh of \(edit.changedFields)")
            }
            stored = edit.applied(to: item)
            episode = stored.episode
        }
        episode.key = decision.key
        episode.keyKind = decision.keyKind
        rows[index].episode = episode
        rows[index].identity = Self.identity(id, of: episode, stored, before: old, isWritten: change != .none)
    }

    private mutating func mark(_ absence: AbsenceDecision, at now: Timestamp) {
        guard let index = rows.firstIndex(where: { $0.id == absence.episodeID }) else {
            return breaches.append("no row \(absence.episodeID)")
        }
        if rowOfItem.contains(absence.episodeID) { breaches.append("row \(absence.episodeID) is listed and absent") }
        let old = rows[index].identity
        rows[index].identity = Self.identity(
            old,
            absentSince: old.absentSince ?? now,
            removedAt: absence.action == .remove ? now : old.removedAt,
            removalDueAt: absence.action == .remove ? nil : old.removalDueAt
        )
    }

    /// What is not named waits no more.
    private mutating func wait(_ removalsDue: [Int64: Timestamp]) {
        for index in rows.indices {
            let old = rows[index].identity
            let dueAt = removalsDue[old.id]
            guard dueAt != old.removalDueAt else { continue }
            if dueAt != nil, old.absentSince == nil || old.removedAt != nil { breaches.append("row \(old.id) waits") }
            rows[index].identity = Self.identity(
                old,
                absentSince: old.absentSince,
                removedAt: old.removedAt,
                removalDueAt: dueAt
            )
        }
    }

    private static func identity(
        _ old: EpisodeIdentity,
        absentSince: Timestamp?,
        removedAt: Timestamp?,
        removalDueAt: Timestamp?
    ) -> EpisodeIdentity {
        EpisodeIdentity(
            id: old.id,
            key: old.key,
            keyKind: old.keyKind,
            contentHash: old.contentHash,
            canonicalEnclosure: old.canonicalEnclosure,
            canonicalTitle: old.canonicalTitle,
            publishedAt: old.publishedAt,
            keptPublishedAt: old.keptPublishedAt,
            firstPublishedAt: old.firstPublishedAt,
            durationSeconds: old.durationSeconds,
            mediaType: old.mediaType,
            page: old.page,
            absentSince: absentSince,
            removedAt: removedAt,
            removalDueAt: removalDueAt
        )
    }

    private mutating func addAlias(_ key: String, of id: Int64, at now: Timestamp) {
        let exact = ExactText(key)
        guard !rows.contains(where: { $0.identity.key.isExactly(key) }), !tombstones.keys.contains(exact) else {
            return
        }
        if aliases[exact]?.episodeID != id { aliases[exact] = EpisodeAlias(episodeID: id, since: now) }
    }

    /// A key is an episode's, a former one, or that of a deleted one.
    private mutating func checkKeys() {
        if Set(rows.map { ExactText($0.identity.key) }).count < rows.count { breaches.append("two rows have one key") }
        for key in rows.map({ ExactText($0.identity.key) }) {
            if let alias = aliases[key] {
                breaches.append("the key \(key.text) is an alias of row \(alias.episodeID) as well")
            }
            if tombstones.keys.contains(key) { breaches.append("the key \(key.text) is that of a deleted episode") }
        }
        for key in aliases.keys where tombstones.keys.contains(key) {
            breaches.append("the alias \(key.text) is that of a deleted episode")
        }
    }

    private mutating func claimKey(_ key: String, for id: Int64) {
        if rows.contains(where: { $0.identity.key.isExactly(key) && $0.id != id && keysGivenUp[$0.id] != key }) {
            breaches.append("the key \(key) is taken")
        }
    }

    private static func identity(
        _ id: Int64,
        of episode: Episode,
        _ item: IncomingEpisode,
        before: EpisodeIdentity? = nil,
        isWritten: Bool = true
    ) -> EpisodeIdentity {
        let keptPublishedAt = item.feedPublishedAt == nil ? nil : episode.publishedAt
        return EpisodeIdentity(
            id: id,
            key: episode.key,
            keyKind: episode.keyKind,
            contentHash: item.contentHash,
            canonicalEnclosure: item.canonicalEnclosure,
            canonicalTitle: item.canonicalTitle,
            publishedAt: item.feedPublishedAt ?? (isWritten ? episode.publishedAt : before?.publishedAt),
            keptPublishedAt: isWritten ? keptPublishedAt : before?.keptPublishedAt,
            firstPublishedAt: before?.firstPublishedAt,
            durationSeconds: episode.durationSeconds,
            mediaType: episode.enclosures.first?.type,
            page: item.canonicalEnclosure == nil || episode.keyKind != .guid ? episode.link : nil,
            absentSince: nil,
            removedAt: nil
        )
    }
}

extension MatchPlan {
    var inserted: [MatchDecision] { decisions.filter { if case .insert = $0.action { true } else { false } } }
    /// The inserted episodes that somebody is told of.
    var announced: [MatchDecision] { decisions.filter { $0.action == .insert(isBacklog: false) } }
    var rekeyed: [MatchDecision] { decisions.filter { $0.formerKey != nil } }
    /// Matches with anything to write.
    var changed: [MatchDecision] {
        decisions.filter { decision in
            guard case .match(_, let change) = decision.action else { return false }
            return change != .none || decision.formerKey != nil || decision.isReturn
        }
    }
    var removed: [Int64] { absences.filter { $0.action == .remove }.map(\.episodeID) }
}
