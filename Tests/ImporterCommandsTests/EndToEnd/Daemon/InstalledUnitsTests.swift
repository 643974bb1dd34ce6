import Foundation
import TestSupport
import Testing

/// What `make install` puts beside the program for systemd.
struct InstalledUnitsTests {
    @Test func unitsAndExamplesNameTheProgramWhereItIsInstalled() async throws {
        try await ProgramTestBed.run { bed in
            // When
            let root = bed.folder.appendingPathComponent("root").path
            let output = try await bed.command(
                "/usr/bin/env",
                ["make", "-s", "-C", Repository.root, "install-units", "DESTDIR=\(root)", "PREFIX=/opt/podcasts"]
            )

            // Then
            #expect(output.status == 0, "\(output.errors)")
            for file in [
                "lib/systemd/system/podimport.service", "lib/systemd/system/podimport-import.service",
                "share/doc/podimport/examples/drop-in.conf",
            ] {
                let text = try String(contentsOfFile: "\(root)/opt/podcasts/\(file)", encoding: .utf8)
                #expect(text.contains("/opt/podcasts/bin/podimport "), "\(file)")
                #expect(!text.contains("/usr/bin/podimport"), "\(file)")
            }
        }
    }

    /// Often no other feed is due.
    @Test func oneFeedThatFailsIsNoFailureOfTheImportsService() async throws {
        let unit = try Repository.text("systemd/podimport-import.service").split(separator: "\n")
        let setting = try #require(unit.first { $0.hasPrefix("SuccessExitStatus=") })
        let successes = setting.dropFirst("SuccessExitStatus=".count).split(separator: " ").compactMap { Int32($0) }
        try await ProgramTestBed.run { bed in
            let path = try bed.write("<html><body>We are back soon.</body></html>")
            for feed in [path, bed.folder.appendingPathComponent("gone.xml").path] {
                #expect(try await bed.podimport("subscription", "add", feed).status == 0)

                let status = try await bed.podimport("import", "--due", "--quiet").status

                #expect(successes.contains(status), "\(status)")
            }
        }
    }
}
