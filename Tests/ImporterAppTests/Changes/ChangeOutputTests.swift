import Foundation
import Persistence
import Testing
import TestSupport

@testable import ImporterApp

@Suite(.timeLimit(.minutes(10)))
struct ChangeOutputTests {
    private let lines = (0..<400).flatMap { Array("\($0) \(String(repeating: "x", count: 990))\n".utf8) }

    private func output(_ pipe: SilentPipe) -> ChangeOutput {
        ChangeOutput(fileDescriptor: pipe.writer) { _ in [] }
    }

    @Test func aReaderThatDoesNotReadIsNotWaitedForOnceTheTaskIsCancelled() async throws {
        // Given a pipe that is full
        let pipe = try SilentPipe()
        let output = output(pipe)
        let sending = Task { [lines] in try await output.send(lines) }
        try await until { pipe.count >= 60_000 }

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

    @Test func whatWasSentIsTakenWhenThePipeIsEmpty() async throws {
        // Given a reader that has taken a part
        let pipe = try SilentPipe()
        let output = output(pipe)
        try await output.send(Array(lines.prefix(2_000)))
        let taking = Task { try await output.waitUntilTaken() }
        pipe.take(1_000)

        // When
        pipe.take(1_000)

        // Then
        try await taking.value
        _ = pipe.finish()
    }

    @Test func whatAReaderLeavesIsNotTaken() async throws {
        let pipe = try SilentPipe()
        let output = output(pipe)
        try await output.send(Array(lines.prefix(2_000)))
        let taking = Task { try await output.waitUntilTaken() }
        pipe.take(1_000)

        close(pipe.reader)

        let error = await #expect(throws: ImporterAppError.self) { try await taking.value }
        #expect(error?.kind == .outputClosed)
        close(pipe.writer)
    }

    @Test func nobodyWaitsForAReaderOnceTheTaskIsCancelled() async throws {
        let pipe = try SilentPipe()
        let output = output(pipe)
        try await output.send(Array(lines.prefix(2_000)))
        let taking = Task { try await output.waitUntilTaken() }

        taking.cancel()

        await #expect(throws: PersistenceError.interrupted) { try await taking.value }
        _ = pipe.finish()
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
