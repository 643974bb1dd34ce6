import FeedLoading
import FeedServer
import PodcastModel
import Testing

struct ConcurrencyTests {
    @Test func loadsAThousandFeedsAtOnce() async throws {
        try await LoadingTestBed.run(maximumTransfers: 64) { request in
            ServerStep.response(200, ["ETag: \"\(request.path)\""], "<rss>\(request.path)</rss>")
        } test: { bed in
            let results = try await withThrowingTaskGroup(of: (Int, LoadedFeed).self) { group in
                for number in 0..<1000 {
                    group.addTask { (number, try await bed.loadBody("/\(number)")) }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }

            #expect(results.count == 1000)
            #expect(bed.server.requests.count == 1000)
            #expect(bed.server.connectionCount <= 64)
            let areAllTheirOwn = results.allSatisfy { number, feed in
                feed.body.bytes == Array("<rss>/\(number)</rss>".utf8)
                    && feed.response.validators.etag == "\"/\(number)\""
            }
            #expect(areAllTheirOwn)
        }
    }

    @Test func cancellingATaskEndsItsTransfer() async throws {
        try await LoadingTestBed.run { _ in
            [.waitForClient]
        } test: { bed in
            // Given a transfer that would wait for ever
            let task = Task { try await bed.error() }
            var arrivals = bed.server.arrivals.makeAsyncIterator()
            _ = await arrivals.next()

            // When
            task.cancel()

            // Then
            let error = try await task.value
            #expect(error.shortDescription == "cancelled")
        }
    }

    @Test func aTaskCancelledBeforehandSendsNothing() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await bed.error()
            }
            let error = try await task.value
            #expect(error.shortDescription == "cancelled")
            #expect(bed.server.requests.isEmpty)
        }
    }

    @Test func aTransferThatWaitsForItsTurnCanBeCancelled() async throws {
        try await LoadingTestBed.run(maximumTransfers: 1) { request in
            request.path == "/slow" ? [.waitForClient] : ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            // Given one transfer on the wire and one behind it
            let slow = Task { try await bed.error("/slow") }
            var arrivals = bed.server.arrivals.makeAsyncIterator()
            _ = await arrivals.next()
            let waiting = Task { try await bed.error("/waiting") }

            // When the one behind is cancelled, then the one on the wire
            waiting.cancel()
            let waitingError = try await waiting.value
            #expect(waitingError.shortDescription == "cancelled")
            slow.cancel()
            let slowError = try await slow.value
            #expect(slowError.shortDescription == "cancelled")

            // Then the next gets its turn
            _ = try await bed.load("/next")
            #expect(bed.server.requests.map(\.path) == ["/slow", "/next"])
        }
    }

    @Test func cancelsAtAnyMomentWithoutHarm() async throws {
        try await LoadingTestBed.run(maximumTransfers: 16) { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let ends = await withTaskGroup(of: String.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        let task = Task { try await bed.load("/\(number)") }
                        for _ in 0..<(number % 7) { await Task.yield() }
                        task.cancel()
                        do {
                            _ = try await task.value
                            return "loaded"
                        } catch let error as FeedLoadingError {
                            return error.shortDescription
                        } catch {
                            return "\(error)"
                        }
                    }
                }
                return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(ends["loaded", default: 0] + ends["cancelled", default: 0] == 300)
            _ = try await bed.load("/after")
        }
    }

    @Test func shutdownCancelsWhatIsOnItsWay() async throws {
        try await LoadingTestBed.run { _ in
            [.waitForClient]
        } test: { bed in
            // Given
            let tasks = (0..<10).map { number in Task { try await bed.error("/\(number)") } }
            var arrivals = bed.server.arrivals.makeAsyncIterator()
            for _ in 0..<10 { _ = await arrivals.next() }

            // When
            await bed.loader.shutdown()

            // Then
            for task in tasks {
                let taskError = try await task.value
                #expect(taskError.shortDescription == "cancelled")
            }
            let error = try await bed.error()
            #expect(error.shortDescription == "cancelled")
        }
    }

    @Test func releasingTheLoaderEndsItsThread() async throws {
        // Given a load whose loader is known to nobody else
        let server = try ScriptedServer { _ in ServerStep.response(200, [], "<rss/>") }
        server.start()
        defer { server.stop() }
        var loader: PodcastFeedLoader? = try PodcastFeedLoader()
        weak let released = loader
        let url = try FeedURL("http://127.0.0.1:\(server.port)/feed")

        // When
        _ = try await loader?.load(FeedLoadRequest(source: .http(url), options: .loopback))
        loader = nil

        // Then
        #expect(released == nil)
    }
}
