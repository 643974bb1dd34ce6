import FeedServer
import Foundation
import GRDB
import Testing
import TestSupport

/// The daemon as a process: what it tells systemd, what it does unasked, and
/// what it does about other processes on its store.
@Suite(.timeLimit(.minutes(10)))
struct DaemonTests {
    @Test func isReadyWhenTheStoreIsLoadedAndRefreshesWhatIsDue() async throws {
        try await DaemonTestBed.run { bed in
            // Given
            _ = try await bed.program.podimport("subscription", "add", bed.url("/1"), bed.url("/2"))

            // When
            let daemon = try bed.startDaemon()
            let idle = await bed.notify.line(beginning: "STATUS=Idle")
            daemon.send(SIGTERM)

            // Then
            #expect(await daemon.status() == 0)
            #expect(idle?.contains("2 refreshed, 2 new episodes") == true)
            let told = bed.notify.allLines
            #expect(told.first == "STATUS=Loading the store")
            let loading = try #require(told.firstIndex { $0.hasPrefix("EXTEND_TIMEOUT_USEC=") })
            let ready = try #require(told.firstIndex(of: "READY=1"))
            #expect(loading < ready)
            #expect(told.contains("STOPPING=1"))
            #expect(bed.server.requests.count == 2)
        }
    }

    @Test func refreshesFeedsThatOtherProcessesAddOrRetryAtOnce() async throws {
        try await DaemonTestBed.run { bed in
            // Given an idle daemon without a subscription
            let daemon = try bed.startDaemon()
            _ = await bed.notify.line(beginning: "STATUS=Idle")

            // When
            let added = try await bed.program.podimport("subscription", "add", bed.url("/new"))
            await bed.arrival(of: "/new")
            _ = await bed.notify.line(beginning: "STATUS=Idle")
            let retried = try await bed.program.podimport("subscription", "retry", bed.url("/new"))
            await bed.arrival(of: "/new")
            _ = await bed.notify.line(beginning: "STATUS=Idle")
            daemon.send(SIGTERM)

            // Then
            #expect([added.status, retried.status, await daemon.status()] == [0, 0, 0])
            #expect(bed.server.requests.count == 2)
            #expect(bed.server.requests.last?.headerLines.contains("If-None-Match: \"1\"") == true)
        }
    }

    @Test func asksEachOfManyNewFeedsOnceAndAtOnce() async throws {
        try await DaemonTestBed.run { bed in
            // Given two idle daemons on one store
            let daemons = try [bed.startDaemon(), bed.startDaemon()]
            for _ in daemons { _ = await bed.notify.line(beginning: "READY=1") }

            // When
            let urls = (0..<20).map { bed.url("/\($0)") }
            let added = try await bed.program.podimport(["subscription", "add"] + urls)
            var asked: Set<String> = []
            for await request in bed.server.arrivals {
                asked.insert(request.path)
                if asked.count == urls.count { break }
            }
            for daemon in daemons { daemon.send(SIGTERM) }

            // Then
            #expect(added.status == 0)
            for daemon in daemons { #expect(await daemon.status() == 0) }
            #expect(bed.server.requests.count == urls.count)
        }
    }

    @Test func tellsSystemdOfABacklogEveryTwoSecondsAndNotOfEachFeed() async throws {
        try await DaemonTestBed.run { bed in
            // Given
            _ = try await bed.program.podimport(["subscription", "add"] + (0..<30).map { bed.url("/\($0)") })
            let start = ContinuousClock.now

            // When
            let daemon = try bed.startDaemon()
            let idle = await bed.notify.line(beginning: "STATUS=Idle")
            let seconds = start.duration(to: .now).components.seconds
            daemon.send(SIGTERM)

            // Then
            #expect(await daemon.status() == 0)
            #expect(idle?.contains("30 refreshed") == true)
            let lines = bed.notify.allLines.filter { $0.hasPrefix("STATUS=") }
            let refreshing = lines.count { $0.hasPrefix("STATUS=Refreshing") }
            // One behind each line that says something else, and one every two seconds.
            #expect(refreshing <= lines.count - refreshing + Int(seconds) / 2 + 1)
        }
    }

    @Test func indexesTheWordsOfEpisodesUnlessThatIsTurnedOff() async throws {
        try await DaemonTestBed.run { bed in
            // Given an episode that was imported, and is not indexed
            _ = try await bed.program.podimport("--feed", bed.url("/1"))
            let database = try bed.program.database()
            func documentCount() async throws -> Int {
                try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM searchDocument") ?? 0 }
            }
            #expect(try await documentCount() == 0)

            // When a daemon runs that is not to index
            let without = try bed.startDaemon(environment: ["PODIMPORT_SEARCH_INDEX=no"])
            _ = await bed.notify.line(beginning: "READY=1")
            _ = await bed.notify.line(beginning: "STATUS=Idle")
            without.send(SIGTERM)

            // Then nothing is indexed
            #expect(await without.status() == 0)
            #expect(try await documentCount() == 0)

            // When one runs that is, then it is indexed without a command
            let with = try bed.startDaemon()
            try await until { try await documentCount() > 0 }
            with.send(SIGTERM)
            #expect(await with.status() == 0)
        }
    }

    @Test func givesUpWhatIsLoadingAndCountsItAsAskedWhenToldToStop() async throws {
        try await DaemonTestBed.run(script: { _ in [.waitForClient] }) { bed in
            // Given a feed whose server does not answer
            _ = try await bed.program.podimport("subscription", "add", bed.url("/silent"))
            let daemon = try bed.startDaemon()
            await bed.arrival(of: "/silent")

            // When
            daemon.send(SIGTERM)

            // Then
            #expect(await daemon.status() == 0)
            let status = try await bed.program.podimport("status", "--format", "json").document()
            #expect(status.isNull("daemon"))
            let subscriptions = try #require(status.object("store")?.object("subscriptions"))
            // Its server has been asked (http polling A2 23).
            #expect(subscriptions.number("due") == 0)
            #expect(subscriptions.number("inFlight") == 0)
            #expect(subscriptions.number("failing") == 0)
        }
    }

    @Test func asksNothingAgainThatIsNotDueHoweverOftenItIsStarted() async throws {
        try await DaemonTestBed.run { bed in
            _ = try await bed.program.podimport("subscription", "add", bed.url("/1"))
            for _ in 0..<5 {
                let daemon = try bed.startDaemon()
                // The one before may have said more than once that it was idle.
                _ = await bed.notify.line(beginning: "READY=1")
                _ = await bed.notify.line(beginning: "STATUS=Idle")
                daemon.send(SIGTERM)
                #expect(await daemon.status() == 0)
            }
            #expect(bed.server.requests.count == 1)
        }
    }

    @Test(arguments: [("", true), ("log-level: notice\n", false)])
    func logsEachRefreshUnlessTheSettingsSayOtherwise(settings: String, isLogged: Bool) async throws {
        try await DaemonTestBed.run { bed in
            // Given
            _ = try await bed.program.podimport("subscription", "add", bed.url("/a"))
            try bed.program.write(settings, to: "settings.yaml")
            let path = bed.program.folder.appendingPathComponent("settings.yaml").path

            // When
            let daemon = try bed.startDaemon(environment: ["PODIMPORT_CONFIG=\(path)"])
            for await line in bed.notify.lines where line.contains("1 refreshed") { break }
            daemon.send(SIGTERM)

            // Then
            #expect(await daemon.status() == 0)
            let log = try daemon.errorText()
            #expect(log.contains("ready"))
            #expect(log.contains("feed refreshed") == isLogged, "\(log)")
        }
    }

    @Test func forgetsOldChanges() async throws {
        try await DaemonTestBed.run { bed in
            // Given changes of a hundred days ago
            for path in ["/1", "/2"] { _ = try await bed.program.podimport("--feed", bed.url(path)) }
            let database = try bed.program.database()
            func changeCount() async throws -> Int {
                try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM change") ?? 0 }
            }
            try await database.write { try $0.execute(sql: "UPDATE change SET at = at - 100 * 86400") }
            #expect(try await changeCount() > 2)

            // When
            let daemon = try bed.startDaemon(environment: ["PODIMPORT_SEARCH_INDEX=no"])

            // Then only the newest is left, which holds the place. It is done beside the refreshes, and may take longer.
            try await until { try await changeCount() == 1 }
            daemon.send(SIGTERM)
            #expect(await daemon.status() == 0)
        }
    }

    @Test func feedsTheWatchdogOnlyWhenItIsAskedTo() async throws {
        try await DaemonTestBed.run { bed in
            let daemon = try bed.startDaemon(environment: ["WATCHDOG_USEC=200000"])
            _ = await bed.notify.line(beginning: "READY=1")
            let signs = [
                await bed.notify.line(beginning: "WATCHDOG=1"), await bed.notify.line(beginning: "WATCHDOG=1"),
            ]
            daemon.send(SIGTERM)

            #expect(await daemon.status() == 0)
            #expect(signs == ["WATCHDOG=1", "WATCHDOG=1"])
        }
        try await DaemonTestBed.run { bed in
            let daemon = try bed.startDaemon(environment: ["WATCHDOG_USEC=200000", "WATCHDOG_PID=1"])
            _ = await bed.notify.line(beginning: "STATUS=Idle")
            daemon.send(SIGTERM)

            #expect(await daemon.status() == 0)
            #expect(!bed.notify.allLines.contains("WATCHDOG=1"))
        }
    }

    @Test(arguments: [("not a store", Int32(73)), ("/nowhere/at/all/store.sqlite", Int32(73))])
    func saysWhatIsWrongWithAStoreThatCannotBeLoaded(content: String, expected: Int32) async throws {
        try await DaemonTestBed.run { bed in
            // A path in a folder that is not there, or a file that is no store.
            var arguments = ["daemon"]
            if content.hasPrefix("/") {
                arguments += ["--store", content]
            } else {
                try bed.program.write(String(repeating: content, count: 400), to: "podimport.sqlite")
            }
            let daemon = try bed.program.start(arguments, environment: ["NOTIFY_SOCKET=\(bed.notify.name)"])

            #expect(await daemon.status() == expected)
            #expect(try daemon.errorText().contains("podimport: persistence: "))
            #expect(!bed.notify.allLines.contains("READY=1"))
        }
    }

    @Test func sharesTheStoreWithASecondDaemonAndACronJob() async throws {
        // Given 40 feeds that are due, two daemons and an import
        try await DaemonTestBed.run { bed in
            let urls = (0..<40).map { bed.url("/\($0)") }
            _ = try await bed.program.podimport(["subscription", "add"] + urls)

            // When
            let daemons = try [bed.startDaemon(), bed.startDaemon()]
            let imported = try await bed.program.podimport("import", "--due", "--quiet")
            var asked: Set<String> = []
            for await request in bed.server.arrivals {
                asked.insert(request.path)
                if asked.count == 40 { break }
            }
            for daemon in daemons { daemon.send(SIGTERM) }

            // Then every feed was asked once
            for daemon in daemons { #expect(await daemon.status() == 0) }
            #expect(imported.status == 0)
            #expect(bed.server.requests.count == 40)
        }
    }

    @Test func theSecondDaemonSaysThatThereIsAnotherAndComplainsOfNothing() async throws {
        try await DaemonTestBed.run { bed in
            // Given
            let first = try bed.startDaemon()
            #expect(await bed.notify.line(beginning: "READY=1") != nil)

            // When
            let second = try bed.startDaemon()
            #expect(await bed.notify.line(beginning: "READY=1") != nil)
            for daemon in [first, second] { daemon.send(SIGTERM) }

            // Then
            for daemon in [first, second] { #expect(await daemon.status() == 0) }
            let announcement = "another daemon works on this store"
            #expect(try second.errorText().contains(announcement))
            #expect(try !first.errorText().contains(announcement))
            #expect(try !second.errorText().contains("warning"))
        }
    }
}
