import Dispatch
import FeedServer
import PodcastModel
import Synchronization
import Testing

@testable import FeedLoading

/// A loop whose thread gets no turn for longer than a server may be silent, as when the process is stopped for a while.
struct HeldUpLoopTests {
    @Test func whatHasComeMeanwhileIsReadBeforeATransferIsTakenForStalled() async throws {
        // What was sent may be on its way still on a busy machine: never each time.
        try await LoadingTestBed.repeatedly(expecting: "<rss/>") {
            // Given a server that answers while the thread is held up
            let clock = HeldUpClock()
            let server = try ScriptedServer { request in
                let answer = ServerStep.response(200, [], "<rss/>")
                guard request.path == "/held-up" else { return answer }
                return [.perform(clock.waitForHoldUp)] + answer + [.perform(clock.endHoldUp)]
            }
            server.start()
            defer { server.stop() }
            let loop = try TransferLoop(maximumTransfers: 2, clock: LoopClock(read: clock.read))
            let held = try Self.request("/held-up", to: server, idle: HeldUpClock.milliseconds / 2)
            async let end = loop.perform(held)
            var arrivals = server.arrivals.makeAsyncIterator()
            _ = await arrivals.next()

            // When the thread has something else to do
            clock.holdUp()
            _ = await loop.perform(try Self.request("/other", to: server, idle: HeldUpClock.milliseconds * 2))

            // Then
            guard case .response(let response) = await end else { return "" }
            return String(decoding: response.body.bytes, as: UTF8.self)
        }
    }

    private static func request(_ path: String, to server: ScriptedServer, idle: Int) throws -> HopRequest {
        HopRequest(
            url: try FeedURL("http://127.0.0.1:\(server.port)\(path)"),
            validators: HTTPValidators(),
            authorization: nil,
            httpVersion: .http1,
            acceptEncoding: "identity",
            options: Boxed(wrappedValue: .loopback.with { $0.timeLimits.idle = idle })
        )
    }
}

/// A clock on whose reading a thread can be held up once, for a quarter of an hour that is over as soon as somebody
/// says so.
private final class HeldUpClock: Sendable {
    static let milliseconds = 900_000
    private let lost = Mutex<UInt64>(0)
    private let isToHoldUp = Atomic(false)
    private let begin = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    /// Holds up whoever reads the clock next.
    func holdUp() {
        isToHoldUp.store(true, ordering: .sequentiallyConsistent)
    }

    @Sendable func waitForHoldUp() {
        begin.wait()
    }

    @Sendable func endHoldUp() {
        end.signal()
    }

    @Sendable func read() -> UInt64 {
        if isToHoldUp.exchange(false, ordering: .sequentiallyConsistent) {
            begin.signal()
            end.wait()
            lost.withLock { $0 += UInt64(Self.milliseconds) * 1_000_000 }
        }
        return lost.withLock { LoopClock.monotonic() + $0 }
    }
}
