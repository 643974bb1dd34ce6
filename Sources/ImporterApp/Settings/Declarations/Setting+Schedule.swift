import FeedImporting

/// The settings of when feeds are asked; docs/Polling.md says what each does.
extension Setting {
    static let schedule = [
        minimumInterval, intervalWithoutValidators, maximumInterval, rhythm, rhythmInterval, dormantAfter,
        dormantInterval, completeInterval, podpingListener, jitter, longestBackOff, longestBackOffWhenNotFound,
        longestRetryAfter, needsAuthInterval, goneInterval, validatorLifetime,
    ]

    static let minimumInterval = Setting(
        "schedule.minimum-interval",
        .duration(300...2_592_000),
        default: "1h",
        "No feed is asked more often, whatever it asks for. Publishers count readers that ask more than once an hour."
    )
    static let intervalWithoutValidators = Setting(
        "schedule.interval-without-validators",
        .duration(300...2_592_000),
        default: "24h",
        "A feed whose server offers neither ETag nor Last-Modified is not asked more often: each answer is the whole "
            + "document."
    )
    static let maximumInterval = Setting(
        "schedule.maximum-interval",
        .duration(300...2_592_000),
        default: "24h",
        "The most that max-age, Expires, ttl and sy:updatePeriod can make a feed wait."
    )
    static let rhythm = Setting(
        "schedule.rhythm",
        .flag,
        default: "true",
        "Whether feeds are asked when their episodes are expected, and rarely otherwise. Without it, every feed is "
            + "asked as often as is allowed."
    )
    static let rhythmInterval = Setting(
        "schedule.rhythm-interval",
        .duration(300...432_000),
        default: "4h",
        "The most that a feed is made to wait because no episode is expected."
    )
    static let dormantAfter = Setting(
        "schedule.dormant-after",
        .duration(86_400...315_360_000),
        default: "90d",
        "After how long without an episode a podcast is taken to have fallen silent; a serial show after a third of it."
    )
    static let dormantInterval = Setting(
        "schedule.dormant-interval",
        .duration(300...2_592_000),
        default: "24h",
        "How often a podcast is asked that has fallen silent."
    )
    static let completeInterval = Setting(
        "schedule.complete-interval",
        .duration(300...7_776_000),
        default: "7d",
        "How often a podcast is asked that says no more episodes come."
    )
    static let podpingListener = Setting(
        "schedule.podping-listener",
        .flag,
        default: "false",
        "Whether another program listens to Podping and has feeds refreshed that are announced there. Feeds that "
            + "say they use Podping are then asked every six hours only."
    )
    static let jitter = Setting(
        "schedule.jitter-percent",
        .count(0...100),
        default: "10",
        "By how many percent a wait is lengthened at most, so that feeds do not come all at once."
    )
    static let longestBackOff = Setting(
        "schedule.longest-back-off",
        .duration(300...2_592_000),
        default: "24h",
        "The longest wait after failures in a row."
    )
    static let longestBackOffWhenNotFound = Setting(
        "schedule.longest-back-off-not-found",
        .duration(300...7_776_000),
        default: "7d",
        "The longest wait after a document was not found several times in a row."
    )
    static let longestRetryAfter = Setting(
        "schedule.longest-retry-after",
        .duration(3600...7_776_000),
        default: "7d",
        "The most of a Retry-After that is believed."
    )
    static let needsAuthInterval = Setting(
        "schedule.needs-auth-interval",
        .duration(300...2_592_000),
        default: "24h",
        "How often a feed is asked that wants other credentials."
    )
    static let goneInterval = Setting(
        "schedule.gone-interval",
        .duration(86_400...31_536_000),
        default: "30d",
        "How often a feed is asked whose server has said for good that it is gone."
    )
    static let validatorLifetime = Setting(
        "schedule.validator-lifetime",
        .duration(3600...31_536_000),
        default: "8d",
        "After how long a document is asked for without conditions: some servers answer for ever that nothing has changed."
    )
}

extension RefreshPolicy {
    /// Takes what was settled.
    ///
    /// - Parameter settled: the values of the settings.
    /// - Throws: an error that says where the text stands and what was expected.
    init(_ settled: SettledValues) throws(ImporterAppError) {
        self.init()
        minimumInterval = try settled[.minimumInterval].interval()
        intervalWithoutValidators = try settled[.intervalWithoutValidators].interval()
        maximumInterval = try settled[.maximumInterval].interval()
        followsRhythm = try settled[.rhythm].flag()
        rhythmInterval = try settled[.rhythmInterval].interval()
        dormantAfter = try settled[.dormantAfter].interval()
        dormantInterval = try settled[.dormantInterval].interval()
        completeInterval = try settled[.completeInterval].interval()
        hasPodpingListener = try settled[.podpingListener].flag()
        jitterPercent = Int64(try settled[.jitter].count())
        longestBackOff = try settled[.longestBackOff].interval()
        longestBackOffWhenNotFound = try settled[.longestBackOffWhenNotFound].interval()
        longestRetryAfter = try settled[.longestRetryAfter].interval()
        needsAuthInterval = try settled[.needsAuthInterval].interval()
        goneInterval = try settled[.goneInterval].interval()
        validatorLifetime = try settled[.validatorLifetime].interval()
        if maximumInterval < minimumInterval {
            let (minimum, maximum) = (settled[.minimumInterval], settled[.maximumInterval])
            // The one that somebody set is the one to change.
            throw maximum.source == .default
                ? minimum.misfit(expected: "no more than \(maximum.setting.key), which is “\(maximum.text ?? "")”")
                : maximum.misfit(expected: "no less than \(minimum.setting.key), which is “\(minimum.text ?? "")”")
        }
    }
}

extension SettingValue {
    fileprivate func interval() throws(ImporterAppError) -> Int64 { Int64(try seconds()) }
}
