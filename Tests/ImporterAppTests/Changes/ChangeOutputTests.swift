import Foundation
import Persistence
import Testing

@testable import ImporterApp

@Suite(.timeLimit(.minutes(10)))
struct ChangeOutputTests {
    /// A pipe that nobody reads from before the test does.
    private struct SilentPipe {
        let reader: Int32
        let writer: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
            // Of the programs that other tests start none must keep it open.
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reader, writer) = (ends[0], ends[1])
        }

        /// How many bytes wait to be read.
        var count: Int {
            var count: Int32 = 0
            return ioctl(reader, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
        }

        /// Takes no more, and reads what there is.
        func finish() -> [UInt8] {
            _ = fcntl(reader, F_SETFL, O_NONBLOCK)
            defer {
                close(writer)
                close(reader)
            }
            var (bytes, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1 << 16))
            while true {
                let count = read(reader, &buffer, buffer.count)
                guard count > 0 else { return bytes }
                bytes += buffer[..<count]
            }
        }
    }

    private let lines = (0..<400).flatMap { Array("\($0) \(String(repeating: "x", count: 990))\n".utf8) }

    private func output(_ pipe: SilentPipe) -> ChangeOutput {
        ChangeOutput(fileDescriptor: pipe.writer) { _ in [] }
    }

    @Test func aReaderThatDoesNotReadIsNotWaitedForOnceTheTaskIsCancelled() async throws {
        // Given a pipe that is full
        let pipe = try SilentPipe()
        let output = output(pipe)
        let sending = Task { [lines] in try await output.send(lines) }
        while pipe.count < 60_000 { await Task.yield() }

        // When
        sending.cancel()

        // Then the reader has got whole lines only
        await #expect(throws: PersistenceError.interrupted) { try await sending.value }
        let received = pipe.finish()
        #expect(received.last == UInt8(ascii: "\n"))
        #expect(received.count < lines.count && received == Array(lines.prefix(received.count)))
    }

    @Test func whatIsTakenAtOnceIsSentAlsoByATaskThatIsCancelled() async throws {
        let pipe = try SilentPipe()
        let output = output(pipe)

        try await Task { [lines] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await output.send(Array(lines.prefix(10_000)))
        }
        .value

        #expect(pipe.finish() == Array(lines.prefix(10_000)))
    }

    @Test func aSlowReaderGetsEverything() async throws {
        let pipe = try SilentPipe()
        let output = output(pipe)

        async let received = withCheckedContinuation { continuation in
            Thread {
                var (bytes, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 7))
                while bytes.count < lines.count {
                    let count = read(pipe.reader, &buffer, buffer.count)
                    guard count > 0 else { break }
                    bytes += buffer[..<count]
                }
                continuation.resume(returning: bytes)
            }
            .start()
        }
        try await output.send(lines)

        #expect(await received == lines)
        _ = pipe.finish()
    }
}
