import Testing

@testable import ImporterApp

struct ImporterSettingsTests {
    private func settings(
        storePath: String? = nil,
        _ environment: [String: String]
    ) throws(ImporterAppError) -> ImporterSettings {
        try ImporterSettings(
            storePath: storePath,
            logLevel: .notice,
            environment: environment,
            currentDirectory: "/work"
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

    @Test func ignoresARelativeFolderForData() throws {
        // The XDG rule: such a path is invalid.
        let settings = try settings(["XDG_DATA_HOME": "data", "HOME": "/home/ada"])
        #expect(settings.storePath == "/home/ada/.local/share/podimport/podimport.sqlite")
    }

    @Test func failsWhenNothingSaysWhereTheStoreIsAndOneIsNeeded() async throws {
        // Given
        let app = ImporterApp(settings: try settings([:]))

        // When
        let error = await #expect(throws: ImporterAppError.self) { try await app.withStore { _ in } }

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
        #expect(error?.message.contains("PODIMPORT_ALLOW_PRIVATE_NETWORKS=maybe") == true)
    }
}
