import Logging
import TestSupport
import Testing

@testable import ImporterApp

struct SystemdNotifierTests {
    private func notifier(_ environment: [String: String]) -> SystemdNotifier {
        SystemdNotifier(
            environment: environment,
            processID: 42,
            logger: .silent
        )
    }

    @Test(arguments: [
        (SystemdNotifier.Message.ready, "READY=1"), (.stopping, "STOPPING=1"), (.watchdog, "WATCHDOG=1"),
        (.reloading(monotonicMicroseconds: 17), "RELOADING=1\nMONOTONIC_USEC=17"),
        (.extendTimeout(seconds: 60), "EXTEND_TIMEOUT_USEC=60000000"),
        (.status("one\nREADY=1\r\ntwo"), "STATUS=one READY=1 two"),
    ])
    func spellsMessagesAsTheProtocolDoes(message: SystemdNotifier.Message, line: String) {
        #expect(message.line == line)
    }

    @Test(arguments: [
        (["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "3000000"], Duration.seconds(3)),
        (["NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "42"], .seconds(3)),
        (["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "43"], nil),
        (["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "0"], nil),
        (["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "soon"], nil),
        (["WATCHDOG_USEC": "3000000"], nil),
        (["NOTIFY_SOCKET": "vsock:2:9", "WATCHDOG_USEC": "3000000"], nil),
    ])
    func feedsAWatchdogThatWaitsForThisProcess(environment: [String: String], interval: Duration?) {
        #expect(notifier(environment).watchdogInterval == interval)
    }

    @Test(
        arguments: [
            ([:], []),
            (["NOTIFY_SOCKET": ""], []),
            (["NOTIFY_SOCKET": "/nowhere/at/all"], ["systemd could not be told"]),
            (
                ["NOTIFY_SOCKET": "@" + String(repeating: "x", count: 200)],
                ["NOTIFY_SOCKET is no Unix socket; systemd is told nothing"]
            ),
        ] as [([String: String], [String])]
    )
    func saysNothingWithoutASocketAndSurvivesOneThatIsGone(environment: [String: String], warnings: [String]) {
        // Given
        let log = RecordedLog()
        let logger = log.logger(from: .trace)

        // When
        SystemdNotifier(environment: environment, processID: 42, logger: logger).send(.ready)

        // Then
        #expect(log.messages == warnings)
    }

    @Test(arguments: ["/run/systemd/notify", "@abstract"])
    func knowsPathsAndAbstractNames(name: String) throws {
        let address = try #require(UnixSocketAddress(notifySocket: name))

        let length = address.withSocketAddress { _, length in Int(length) }

        // The family, the name, and after a path a zero byte.
        #expect(length == 2 + name.utf8.count + (name.hasPrefix("@") ? 0 : 1))
    }

    @Test(arguments: ["", "@", "relative", "vsock:2:9", "/" + String(repeating: "x", count: 107)])
    func refusesWhatIsNoUnixSocket(name: String) {
        #expect(UnixSocketAddress(notifySocket: name) == nil)
    }
}
