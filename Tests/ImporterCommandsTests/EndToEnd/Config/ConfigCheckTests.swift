import Foundation
import Testing

/// The command `config check`.
struct ConfigCheckTests {
    @Test func saysThatTheSettingsAreRightAndHowManyWereDecided() async throws {
        try await ProgramTestBed.run { bed in
            try bed.write("feeds-per-second: 5\nhost:\n  spacing: 2s\n", to: "right.yaml")

            let output = try await bed.podimport("config", "check", "--config", "right.yaml")

            #expect(output.status == 0)
            // The one that counts of the file, the store, and three of the tests, one of which is also in the file.
            #expect(output.text.hasPrefix("The settings are right; 5 of "))
        }
    }

    /// An alias with the store in it fits this command as well.
    @Test func theExampleIsPrintedWithAnySharedOptionAndIsRight() async throws {
        try await ProgramTestBed.run { bed in
            let example = try await bed.podimport("config", "example", "--quiet")
            try bed.write(example.text, to: "example.yaml")

            #expect(example.status == 0)
            #expect(example.lines.contains { $0.hasPrefix("#log-level: ") })
            #expect(try await bed.podimport("config", "check", "--config", "example.yaml").status == 0)
        }
    }

    /// As `config example` writes what has none.
    @Test func whatHasNoDefaultMayBeLeftEmpty() async throws {
        try await ProgramTestBed.run { bed in
            try bed.write("log-format:\nkeep-episodes:\nkeep-days: \nproxy:\n", to: "empty.yaml")
            try bed.write("edit-history:\n", to: "wrong.yaml")

            #expect(try await bed.podimport("config", "check", "--config", "empty.yaml").status == 0)
            #expect(try await bed.podimport("config", "check", "--config", "wrong.yaml").status == 78)
        }
    }

    @Test func saysEverythingThatIsWrongALineEach() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let text = "log-level: loud\nlog-levl: info\nhost:\n  spacing: never\n"
            let path = try bed.write(text, to: "wrong.yaml")

            // When
            let output = try await RunningProgram(
                Program.path,
                ["config", "check", "--config", "wrong.yaml"],
                in: bed.folder,
                environment: ["PODIMPORT_SPEED=9", "PODIMPORT_EDIT_HISTORY=many"]
            ).output()

            // Then the environment of the tests hides the spacing
            #expect(output.status == 78)
            #expect(output.lines.isEmpty)
            let lines = output.errors.split(separator: "\n").map(String.init)
            #expect(lines.count == 4)
            #expect(lines.allSatisfy { $0.hasPrefix("podimport: ") })
            for part in [
                "environment: unknown setting “PODIMPORT_SPEED”",
                "\(path):2: unknown setting “log-levl”; did you mean “log-level”?",
                "\(path):1: log-level: expected one of", "PODIMPORT_EDIT_HISTORY",
            ] {
                #expect(lines.contains { $0.contains(part) }, "\(part)")
            }
        }
    }

    /// It would count as soon as the variable is gone.
    @Test func saysWhatIsWrongInTheFileAlsoWhereTheEnvironmentHidesIt() async throws {
        try await ProgramTestBed.run { bed in
            // Given a spacing that the environment of the tests hides
            let path = try bed.write("host:\n  spacing: never\n", to: "hidden.yaml")

            // When
            let check = try await bed.podimport("config", "check", "--config", "hidden.yaml")
            let show = try await bed.podimport("config", "show", "--config", "hidden.yaml")

            // Then it stops nothing else
            #expect([check.status, show.status] == [78, 0])
            let complaint = "podimport: \(path):2: host.spacing: expected a duration"
            #expect(check.errors.hasPrefix(complaint), "\(check.errors)")
        }
    }

    @Test func saysWhatIsWrongWithTheFilesThatSettingsName() async throws {
        try await ProgramTestBed.run { bed in
            // Given a list of passwords that cannot be understood, and no certificates
            let list = try bed.write("machine\n", to: "passwords")
            #expect(chmod(list, 0o600) == 0)
            try bed.write("credentials-file: passwords\nauthority-file: gone.pem\n", to: "settings.yaml")

            // When
            let output = try await bed.podimport("config", "check", "--config", "settings.yaml")

            // Then
            #expect(output.status == 78)
            let lines = output.errors.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("podimport: \(list): line ") == true, "\(lines)")
            let reason = "gone.pem: the certificates of authority-file cannot be read: No such file or directory"
            #expect(lines.last?.hasSuffix(reason) == true, "\(lines)")
        }
    }

    @Test(
        arguments: [
            (nil, "the certificates of authority-file cannot be read: No such file or directory"),
            ("/", "the certificates of authority-file cannot be read: Is a directory"),
            ("-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n", "there is no certificate in the file"),
            ("just a text\n", "there is no certificate in the file"),
        ] as [(String?, String)]
    )
    func nothingThatLoadsBeginsWithoutAuthorities(content: String?, complaint: String) async throws {
        try await ProgramTestBed.run { bed in
            // Given
            var path = "gone.pem"
            if let content { path = content == "/" ? content : try bed.write(content, to: "authority.pem") }
            let variable = "PODIMPORT_AUTHORITY_FILE=\(path)"
            let feed = try bed.write(SampleFeed.rss("Show", ["a"]))

            // When
            let outputs = [
                try await bed.podimport(setting: [variable], "config", "check"),
                try await bed.podimport(setting: [variable], "--feed", feed),
                try await bed.podimport(setting: [variable], "import", "--all"),
                try await bed.podimport(setting: [variable], "feed", "inspect", feed),
                try await bed.podimport(setting: [variable], "daemon"),
            ]

            // Then
            for output in outputs {
                #expect(output.status == 78)
                #expect(output.errors.contains(complaint), "\(output.errors)")
            }
            #expect(access(bed.store, F_OK) != 0)
        }
    }

    @Test func standardErrorIsJSONToTheEndWhereTheLogIs() async throws {
        try await ProgramTestBed.run { bed in
            // Given what is wrong with the settings, with a feed and with a question
            let feed = try bed.write("no feed")
            let outputs = [
                try await bed.podimport("--feed", feed, "--log-format", "json", "--config", "gone.yaml"),
                try await bed.podimport("--feed", feed, "--feed", feed + "2", "--log-format", "json"),
                try await bed.podimport(setting: ["PODIMPORT_LOG_FORMAT=json"], "subscription", "show", "7"),
            ]

            // Then
            #expect(outputs.map(\.status) == [78, 2, 64])
            for output in outputs {
                let lines = output.errors.split(separator: "\n").map(String.init)
                #expect(!lines.isEmpty)
                for line in lines {
                    let object = try JSONObject(line)
                    #expect(object.names.isSuperset(of: ["time", "level", "message"]))
                    #expect(object.text("message")?.hasPrefix("podimport:") == false)
                }
                #expect(try JSONObject(lines[0]).text("level") == "error")
            }
        }
    }

    @Test(arguments: [("gone.yaml", "No such file or directory"), (".", "Is a directory")])
    func saysWhyTheFileCannotBeRead(name: String, reason: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport("config", "check", "--config", name)

            #expect(output.status == 78)
            #expect(output.errors.hasSuffix(": the settings file cannot be read: \(reason)\n"))
            #expect(output.errors.split(separator: "\n").count == 1)
        }
    }
}
