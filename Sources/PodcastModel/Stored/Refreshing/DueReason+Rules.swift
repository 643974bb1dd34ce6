extension DueReason {
    /// What a feed waits for, or is asked for: a short, stable word.
    ///
    /// `docs/Polling.md` has them all. A feed that is not asked at all is so because of its state, whose word is the rule;
    /// those have no name here. A store that a later version has written to may hold others.
    package struct Rule: RawRepresentable, Hashable, Sendable {
        /// The word, as it is stored and printed.
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

extension DueReason.Rule {
    // MARK: - Usual waits

    package static let complete = Self(rawValue: "complete")
    package static let dormant = Self(rawValue: "dormant")
    package static let expires = Self(rawValue: "expires")
    package static let hostRule = Self(rawValue: "host-rule")
    package static let interval = Self(rawValue: "interval")
    package static let maxAge = Self(rawValue: "max-age")
    package static let noValidators = Self(rawValue: "no-validators")
    package static let override = Self(rawValue: "override")
    package static let podping = Self(rawValue: "podping")
    package static let rhythm = Self(rawValue: "rhythm")
    package static let skipDays = Self(rawValue: "skip-days")
    package static let skipHours = Self(rawValue: "skip-hours")
    package static let spread = Self(rawValue: "spread")
    package static let ttl = Self(rawValue: "ttl")
    package static let updatePeriod = Self(rawValue: "update-period")

    // MARK: - Something went wrong

    package static let backOff = Self(rawValue: "back-off")
    package static let gone = Self(rawValue: "gone")
    package static let hostPaused = Self(rawValue: "host-paused")
    package static let localTrouble = Self(rawValue: "local-trouble")
    package static let needsAuth = Self(rawValue: "needs-auth")
    package static let outage = Self(rawValue: "outage")
    package static let rateLimited = Self(rawValue: "rate-limited")
    package static let retryAfter = Self(rawValue: "retry-after")
    package static let unreadable = Self(rawValue: "unreadable")

    // MARK: - Out of turn, or not at all

    package static let changed = Self(rawValue: "changed")
    package static let duplicate = Self(rawValue: "duplicate")
    package static let inFlight = Self(rawValue: "in-flight")
    package static let interrupted = Self(rawValue: "interrupted")
    package static let new = Self(rawValue: "new")
    package static let resumed = Self(rawValue: "resumed")
    package static let retry = Self(rawValue: "retry")
}
