import HTTPTypes
import Hummingbird
import NIOCore
import Persistence
import PodcastModel

/// The change log, as a list or as events that go on.
struct ChangeRoutes {
    let source: StatusSource
    /// How many may be told of changes at once.
    let streams: ConnectionSlots

    /// After how long a line is sent when there is nothing to tell, so that both sides
    /// notice when the other has gone, and how often that is looked at: together less than fifteen seconds.
    private static let silence = Duration.seconds(9)
    private static let heartbeat = Duration.seconds(5)

    /// How long commits are collected after a look at the log: a daemon makes a hundred in a second, most of which tell
    /// nothing, and each client has a look of its own.
    private static let coalescing = Duration.milliseconds(50)

    func add(to router: Router<StatusContext>) {
        router.answer(.get, "v1/changes", parameters: PageRequest.parameters + ["since"]) { request, _, query in
            let page = try PageRequest(query)
            // A browser that reconnects says what it had last.
            let since = try Self.lastEvent(request.headers) ?? Self.since(query, page) ?? 0
            guard Self.wantsEvents(request.headers[.accept]) else {
                return try await list(since: since, limit: page.limit)
            }
            if query.text("limit") != nil { throw APIError.badRequest("limit: expected only of a list; events go on") }
            return try await events(since: since)
        }
    }

    /// The number to go on after: `since`, or `cursor`, under which other lists have it too.
    private static func since(_ query: RequestQuery, _ page: PageRequest) throws -> Int64? {
        let since = try query.number("since", in: 0...Int64.max)
        if let since, let cursor = page.cursor, since != cursor {
            throw APIError.badRequest("since, cursor: they mean the same here; give one of them")
        }
        return since ?? page.cursor
    }

    private static func lastEvent(_ headers: HTTPFields) throws(APIError) -> Int64? {
        guard let text = headers.text("last-event-id"), !text.isEmpty else { return nil }
        guard let number = Int64(text), number >= 0 else {
            throw .badRequest("Last-Event-ID: expected the number of a change")
        }
        return number
    }

    /// Whether a client wants events rather than JSON: media types are written in any case, the greater quality is
    /// preferred, and one of 0 refuses (RFC 9110 12.5.1).
    private static func wantsEvents(_ accept: String?) -> Bool {
        var qualities: [String: Double] = [:]
        for range in (accept ?? "").lowercased().split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            if let type = parts.first { qualities[type] = quality ?? 1 }
        }
        let events = qualities["text/event-stream"] ?? 0
        return events > 0 && events >= qualities["application/json"] ?? 0
    }

    private func list(since: Int64, limit: Int) async throws -> Response {
        let (changes, bounds) = try await source.read { unit throws(PersistenceError) in
            (try unit.changes.changes(since: since, limit: limit), try ChangeLogBounds(unit))
        }
        try Self.check(since, bounds)
        let last = bounds.last
        // Whoever follows `next` has to come to an end.
        let next = changes.last.map(\.sequence).flatMap { $0 < last ? $0 : nil }
        return Answer.json(
            .object([
                .init("items", .array(try changes.map { try JSONValue(encoding: $0) })),
                .init("next", next.map(JSONValue.integer) ?? .null), .init("last", .integer(last)),
            ])
        )
    }

    /// Refuses a number after which something would be missed.
    private static func check(_ since: Int64, _ bounds: ChangeLogBounds) throws(APIError) {
        if bounds.isBeyond(since) { throw .badRequest("since: the newest change is \(bounds.last)") }
        if bounds.isTrimmed(after: since) {
            throw APIError(
                status: .gone,
                kind: "gone",
                message:
                    "since: changes before \(bounds.first) are no longer kept; read everything anew, then go on from \(bounds.last)"
            )
        }
    }

    // MARK: - Events

    private func events(since: Int64) async throws -> Response {
        let source = source
        try Self.check(since, try await source.read { unit throws(PersistenceError) in try ChangeLogBounds(unit) })
        guard let place = streams.hold() else { throw APIError.tooManyStreams }
        var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"]
        // nginx hands an answer on when it has some kilobytes of it: an event would wait for dozens of others.
        if let buffering = HTTPField.Name("X-Accel-Buffering") { headers[buffering] = "no" }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                // Held by the body, for it may never be asked for: HEAD has none.
                defer { withExtendedLifetime(place) {} }
                try await Self.write(since: since, from: source, to: &writer)
                try await writer.finish(nil)
            }
        )
    }

    private static func write(
        since: Int64,
        from source: StatusSource,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let commits = try source.persistence.commits()
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        waker.yield()
        let waking = Task {
            await withTaskGroup { group in
                group.addTask {
                    for await _ in commits { waker.yield() }
                    // The store is closed.
                    waker.finish()
                }
                group.addTask {
                    while !Task.isCancelled {
                        do {
                            try await Task.sleep(for: heartbeat)
                        } catch {
                            return
                        }
                        waker.yield()
                    }
                }
            }
        }
        defer { waking.cancel() }
        var cursor = since
        // The first line says that the events have begun.
        var lastLine: ContinuousClock.Instant?
        for await _ in wakes {
            let before = cursor
            // A client that connects again is told what it has missed.
            guard try await deliver(from: &cursor, source, to: &writer) else { return }
            let isSilent = lastLine.map { $0.duration(to: .now) >= silence } ?? true
            if cursor == before, isSilent { try await writer.write(ByteBuffer(string: ":\n\n")) }
            if cursor != before || isSilent { lastLine = .now }
            do {
                try await Task.sleep(for: coalescing)
            } catch {
                // The server stops; the events end as they should.
                return
            }
        }
    }

    /// Sends what there is; false if the log was trimmed beyond what was sent last.
    private static func deliver(
        from cursor: inout Int64,
        _ source: StatusSource,
        to writer: inout any ResponseBodyWriter
    ) async throws -> Bool {
        while true {
            let since = cursor
            let (changes, bounds) = try await source.read { unit throws(PersistenceError) in
                (try unit.changes.changes(since: since, limit: PageRequest.maximumLimit), try ChangeLogBounds(unit))
            }
            guard bounds.hasAll(after: since) else { return false }
            guard let last = changes.last else { return true }
            var text = ""
            for change in changes {
                let data = SecretMask.masking(try JSONValue(encoding: change))
                text += "id: \(change.sequence)\nevent: change\ndata: \(data.text)\n\n"
            }
            try await writer.write(ByteBuffer(string: text))
            cursor = last.sequence
        }
    }
}
