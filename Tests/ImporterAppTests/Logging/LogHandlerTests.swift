import Foundation
import Logging
import Synchronization
import Testing

@testable import ImporterApp

struct LogHandlerTests {
    @Test func writesOneJSONObjectALine() throws {
        let lines = Recorder()
        let moment = Date(timeIntervalSince1970: 1_700_000_000.5)
        var logger = Logger(label: "podimport") { _ in
            JSONLogHandler(write: { lines.add($0) }, now: { moment })
        }
        logger[metadataKey: "run"] = "7"

        logger.warning("a \"b\"\n\u{1}\u{2028}\u{85}", metadata: ["feed.url": "https://a.example/", "level": "hidden"])

        let line = try #require(lines.all.first)
        let object = try JSONDecoder().decode([String: String].self, from: Data(line))
        #expect(
            object == [
                "time": "2023-11-14T22:13:20.500Z", "level": "warning", "message": "a \"b\"\n\u{1}\u{2028}\u{85}",
                "feed.url": "https://a.example/", "run": "7",
            ]
        )
        #expect(line.last == 0x0A)
        #expect(line.count { $0 == 0x0A } == 1)
        #expect(String(decoding: line, as: UTF8.self).contains(#"\u2028\u0085""#))
    }

    @Test func writesNoCharacterThatSteersATerminal() throws {
        let line = MessageLine.text("a\u{7F}\u{9B}31mé", level: .error, format: .json)

        #expect(line.contains(#""message":"a\u007f\u009b31mé""#))
        #expect(MessageLine.text("a\u{9B}31m\u{202E}é\nb", level: .error, format: .text) == "a 31mé b")
    }

    @Test func aLineOfTextIsOneAndSteersNoTerminal() throws {
        let lines = Recorder()
        let logger = Logger(label: "podimport") { LogDestination.text(label: $0, write: { lines.add($0) }) }

        logger.warning("of\ntwo", metadata: ["error": "a\u{1B}[2J\u{9B}31m\u{202E}é"])

        let line = String(decoding: try #require(lines.all.first), as: UTF8.self)
        #expect(line.contains("error=a [2J 31mé"))
        #expect(line.hasSuffix("of two\n"))
        #expect(lines.all.count == 1 && line.unicodeScalars.count { $0.value < 0x20 } == 1)
    }

    @Test func aMessageIsALineAsTheLogHas() throws {
        #expect(MessageLine.text("a", level: .error, format: .text) == "a")
        let line = MessageLine.text("a \"b\"", level: .warning, format: .json)
        let object = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        #expect(object["message"] == "a \"b\"" && object["level"] == "warning" && object["time"] != nil)
    }

    @Test func everyCopyOfALoggerGoesByTheLevelThatHoldsNow() {
        // Given a logger, and a copy of it
        let lines = Recorder()
        let threshold = LogThreshold(.notice)
        let logger = Logger(label: "podimport") { _ in
            ThresholdLogHandler(JSONLogHandler(write: { lines.add($0) }), threshold)
        }
        var copy = logger
        copy[metadataKey: "part"] = "a"
        copy.info("too little")
        #expect(lines.all.isEmpty)

        // When
        threshold.level = .info

        // Then
        copy.info("enough")
        logger.debug("too little")
        #expect(lines.all.count == 1)
        #expect(lines.all.first.map { String(decoding: $0, as: UTF8.self) }?.contains(#""part":"a""#) == true)

        // And one that was given a level has that
        copy.logLevel = .error
        copy.info("too little")
        #expect(lines.all.count == 1)
    }

    @Test func writesFieldsOfTheJournal() throws {
        let entries = Recorder()
        let logger = Logger(label: "podimport") { label in
            JournalLogHandler(label: label, send: { entries.add($0) })
        }

        logger.error("failed", metadata: ["feed.url": "https://a.example/", "_detail": "one\ntwo"])

        let expected =
            Array("MESSAGE=failed\nPRIORITY=3\nSYSLOG_IDENTIFIER=podimport\nDETAIL\n".utf8)
            + [7, 0, 0, 0, 0, 0, 0, 0] + Array("one\ntwo\nFEED_URL=https://a.example/\n".utf8)
        #expect(entries.all == [expected])
    }

    @Test func sendsEntriesAsDatagrams() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "j-\(UUID().uuidString.prefix(8))").path
        let receiver = try DatagramReceiver(path: path)
        let socket = try #require(JournalSocket(path: path))

        socket.send(Array("MESSAGE=x\n".utf8))

        #expect(receiver.receive() == Array("MESSAGE=x\n".utf8))
    }

    @Test func thereIsNoWayToAJournalThatIsNotThere() {
        #expect(JournalSocket(path: "/nowhere/journal/socket") == nil)
    }

    @Test func takesTheJournalOnlyIfStandardErrorStillLeadsThere() {
        let stream = LogDestination.standardErrorStream
        #expect(LogDestination.fittingFormat(environment: ["JOURNAL_STREAM": stream ?? ""]) == .journald)
        #expect(LogDestination.fittingFormat(environment: ["JOURNAL_STREAM": "1:1"]) == .text)
        #expect(LogDestination.fittingFormat(environment: [:]) == .text)
    }
}

private final class Recorder: Sendable {
    private let lines = Mutex<[[UInt8]]>([])
    var all: [[UInt8]] { lines.withLock { $0 } }

    func add(_ line: [UInt8]) {
        lines.withLock { $0.append(line) }
    }
}

/// The journal's end of the socket.
private final class DatagramReceiver {
    private let descriptor: Int32
    private let path: String

    init(path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        try #require(bound == 0)
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    func receive() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }
}
