import Testing

/// Feeds with defects that are read all the same, and say so.
struct DamagedFeedTests {
    @Test func importsWhatATruncatedDocumentStillHasAndWarns() async throws {
        try await ProgramTestBed.run { bed in
            // Given a document that ends inside its third item
            let whole = Array(SampleFeed.rss("Cut off", ["a", "b", "c"]).utf8)
            let end = whole.count - 120
            let path = try bed.write(Array(whole[..<end]), to: "cut.xml")

            // When
            let text = try await bed.podimport("--feed", path)
            let json = try await bed.podimport("--feed", path, "--force", "--format", "json").document()

            // Then
            #expect(text.status == 0)
            #expect(text.lines == ["Cut off: 2 new, 2 episodes in the store"])
            #expect(text.errors.hasPrefix("podimport: Cut off: "))
            #expect(json.objects("warnings").compactMap { $0.text("kind") } == ["truncated"])
        }
    }

    /// Whoever lets a daemon import sees no warnings of imports.
    @Test func theLogAndTheExplanationSayThatADocumentWasCutOff() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let whole = SampleFeed.rss("Cut off", ["a", "b", "c"])
            let path = try bed.write(Array(whole.utf8.dropLast(120)), to: "cut.xml")
            #expect(try await bed.podimport("subscription", "add", path).status == 0)

            // When
            let cut = try await bed.podimport("import", "--all", "--log-level", "info", "--log-format", "json")
            let told = try await bed.podimport("subscription", "explain", "1")
            let json = try await bed.podimport("subscription", "explain", "1", "--format", "json").document()
            try bed.write(whole, to: "cut.xml")
            let healed = try await bed.podimport("import", "--all", "--log-level", "info", "--log-format", "json")
            let after = try await bed.podimport("subscription", "explain", "1")

            // Then
            #expect(cut.errors.contains(#""import.warnings":"truncated""#))
            #expect(told.lines.contains { $0.contains("Document") && $0.contains("not whole") })
            #expect(json.flag("documentIsCut") == true)
            #expect(!healed.errors.contains("import.warnings"))
            #expect(!after.lines.contains { $0.contains("not whole") })
        }
    }

    /// A packed file that is damaged is no feed, however often it is read.
    @Test func aPackedFileThatIsCutOffIsNotAFeed() async throws {
        try await ProgramTestBed.run { bed in
            // The first bytes of a gzip file, and nothing of what was packed.
            let path = try bed.write([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xB3, 0xC9], to: "cut.xml.gz")

            let output = try await bed.podimport("--feed", path)

            #expect(output.status == 65)
            #expect(output.errors.contains("cut.xml.gz"))
        }
    }

    @Test func readsBytesThatAreNotInTheEncodingDeclared() async throws {
        try await ProgramTestBed.run { bed in
            // Given windows-1252 under the name of UTF-8
            let text = SampleFeed.rss("Caf#", ["a"])
            let bytes = text.utf8.map { $0 == UInt8(ascii: "#") ? 0xE9 : $0 }
            let path = try bed.write(bytes, to: "latin.xml")

            // When
            let output = try await bed.podimport("--feed", path, "--format", "json")

            // Then
            let result = try output.document()
            #expect(output.status == 0)
            #expect(result.text("title") == "Café")
            #expect(!result.objects("warnings").isEmpty)
        }
    }

    @Test func countsItemsThatAreTheSameEpisodeOnce() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Twice", ["a", "b", "b"]).replacing("03 Nov", with: "02 Nov"))

            // When
            let result = try await bed.podimport("--feed", path, "--format", "json").document()

            // Then
            #expect(result.number("inserted") == 2)
            #expect(result.objects("warnings").compactMap { $0.text("kind") } == ["duplicate-item"])
        }
    }
}
