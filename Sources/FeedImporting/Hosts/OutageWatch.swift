import Logging
import Operations
import PodcastModel

/// Watches for outages of our own network, for all runs of one importer.
final class OutageWatch: Sendable {
    /// Told whose fault a failure was.
    typealias Handler = @Sendable (OutageDetector.Verdict) -> Void

    private struct State {
        var detector = OutageDetector()
        var answerCount = 0
        var handlers: [Int: Handler] = [:]
        var lastTicket = 0
        /// How many failures are being judged; see ``judging(_:)``.
        var judgingCount = 0
        /// Whether ``settle()`` was called meanwhile.
        var isToSettle = false
    }

    private let state = Locked(State())
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    init(now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        self.now = now
        self.logger = logger
    }

    /// The time before which no host need be asked, because of an outage.
    var standstill: Timestamp? { state.withLock { $0.detector.standstill(at: now()) } }

    /// Whether there is a failure of which it is not known whose fault it was.
    var hasUndecided: Bool { state.withLock(\.detector.hasUndecided) }

    /// How many answers there have been so far.
    var answerCount: Int { state.withLock(\.answerCount) }

    /// Some server answered.
    func answered() {
        let isDecisive = state.withLock { state in
            state.answerCount += 1
            return state.detector.waitsForAnswer
        }
        guard isDecisive else { return }
        decide { $0.answered() }
    }

    /// Notes a load that got no answer; the handler is called with the verdict as
    /// soon as there is one.
    ///
    /// - Parameters:
    ///   - host: who was asked.
    ///   - testimony: what it says of the network.
    ///   - answersBefore: the ``answerCount`` when the load began: if there was an answer since, the network worked
    ///     while the host did not.
    ///   - isOffline: whether the system itself says that there is no route.
    ///   - handler: called once.
    func failed(
        host: String,
        testimony: OutageDetector.Testimony,
        answersBefore: Int,
        isOffline: Bool,
        handler: @escaping Handler
    ) {
        let isFirst = answerCount == answersBefore
        decide(adding: handler) { detector, ticket in
            let failure = OutageDetector.Failure(
                ticket: ticket,
                host: host,
                testimony: isFirst ? testimony : .nothing,
                isOffline: isOffline
            )
            return detector.failed(failure, at: now())
        }
    }

    /// Runs what reports a failure; ``settle()`` waits until it has done so.
    func judging(_ body: () -> Void) {
        state.withLock { $0.judgingCount += 1 }
        body()
        let settles = state.withLock { state in
            state.judgingCount -= 1
            return state.judgingCount == 0 && state.isToSettle
        }
        if settles { settle() }
    }

    /// Decides all that is undecided, because nothing is under way that could tell more; if failures are being judged,
    /// as soon as they are.
    func settle() {
        let isNow = state.withLock { state in
            state.isToSettle = state.judgingCount > 0
            return !state.isToSettle
        }
        if isNow { decide { $0.settle(at: now()) } }
    }

    private func decide(
        adding handler: Handler? = nil,
        _ step: (inout OutageDetector, Int) -> [Int: OutageDetector.Verdict]
    ) {
        let (told, begins, ends) = state.withLock { state in
            state.lastTicket += 1
            if let handler { state.handlers[state.lastTicket] = handler }
            let wasOutage = state.detector.isOutage
            let verdicts = step(&state.detector, state.lastTicket)
            let told = verdicts.compactMap { ticket, verdict in
                state.handlers.removeValue(forKey: ticket).map { ($0, verdict) }
            }
            let isOutage = state.detector.isOutage
            return (told, !wasOutage && isOutage, wasOutage && !isOutage)
        }
        if begins {
            logger.warning("no host can be reached: the network here seems to be down; no feed is charged with it")
        }
        if ends { logger.notice("the network is back") }
        for (handler, verdict) in told { handler(verdict) }
    }

    private func decide(_ step: (inout OutageDetector) -> [Int: OutageDetector.Verdict]) {
        decide { detector, _ in step(&detector) }
    }
}

extension DueReason {
    /// Our own network is down.
    static func outage(until: Timestamp) -> DueReason {
        DueReason(rule: .outage, detail: "the network here seems to be down", notBefore: until)
    }
}
