import PodcastModel

/// A feed in flight that waits for its turn at another host.
typealias HopWaiter = CheckedContinuation<HostPause?, any Error>

extension ImportTraffic {
    /// Everything that is under the lock of the traffic.
    struct State {
        /// The tasks that may be waiting for a change.
        enum Role {
            case feeder, dispatcher, judge
        }

        var lines: HostLines
        var window: ImportWindow
        /// Feeds that wait for a turn, by ticket.
        var feeds: [Int: WaitingFeed] = [:]
        var hops: [Int: HopWaiter] = [:]
        /// Feeds that wait or are in flight, by their keys.
        var presence: [String: FeedPresence] = [:]
        /// The bytes of the feed that is next, if there was no room for it.
        var heldBytes: Int?
        /// How many feeds came since the dispatcher has looked.
        var unseenCount = 0
        /// When the dispatcher looks again by itself.
        var wakesAt: Duration?
        /// From when silence counts even while more feeds may come; nil if nobody waits for it.
        var silenceCountsFrom: Duration?
        var isSourceDone = false
        /// Whether no feed begins any more.
        var isEnding = false
        /// Whether those in flight do not go on either.
        var isClosed = false
        /// Counts the changes, so that none is slept through.
        var version = 0
        var waiters: [Role: CheckedContinuation<Void, Never>] = [:]
        private var lastTicket = 0

        init(configuration: FeedImporterConfiguration, lines: HostLines) {
            self.lines = lines
            window = ImportWindow(
                maximumFeeds: configuration.maximumFeedsInFlight,
                maximumBytes: configuration.maximumBytesInFlight
            )
        }

        mutating func queue(_ feed: WaitingFeed, now: Timestamp) {
            lastTicket += 1
            unseenCount += 1
            feeds[lastTicket] = feed
            let host = feed.host
            if let host, feed.request.isNamed { lines.liftUnreachablePause(of: host, now: now) }
            lines.add(lastTicket, host: host, now: now)
        }

        mutating func queue(_ hop: HopWaiter, host: String, now: Timestamp) {
            lastTicket += 1
            hops[lastTicket] = hop
            lines.add(lastTicket, host: host, as: .hop, now: now)
        }

        /// Whether a feed may begin, or go on to another host, at this time.
        mutating func hasNext(at elapsed: Duration, now: Timestamp) -> Bool {
            if lines.hasNext(.hop, at: elapsed, now: now) { return true }
            if let heldBytes { return window.hasRoom(forBytes: heldBytes) }
            return lines.hasNext(.feed, at: elapsed, now: now)
        }

        /// The next time at which one may; nil if that does not depend on the clock.
        var nextTime: Duration? {
            heldBytes == nil && !isEnding ? lines.nextTime : lines.nextTime(for: .hop)
        }

        /// Removes the feeds that have not begun; returns how many they were.
        mutating func abandonFeeds() -> Int {
            lines.removeAll(.feed)
            heldBytes = nil
            var count = 0
            for feed in feeds.values {
                count += 1 + (presence.removeValue(forKey: feed.request.windowKey)?.sharers ?? 0)
            }
            for key in presence.keys { count += presence[key]?.abandonBlocked() ?? 0 }
            feeds = [:]
            return count
        }

        /// Removes those in flight that wait; returns them.
        mutating func abandonHops() -> [HopWaiter] {
            lines.removeAll(.hop)
            defer { hops = [:] }
            return Array(hops.values)
        }
    }

    /// A feed that waits, kept by reference: a request is large.
    final class WaitingFeed: Sendable {
        let request: FeedImportRequest
        /// The host that it is to be asked at; nil for what is here already.
        let host: String?
        private let fileSize: Int?

        init(_ request: FeedImportRequest) {
            self.request = request
            host = request.source.host
            fileSize = request.fileSize
        }

        /// What the document is taken to weigh until it is there.
        func assumedBytes(_ configuration: FeedImporterConfiguration) -> Int {
            if let fileSize { return fileSize }
            let isConditional = !request.readsAgain && request.refreshState?.validators.isEmpty == false
            return isConditional ? configuration.assumedChangeBytes : configuration.assumedDocumentBytes
        }
    }
}

/// A feed that waits or is in flight, and who else asked for it.
struct FeedPresence {
    private let feed: ImportTraffic.WaitingFeed
    private var blocked: [FeedImportRequest] = []
    private var isClosed = false
    /// The names of the requests that share the answer.
    private(set) var otherNames: [String] = []

    init(_ feed: ImportTraffic.WaitingFeed) {
        self.feed = feed
    }

    /// How many requests there are besides the first.
    var sharers: Int { otherNames.count + blocked.count }

    /// Adds a request for the same feed: it shares the answer, or if it would
    /// get another one it has to wait.
    mutating func add(_ other: FeedImportRequest) {
        if !isClosed, feed.request.isAnswered(with: other) {
            otherNames.append(other.name)
        } else {
            blocked.append(other)
        }
    }

    /// Lets nobody else share the answer; returns who does.
    mutating func close() -> [String] {
        isClosed = true
        return otherNames
    }

    /// The request whose turn it is when this one has ended.
    func next() -> (feed: ImportTraffic.WaitingFeed, presence: FeedPresence)? {
        guard let first = blocked.first.map(ImportTraffic.WaitingFeed.init) else { return nil }
        var presence = FeedPresence(first)
        for other in blocked.dropFirst() { presence.add(other) }
        return (first, presence)
    }

    /// Gives up what has not begun; returns how many requests that were.
    mutating func abandonBlocked() -> Int {
        defer { blocked = [] }
        return blocked.count
    }
}
