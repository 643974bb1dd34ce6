import Hummingbird
import NIOCore
import Persistence
import PodcastModel

/// The change log, as a list or as events that go on.
struct ChangeRoutes {
    let source: StatusSource

    /// How often a line is sent when there is nothing to tell, so that both sides
    /// notice when the other has gone.
    private static let heartbeat = Duration.seconds(15)

    func add(to router: Router<StatusContext>) {
        router.get("v1/changes") { request, _ in
            let wish = try PageWish(request)
            // A browser that reconnects says what it had last.
            let last = request.headers.text("last-event-id").flatMap { Int64($0) }
            let since = try await checked(last ?? Self.since(request, wish) ?? 0)
            let wantsEvents = request.headers[.accept]?.contains("text/event-stream") == true
            return wantsEvents ? events(since: since) : try await list(since: since, limit: wish.limit)
        }
    }

    /// The number to go on after: `since`, or `cursor`, under which other lists have it too.
    private static func since(_ request: Request, _ wish: PageWish) throws -> Int64? {
        let since = try request.number("since", in: 0...Int64.max)
        if let since, let cursor = wish.cursor, since != cursor {
            throw APIError.badRequest("since, cursor: they mean the same here; give one of them")
        }
        return since ?? wish.cursor
    }

    private func list(since: Int64, limit: Int) async throws -> Response {
        let (changes, last) = try await source.read { unit throws(PersistenceError) in
            (try unit.changes.changes(since: since, limit: limit), try unit.changes.lastSequence())
        }
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
    private func checked(_ since: Int64) async throws -> Int64 {
        let (first, last) = try await source.read { unit throws(PersistenceError) in
            (try unit.changes.firstSequence(), try unit.changes.lastSequence())
        }
        if since > last { throw APIError.badRequest("since: the newest change is \(last)") }
        if since > 0, since < first - 1 {
            throw APIError(
                status: .gone,
                kind: "gone",
                message:
                    "since: changes before \(first) are no longer kept; read everything anew, then go on from \(last)"
            )
        }
        return since
    }

    // MARK: - Events

    private func events(since: Int64) -> Response {
        let source = source
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody { writer in
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
        for await _ in wakes {
            let before = cursor
            try await deliver(from: &cursor, source, to: &writer)
            if cursor == before { try await writer.write(ByteBuffer(string: ":\n\n")) }
        }
    }

    private static func deliver(
        from cursor: inout Int64,
        _ source: StatusSource,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        while true {
            let since = cursor
            let changes = try await source.read { unit throws(PersistenceError) in
                try unit.changes.changes(since: since, limit: PageWish.maximumLimit)
            }
            guard let last = changes.last else { return }
            var text = ""
            for change in changes {
                text += "id: \(change.sequence)\nevent: change\ndata: \(try JSONValue(encoding: change).text)\n\n"
            }
            try await writer.write(ByteBuffer(string: text))
            cursor = last.sequence
        }
    }
}
