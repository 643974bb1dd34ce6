import PodcastModel

/// Conditions on the rows of `subscription`, in SQL.
enum DueCondition {
    /// Whether a feed is polled at all (identity C8 49): word for word the condition of the index that such feeds are
    /// looked up in, `subscriptionByDue`.
    static let isPolled = "state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL"

    /// Whether a feed is due at the moment ?1 and nobody is working on it.
    static let isDue = """
        \(isPolled) AND nextDueAt <= ?1
          AND NOT EXISTS (SELECT 1 FROM lease WHERE subscriptionId = subscription.id AND until > ?1)
        """

    /// Whether a feed is never due, because somebody wants that or another one is asked in its place.
    static let isStopped = "(state IN ('paused', 'unfollowed') OR duplicateOf IS NOT NULL)"

    /// Whether a feed is due because somebody has asked for it, or changed what it may fail for: whoever takes it as it
    /// is due puts another reason in the place of this (``LeaseStore``).
    static let isRequested = "\(firstRule) IN \(words([.retry, .changed]))"

    /// Whether a feed waits for something that is no fault of its own.
    static let isPutOff = "\(firstRule) IN \(words([.hostPaused, .outage, .localTrouble]))"

    /// Whether a feed counts as being asked.
    static let isInFlight = "\(firstRule) = '\(DueReason.Rule.inFlight.rawValue)'"

    /// Whether a feed counts as being asked, or as it was when its turn was taken back.
    static let isCutOff = "\(firstRule) IN \(words([.inFlight, .interrupted]))"

    /// The first of the reasons why a feed is due; empty if there is none, or what is stored is no JSON: one damaged row
    /// is not to spoil a query over all feeds.
    static let firstRule = """
        coalesce(CASE WHEN json_valid(dueReasons) THEN json_extract(dueReasons, '$[0].rule') END, '')
        """

    /// Whether a feed may be one that is being asked, or was when a run was stopped, or that somebody wants asked, by how
    /// its reasons begin as they are written here: few are, and ``firstRule`` reads all of the JSON.
    static let mayBeUnanswered =
        "("
        + [DueReason.Rule.inFlight, .interrupted, .retry, .changed]
        .map { "dueReasons GLOB '?{\"rule\":\"\($0.rawValue)\"*'" }
        .joined(separator: " OR ") + ")"

    /// Rules as the list of an `IN`.
    static func words(_ rules: [DueReason.Rule]) -> String {
        "(" + rules.map { "'\($0.rawValue)'" }.joined(separator: ", ") + ")"
    }
}
