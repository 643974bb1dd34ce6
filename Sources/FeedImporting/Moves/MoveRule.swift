import PodcastModel

/// What is known of a feed that seems to have moved.
struct MoveEvidence: Hashable, Sendable {
    /// The address that is asked now.
    let from: FeedURL
    let target: FeedURL
    /// How many refreshes have seen the move, this one included.
    var sightings: Int
    var firstSeenAt: Timestamp
    /// When the target was last looked at in vain; nil if it was not.
    var lookedAt: Timestamp?
    /// Whether what is found there is the same show (``ShowLikeness``).
    var isSameShow: Bool
    /// Whether the target is in a private network.
    var isPrivate: Bool
    /// Whether a feed says so, rather than a server: then the target is yet to
    /// be looked at.
    var isAnnounced: Bool
}

/// Decides when a move is believed and the stored address changes (http
/// polling A4 46, 48): a pure function of the evidence.
///
/// Login pages of public networks, company proxies and maintenance pages answer
/// with permanent redirects too; readers that believed them lost all their feeds.
enum MoveRule {
    /// How many refreshes must have seen the move.
    static let sightings = 3
    /// For how long it must have been seen.
    static let seconds: Int64 = 48 * 3600
    /// How long a feed must fail at its new address before the old one is tried again.
    static let fallBackSeconds: Int64 = 7 * 86_400
    /// How long a feed must not be found before it is looked for on the site of its show.
    private static let lostSeconds: Int64 = 14 * 86_400
    /// The kinds of failure that mean that the feed is no longer at its address.
    static let lostKinds: Set<ImportFailure.Kind> = [.notFound, .gone, .html, .unresolvedHost]

    /// What to do about a move.
    enum Verdict: Hashable, Sendable {
        /// The stored address changes.
        case move
        /// The target is to be looked at, and if it is the same show the stored
        /// address changes.
        case examine
        /// It has not been seen often or long enough.
        case wait
        /// It never counts.
        case refuse(Refusal)
    }

    /// Why a move does not count.
    enum Refusal: Hashable, Sendable {
        case downgrade
        case privateNetwork
        case otherShow

        /// The kind of the warning that says so.
        var warningKind: ImportWarning.Kind {
            switch self {
            case .downgrade: .moveToHTTP
            case .privateNetwork: .moveToPrivateNetwork
            case .otherShow: .moveToOtherShow
            }
        }

        /// One line for people.
        func detail(_ target: FeedURL) -> String {
            switch self {
            case .downgrade: "a move to \(target.redacted) is not followed: it would give up https"
            case .privateNetwork: "a move to \(target.redacted) is not followed: it leads into a private network"
            case .otherShow: "a move to \(target.redacted) is not followed: another show is published there"
            }
        }
    }

    /// Decides.
    static func verdict(on evidence: MoveEvidence, at now: Timestamp) -> Verdict {
        if evidence.from.scheme == "https", evidence.target.scheme == "http" { return .refuse(.downgrade) }
        if evidence.isPrivate { return .refuse(.privateNetwork) }
        guard evidence.isSameShow else { return .refuse(.otherShow) }
        let isConfirmed =
            evidence.sightings >= sightings && now.seconds(since: evidence.firstSeenAt) >= seconds
        if evidence.isAnnounced {
            return isConfirmed && isTimeToLook(evidence, at: now) ? .examine : .wait
        }
        return isConfirmed || isUpgrade(from: evidence.from, to: evidence.target) ? .move : .wait
    }

    /// Whether an address is the other one with https.
    static func isUpgrade(from: FeedURL, to target: FeedURL) -> Bool {
        from.scheme == "http" && target.scheme == "https" && from.host == target.host
            && from.port == target.port && from.pathAndQuery == target.pathAndQuery
    }

    /// Whether it is time to look on the site of its show for a feed that is
    /// lost: after a fortnight, and each time that it has lasted twice as long.
    static func isTimeToSearch(failingSince since: Timestamp, lastAttemptAt: Timestamp, now: Timestamp) -> Bool {
        func doublings(until moment: Timestamp) -> Int {
            let periods = max(0, moment.seconds(since: since)) / lostSeconds
            return Int64.bitWidth - periods.leadingZeroBitCount
        }
        return doublings(until: now) > doublings(until: lastAttemptAt)
    }

    /// A target that was not good enough is looked at again, but ever more
    /// rarely: each time that the move has been seen for twice as long.
    private static func isTimeToLook(_ evidence: MoveEvidence, at now: Timestamp) -> Bool {
        guard let lookedAt = evidence.lookedAt else { return true }
        return now.seconds(since: evidence.firstSeenAt) >= 2 * lookedAt.seconds(since: evidence.firstSeenAt)
    }
}
