import PodcastModel

/// Gives every episode of a document its key.
///
/// Keys need the whole document: a guid that many items share is no guid, a
/// link that two items share names neither. Items that are one episode get one
/// key; all other keys are unique. No key depends on the order of the items,
/// so that re-ordering a feed changes nothing (identity C1, C2).
enum EpisodeKeys {
    /// Assigns `key` and `keyKind`, and says what was odd about the guids.
    ///
    /// - Parameters:
    ///   - episodes: all episodes of the document, in its order.
    ///   - feedURL: a guid equal to it is none.
    ///   - channelLink: a link equal to it is not an episode's.
    ///   - guidsAreUnreliable: whether the guids are known to be of no use
    ///     from earlier documents.
    /// - Returns: what was odd, in an order that depends on nothing but the items.
    static func assign(
        to episodes: inout [Episode],
        feedURL: String?,
        channelLink: String?,
        guidsAreUnreliable: Bool = false
    ) -> [ImportWarning] {
        var firsts: [ExactText: Int] = [:]
        firsts.reserveCapacity(episodes.count)
        var shared: [ExactText: [Int]] = [:]
        var withoutGuid: [Int] = []
        var warnings: [ImportWarning] = []
        var junk: [String: Int] = [:]
        let junkGuids = JunkGuids(feedURL: feedURL)
        for index in episodes.indices {
            guard !guidsAreUnreliable, let guid = trimmedGuid(of: episodes[index]) else {
                withoutGuid.append(index)
                continue
            }
            // Also where only one item has it: it would be a key that every later episode may come under, too.
            if junkGuids.contains(guid) {
                junk[guid, default: 0] += 1
                withoutGuid.append(index)
                continue
            }
            let exact = ExactText(guid)
            if let first = firsts.updateValue(index, forKey: exact) { shared[exact, default: [first]].append(index) }
            episodes[index].key = SyntheticKey.guid(guid)
            episodes[index].keyKind = .guid
        }
        if junk[JunkGuids.zero] == 1, firsts[ExactText("1")] != nil {
            // It is the first of those that are numbered from 0.
            junk[JunkGuids.zero] = nil
            believeZero(in: &episodes, among: &withoutGuid)
        }
        if withoutGuid.isEmpty, shared.isEmpty { return [] }
        let sources = KeySources(episodes: episodes, channelLink: channelLink)
        for (guid, count) in junk { warnings.append(unusable(guid, count: count)) }
        if let guid = mostlyShared(shared, sources: sources) {
            // One guid for most items: the others are not to be trusted either.
            warnings.append(unreliable(guid.text, count: shared[guid]?.count ?? 0, of: episodes.count))
            shared = [:]
            withoutGuid = Array(episodes.indices)
        }
        for (guid, members) in shared {
            let base = SyntheticKey.Made(key: SyntheticKey.guid(guid.text), kind: .guid)
            SharedKeys(base: base, members: members, sources: sources).assign(to: &episodes, warnings: &warnings)
        }
        assignSynthetic(to: &episodes, at: withoutGuid, sources: sources, warnings: &warnings)
        return warnings.sorted { ($0.kind.rawValue, $0.detail) < ($1.kind.rawValue, $1.detail) }.bounded()
    }
}

extension EpisodeKeys {
    /// White space at the ends is never part of a guid; a blank one is none.
    static func trimmedGuid(of episode: Episode) -> String? {
        guard let guid = episode.guid, let first = guid.utf8.first, let last = guid.utf8.last else { return nil }
        let isPlain = (0x21..<0x80).contains(first) && (0x21..<0x80).contains(last)
        if isPlain { return guid }
        let scalars = guid.unicodeScalars
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        return String(scalars[start...end])
    }

    /// Gives the item with the guid 0 that guid, after all.
    private static func believeZero(in episodes: inout [Episode], among withoutGuid: inout [Int]) {
        withoutGuid.removeAll { index in
            guard trimmedGuid(of: episodes[index]) == JunkGuids.zero else { return false }
            (episodes[index].key, episodes[index].keyKind) = (JunkGuids.zero, .guid)
            return true
        }
    }

    /// The guid that more than half of the items share though they are different episodes.
    private static func mostlyShared(_ groups: [ExactText: [Int]], sources: KeySources) -> ExactText? {
        groups.first { guid, members in
            guard members.count > 1, members.count * 2 > sources.episodes.count else { return false }
            let base = SyntheticKey.Made(key: SyntheticKey.guid(guid.text), kind: .guid)
            return SharedKeys(base: base, members: members, sources: sources).clusters.count > 1
        }?.key
    }

    private static func assignSynthetic(
        to episodes: inout [Episode],
        at indices: [Int],
        sources: KeySources,
        warnings: inout [ImportWarning]
    ) {
        guard !indices.isEmpty else { return }
        var groups: [SyntheticKey.Made: [Int]] = [:]
        for index in indices { groups[sources.syntheticKey(of: index), default: []].append(index) }
        for (base, members) in groups {
            if members.count == 1 {
                episodes[members[0]].key = base.key
                episodes[members[0]].keyKind = base.kind
            } else {
                SharedKeys(base: base, members: members, sources: sources).assign(to: &episodes, warnings: &warnings)
            }
        }
    }

    private static func unusable(_ guid: String, count: Int) -> ImportWarning {
        ImportWarning(
            kind: .junkGuid,
            detail:
                "\(count == 1 ? "an item has" : "\(count) items have") the guid “\(guid.prefix(80))”, which says nothing; ignored"
        )
    }

    private static func unreliable(_ guid: String, count: Int, of total: Int) -> ImportWarning {
        ImportWarning(
            kind: .unreliableGuids,
            detail: "\(count) of \(total) items have the guid “\(guid.prefix(80))”; guids are not used"
        )
    }
}
