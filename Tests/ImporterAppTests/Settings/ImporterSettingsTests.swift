import FeedImporting
import FeedLoading
import Foundation
import Testing

@testable import ImporterApp

struct ImporterSettingsTests {
    private func settings(
        storePath: String? = nil,
        _ environment: [String: String]
    ) throws(ImporterAppError) -> ImporterSettings {
        try ImporterSettings(
            SettingsSources(
                commandLine: ["store": storePath].compactMapValues { $0 },
                environment: environment,
                currentDirectory: "/work"
            )
        )
    }

    @Test func takesTheStoreFromTheCommandLineThenTheEnvironmentThenTheSystem() throws {
        var environment = ["HOME": "/home/ada"]
        #expect(try settings(environment).storePath == "/home/ada/.local/share/podimport/podimport.sqlite")

        environment["XDG_DATA_HOME"] = "/data"
        #expect(try settings(environment).storePath == "/data/podimport/podimport.sqlite")

        environment["STATE_DIRECTORY"] = "/var/lib/podimport:/var/lib/other"
        #expect(try settings(environment).storePath == "/var/lib/podimport/podimport.sqlite")
        #expect(try settings(environment).storePathIsDefault)

        environment["PODIMPORT_STORE"] = "other.sqlite"
        #expect(try settings(environment).storePath == "/work/other.sqlite")

        let given = try settings(storePath: "/tmp/mine.sqlite", environment)
        #expect(given.storePath == "/tmp/mine.sqlite")
        #expect(!given.storePathIsDefault)
    }

    @Test func aPathInASettingsFileStartsFromThatFilesFolder() throws {
        // Given
        let folder = NSTemporaryDirectory() + "podimport-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { removeItem(folder) }
        let text = "store: library/podcasts.sqlite\ncredentials-file: ~/.netrc\nauthority-file: /etc/ca.pem\n"
        try text.write(toFile: folder + "/podimport.yaml", atomically: true, encoding: .utf8)

        // When
        func settings(_ environment: [String: String]) throws -> ImporterSettings {
            try ImporterSettings(
                SettingsSources(
                    environment: environment,
                    file: folder + "/podimport.yaml",
                    currentDirectory: "/work"
                )
            )
        }
        let found = try settings(["HOME": "/home/ada"])

        // Then
        #expect(found.storePath == folder + "/library/podcasts.sqlite")
        #expect(found.values.first { $0.setting == .store }?.text == found.storePath)
        #expect(found.loading.credentialsFile == "/home/ada/.netrc")
        #expect(found.loading.authorityFile == "/etc/ca.pem")
        // The environment speaks from where the program was called, and no shell has expanded what is quoted there.
        #expect(try settings(["PODIMPORT_STORE": "s.sqlite"]).storePath == "/work/s.sqlite")
        #expect(try settings(["PODIMPORT_STORE": "~/s.sqlite", "HOME": "/home/ada"]).storePath == "/home/ada/s.sqlite")
    }

    private func removeItem(_ path: String) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Issue.record(error)
        }
    }

    @Test func showsWhereTheStoreIsWhenNobodySaidSo() throws {
        let store = try settings(["HOME": "/home/ada"]).values.first { $0.setting == .store }

        #expect(store?.shown == "/home/ada/.local/share/podimport/podimport.sqlite")
        #expect(store?.source == .default)
    }

    @Test func ignoresARelativeFolderForData() throws {
        // The XDG rule: such a path is invalid.
        let settings = try settings(["XDG_DATA_HOME": "data", "HOME": "/home/ada"])
        #expect(settings.storePath == "/home/ada/.local/share/podimport/podimport.sqlite")
    }

    @Test func failsWhenNothingSaysWhereTheStoreIsAndOneIsNeeded() async throws {
        // Given
        let app = ImporterApp(settings: try settings([:]))

        // When
        let error = await #expect(throws: ImporterAppError.self) { try await app.withStore(.making) { _ in } }

        // Then
        #expect(error?.kind == .configuration)
        #expect(error?.message.contains("--store") == true)
    }

    @Test(arguments: [("1", true), ("Yes", true), ("off", false), ("", false)])
    func readsTheSwitchForPrivateNetworks(text: String, expected: Bool) throws {
        let settings = try settings(["HOME": "/h", "PODIMPORT_ALLOW_PRIVATE_NETWORKS": text])
        #expect(settings.loading.allowsPrivateNetworks == expected)
    }

    @Test func namesASwitchThatIsNeitherOnNorOff() {
        let error = #expect(throws: ImporterAppError.self) {
            try settings(["HOME": "/h", "PODIMPORT_ALLOW_PRIVATE_NETWORKS": "maybe"])
        }
        #expect(error?.kind == .configuration)
        #expect(
            error?.message
                == "environment (PODIMPORT_ALLOW_PRIVATE_NETWORKS): allow-private-networks: expected true or false, found “maybe”"
        )
    }

    @Test func theDefaultsOfTheScheduleAreThoseOfThePolicy() throws {
        #expect(try settings(["HOME": "/h"]).pipeline.refreshPolicy == RefreshPolicy())
    }

    @Test func handsTheScheduleToThePipeline() throws {
        let policy = try settings([
            "HOME": "/h", "PODIMPORT_SCHEDULE_MINIMUM_INTERVAL": "2h", "PODIMPORT_SCHEDULE_MAXIMUM_INTERVAL": "2d",
            "PODIMPORT_SCHEDULE_INTERVAL_WITHOUT_VALIDATORS": "36h", "PODIMPORT_SCHEDULE_RHYTHM": "no",
            "PODIMPORT_SCHEDULE_RHYTHM_INTERVAL": "90m", "PODIMPORT_SCHEDULE_DORMANT_AFTER": "30d",
            "PODIMPORT_SCHEDULE_DORMANT_INTERVAL": "3d", "PODIMPORT_SCHEDULE_COMPLETE_INTERVAL": "14d",
            "PODIMPORT_SCHEDULE_JITTER_PERCENT": "20", "PODIMPORT_SCHEDULE_LONGEST_BACK_OFF": "12h",
            "PODIMPORT_SCHEDULE_LONGEST_BACK_OFF_NOT_FOUND": "5d", "PODIMPORT_SCHEDULE_LONGEST_RETRY_AFTER": "1d",
            "PODIMPORT_SCHEDULE_NEEDS_AUTH_INTERVAL": "2d", "PODIMPORT_SCHEDULE_GONE_INTERVAL": "60d",
            "PODIMPORT_SCHEDULE_VALIDATOR_LIFETIME": "4d", "PODIMPORT_SCHEDULE_PODPING_LISTENER": "yes",
        ]).pipeline.refreshPolicy

        var expected = RefreshPolicy()
        (expected.minimumInterval, expected.maximumInterval) = (7200, 172_800)
        (expected.intervalWithoutValidators, expected.followsRhythm) = (129_600, false)
        (expected.rhythmInterval, expected.dormantAfter, expected.dormantInterval) = (5400, 2_592_000, 259_200)
        (expected.completeInterval, expected.jitterPercent) = (1_209_600, 20)
        (expected.longestBackOff, expected.longestBackOffWhenNotFound) = (43_200, 432_000)
        (expected.longestRetryAfter, expected.needsAuthInterval) = (86_400, 172_800)
        (expected.goneInterval, expected.validatorLifetime) = (5_184_000, 345_600)
        expected.hasPodpingListener = true
        #expect(policy == expected)
    }

    @Test(arguments: [
        ("PODIMPORT_SCHEDULE_MINIMUM_INTERVAL", "1m", "a duration from 5m to 30d"),
        ("PODIMPORT_SCHEDULE_RHYTHM_INTERVAL", "6d", "a duration from 5m to 5d"),
        ("PODIMPORT_SCHEDULE_GONE_INTERVAL", "often", "a duration from 1d to 365d"),
        (
            "PODIMPORT_SCHEDULE_MAXIMUM_INTERVAL", "30m",
            "(PODIMPORT_SCHEDULE_MAXIMUM_INTERVAL): schedule.maximum-interval: expected no less than schedule.minimum"
        ),
        (
            "PODIMPORT_SCHEDULE_MINIMUM_INTERVAL", "2d",
            "(PODIMPORT_SCHEDULE_MINIMUM_INTERVAL): schedule.minimum-interval: expected no more than schedule.maximum"
        ),
        ("PODIMPORT_SCHEDULE_JITTER_PERCENT", "101", "a whole number from 0 to 100"),
    ])
    func refusesAScheduleThatIsNone(name: String, text: String, expectation: String) {
        let error = #expect(throws: ImporterAppError.self) { try settings(["HOME": "/h", name: text]) }

        #expect(error?.kind == .configuration)
        #expect(error?.message.contains(expectation) == true, "\(error?.message ?? "no error")")
    }

    @Test(arguments: [("90 min", Int64(5_400)), ("6H", 21_600), ("1w", 604_800)])
    func readsDurationsAsAllOthersAreRead(text: String, seconds: Int64) throws {
        let settings = try settings(["HOME": "/h", "PODIMPORT_SCHEDULE_DORMANT_INTERVAL": text])

        #expect(settings.pipeline.refreshPolicy.dormantInterval == seconds)
    }

    @Test(arguments: [
        "9223372036854775807", "-9223372036854775808", "99999999999999999999", "9223372036854775807d",
        "106751991167300d", "8589934591 GiB", "1e400", "nan",
    ])
    func noNumberIsTakenThatOverflows(text: String) {
        for setting in Setting.all {
            switch setting.kind {
            case .count, .duration, .bytes: break
            case .text where setting == .feedsPerSecond || setting == .changeRetentionDays: break
            case .text, .path, .flag, .list, .choice: continue
            }

            let error = #expect(throws: ImporterAppError.self) {
                try settings(["HOME": "/h", setting.environmentName: text])
            }

            #expect(error?.kind == .configuration)
            #expect(error?.message.contains("\(setting.key): expected a") == true, "\(error?.message ?? "no error")")
        }
    }

    @Test(arguments: ["PODIMPORT_TRANSFER_CONNECT_TIMEOUT", "PODIMPORT_TRANSFER_IDLE_TIMEOUT"])
    func aTransferTakesADayAtMost(name: String) throws {
        #expect(throws: Never.self) { try settings(["HOME": "/h", name: "1d"]) }
        let error = #expect(throws: ImporterAppError.self) { try settings(["HOME": "/h", name: "86401"]) }
        #expect(error?.message.contains("a duration from 1s to 1d, such as 90s, 15m or 1h") == true)
        let spacing = #expect(throws: ImporterAppError.self) {
            try settings(["HOME": "/h", "PODIMPORT_HOST_SPACING": "2d"])
        }
        #expect(spacing?.message.contains("a duration from 0s to 1d, such as 90s, 15m or 1h") == true)
    }

    @Test func handsTheLimitsToTransfersAndPipeline() throws {
        let settings = try settings([
            "PODIMPORT_TRANSFER_TOTAL_TIMEOUT": "2m", "PODIMPORT_TRANSFER_COMPRESSION_RATIO": "50",
            "PODIMPORT_TRANSFER_REDIRECTS": "3", "PODIMPORT_PIPELINE_FEEDS": "7", "PODIMPORT_DOCUMENT_ITEMS": "12",
            "PODIMPORT_EDIT_HISTORY": "5", "PODIMPORT_KEEP_DAYS": "30", "PODIMPORT_CHANGE_RETENTION_DAYS": "forever",
            "PODIMPORT_SEARCH_INDEX": "no",
        ])
        let options = settings.loading.transferOptions(version: "1")
        #expect(options.timeLimits.total == 120_000)
        #expect(options.sizeLimits.ratio == 50)
        #expect(options.redirects.maximumCount == 3)
        #expect(settings.pipeline.maximumFeedsInFlight == 7)
        #expect(settings.pipeline.maximumItems == 12)
        #expect(settings.pipeline.editHistoryLimit == 5)
        #expect(settings.retention.days == 30)
        #expect(settings.retention.episodes == nil)
        #expect(settings.upkeep.changeRetentionDays == nil)
        #expect(!settings.upkeep.indexesForSearch)
    }

    @Test func theDeclaredDefaultsAreThoseOfTheLayersBelow() throws {
        let settings = try settings([:])
        let options = settings.loading.transferOptions(version: "1")
        #expect(options.timeLimits == TimeLimits())
        #expect(options.sizeLimits == SizeLimits())
        #expect(options.redirects == RedirectRules())
        #expect(options.addressPolicy == AddressPolicy())
        let pipeline = FeedImporterConfiguration(processorCount: 1)
        #expect(settings.pipeline.maximumFeedsInFlight == pipeline.maximumFeedsInFlight)
        #expect(settings.pipeline.maximumBytesInFlight == pipeline.maximumBytesInFlight)
        #expect(settings.pipeline.loadWidth == pipeline.loadWidth)
        #expect(settings.pipeline.maximumItems == pipeline.maximumItems)
        #expect(settings.pipeline.maximumTextBytes == pipeline.maximumTextBytes)
        #expect(settings.pipeline.editHistoryLimit == pipeline.editHistoryLimit)
        #expect(settings.upkeep.changeRetentionDays == 90)
        #expect(settings.upkeep.indexesForSearch)
    }

    @Test func saysAllThatIsWrongAtOnce() {
        let wrong = [
            ("listen", "0.0.0.0:80"), ("contact", "me"), ("proxy", "p"), ("allow-networks", "10.0.0.0/8,x"),
            ("allow-hosts", "*.lan"), ("allow-ports", "80,0"), ("host.concurrency", "0"), ("feeds-per-second", "0"),
            ("change-retention-days", "1.5"),
        ]
        let error = #expect(throws: ImporterAppError.self) {
            try ImporterSettings(
                SettingsSources(
                    commandLine: Dictionary(uniqueKeysWithValues: wrong),
                    environment: ["HOME": "/h"],
                    currentDirectory: "/"
                )
            )
        }

        let lines = error?.message.split(separator: "\n") ?? []
        #expect(lines.count == wrong.count)
        for (key, _) in wrong { #expect(lines.contains { $0.hasPrefix("command line: \(key): expected ") }, "\(key)") }
    }

    @Test func readsHowFastTheDaemonWorksOffWhatIsDue() throws {
        #expect(try settings(["HOME": "/h"]).feedsPerSecond == nil)
        #expect(try settings(["HOME": "/h", "PODIMPORT_FEEDS_PER_SECOND": "2.5"]).feedsPerSecond == 2.5)
        for text in ["0", "-1", "many", "1e9"] {
            #expect(throws: ImporterAppError.self) {
                try settings(["HOME": "/h", "PODIMPORT_FEEDS_PER_SECOND": text])
            }
        }
    }
}
