import Testing

/// What cannot be understood is repeated, and may be an address with a password in it (http polling A6 61).
struct MisplacedAddressTests {
    private static let address = "http://anna:secret@a.example/feed"

    @Test(arguments: [
        ["status", address], ["episode", "show", address], ["episode", "list", "--limit", address],
        ["episode", "list", "--since", address], ["import", "--feeds-from", address], ["store", "backup", address],
        ["--config", address, "status"], ["--format", address, "status"], ["feed", "inspect", "a.xml", address],
    ])
    func noPasswordIsRepeatedWithIt(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            // Given a store, without which some get no further
            #expect(try await bed.podimport("--feed", bed.write(SampleFeed.rss("Show", ["a"]))).status == 0)

            // When
            let output = try await bed.podimport(arguments)

            // Then
            #expect(output.status >= 64)
            #expect(output.errors.contains("http://a.example/feed"))
            #expect(!output.errors.contains("secret"))
            #expect(output.lines.isEmpty)
        }
    }
}
