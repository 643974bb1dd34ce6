import Foundation
import PodcastModel
import Testing

@testable import ImporterApp

struct CredentialsFileTests {
    private func file(_ text: String) throws(ImporterAppError) -> CredentialsFile {
        try CredentialsFile(text, path: "/etc/credentials")
    }

    private func credentials(_ text: String, for address: String) throws -> FeedCredentials? {
        try file(text).entry(for: FeedURL(address))?.credentials
    }

    @Test func readsMachinesInAnyLayout() throws {
        let text = """
            # the paid ones
            machine feeds.example.com login anna password "p \\"w\\" #1"   # hers
            machine Other.Example
              login ben\r
              password s3cret#x
            machine third.example login only
            """
        let anna = FeedCredentials(user: "anna", password: "p \"w\" #1")
        #expect(try credentials(text, for: "https://feeds.example.com/a") == anna)
        let ben = FeedCredentials(user: "ben", password: "s3cret#x")
        #expect(try credentials(text, for: "https://other.example/b") == ben)
        let only = FeedCredentials(user: "only", password: "")
        #expect(try credentials(text, for: "https://third.example/") == only)
        #expect(try credentials(text, for: "https://example.com/") == nil)
        #expect(try credentials(text, for: "https://a.third.example/") == nil)
    }

    @Test(.timeLimit(.minutes(10))) func aPipeIsNoFileAndIsNotWaitedFor() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID().uuidString)").path
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let error = #expect(throws: ImporterAppError.self) {
            try CredentialsFile.load(path: path, systemdDirectory: nil)
        }
        #expect(error?.message.contains("this is no file") == true)
    }

    @Test func passesOverWhatIsForFTP() throws {
        let text = """
            machine a.example login anna account staff password one
            macdef init
              machine evil.example login x password y
              cd /pub "never closed

            machine b.example login ben password two
            macdef last
            quit
            """
        #expect(try credentials(text, for: "https://a.example/") == FeedCredentials(user: "anna", password: "one"))
        #expect(try credentials(text, for: "https://b.example/") == FeedCredentials(user: "ben", password: "two"))
        #expect(try file(text).entries.count == 2)
        let error = #expect(throws: ImporterAppError.self) { try file("macdef m\r\nls\r\n\r\nlogin x") }
        #expect(error?.message.hasPrefix("/etc/credentials: line 4: ") == true)
    }

    @Test func aPortNarrowsAMachine() throws {
        let text = "machine nas.lan:8443 login a password b"
        #expect(try credentials(text, for: "https://nas.lan:8443/f") != nil)
        #expect(try credentials(text, for: "https://nas.lan/f") == nil)
    }

    @Test(arguments: [
        ("443", "https://nas.lan/f", ["https://nas.lan:8443/f", "http://nas.lan/f"]),
        ("80", "http://nas.lan/f", ["http://nas.lan:8080/f", "https://nas.lan/f", "https://nas.lan:8443/f"]),
    ])
    func thePortOfASchemeNarrowsAMachineLikeAnyOther(port: String, address: String, others: [String]) throws {
        let text = "machine nas.lan:\(port) login a password b allow-http"
        #expect(try credentials(text, for: address) != nil)
        for other in others {
            #expect(try credentials(text, for: other) == nil, "\(other)")
        }
    }

    @Test func aFeedOfItsOwnMayAllowItsPasswordToGoOverPlainHTTP() throws {
        let file = try file("machine a.example login a password b\nmachine a.example login c password d allow-http")
        let url = try FeedURL("http://a.example/f")
        #expect(file.entry(for: url)?.credentials.user == "c")
        #expect(file.entry(for: url, withoutTLS: true)?.credentials.user == "a")
    }

    @Test func aPasswordGoesOverPlainHTTPOnlyIfTheMachineAllowsIt() throws {
        #expect(try credentials("machine a.example login a password b", for: "http://a.example/f") == nil)
        let allowing = "machine a.example login a password b allow-http"
        #expect(try credentials(allowing, for: "http://a.example/f") != nil)
        let entry = try #require(try file(allowing).entries.first)
        #expect(entry.allowsHTTP)
    }

    @Test(arguments: [
        ("login a password SECRET", 1, "machine"), ("machine a.example\npassword SECRET\n", 1, "login"),
        ("\ndefault login a password SECRET", 2, "default"), ("machine a.example login a password \"SECRET", 1, "quot"),
        ("machine a.example SECRET", 1, "expected"), ("machine", 1, "nothing"),
        ("machine a.example login", 1, "nothing"),
        ("machine SECRET@a.example login a", 1, "host"), ("machine a.example/SECRET login a", 1, "host"),
    ])
    func saysWhatIsWrongAndWhereButNotWhatStandsThere(text: String, line: Int, word: String) {
        let error = #expect(throws: ImporterAppError.self) { try file(text) }
        #expect(error?.kind == .configuration)
        #expect(error?.message.hasPrefix("/etc/credentials: line \(line): ") == true)
        #expect(error?.message.contains(word) == true)
        #expect(error?.message.contains("SECRET") == false)
    }

    @Test(arguments: [(0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o666, false)])
    func nobodyElseMayReadTheFile(mode: Int, isAccepted: Bool) throws {
        try withFile("machine a.example login a password b", mode: mode) { path in
            if isAccepted {
                let file = try CredentialsFile.load(path: path, systemdDirectory: nil)
                #expect(file.entries.count == 1)
            } else {
                let error = #expect(throws: ImporterAppError.self) {
                    try CredentialsFile.load(path: path, systemdDirectory: nil)
                }
                #expect(error?.message.contains("chmod 600 \(path)") == true)
            }
        }
    }

    @Test func aFileTellsWhetherItIsNewerThanAnAttempt() throws {
        let changedAt = Timestamp(epochSeconds: 1_000)
        let text = "machine a.example login a password b"
        let file = try CredentialsFile(text, path: "/etc/credentials", changedAt: changedAt)
        let feed = "https://a.example/feed"
        #expect(file.hasChanged(for: feed, since: Timestamp(epochSeconds: 999)))
        #expect(file.hasChanged(for: feed, since: changedAt))
        #expect(!file.hasChanged(for: feed, since: Timestamp(epochSeconds: 1_001)))
        #expect(!file.hasChanged(for: "https://b.example/feed", since: Timestamp(epochSeconds: 0)))
        #expect(!file.hasChanged(for: "file:///feed", since: Timestamp(epochSeconds: 0)))
        // What systemd hands over is written at each start.
        #expect(!(try self.file(text).hasChanged(for: feed, since: Timestamp(epochSeconds: 0))))
    }

    @Test func onlyAFileThatIsNamedHasADate() throws {
        try withFile("machine a.example login a password b", mode: 0o600) { path in
            let named = try CredentialsFile.load(path: path, systemdDirectory: nil)
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let handedOver = try CredentialsFile.load(path: nil, systemdDirectory: folder)
            #expect(named.entries.first?.changedAt != nil)
            #expect(handedOver.entries.map(\.changedAt) == [nil])
        }
    }

    @Test func aFileThatIsNamedHasToBeThere() throws {
        let error = #expect(throws: ImporterAppError.self) {
            try CredentialsFile.load(path: "/no/such/file", systemdDirectory: nil)
        }
        #expect(error?.kind == .configuration)
    }

    @Test func systemdHandsItsOwnOver() throws {
        try withFile("machine b.example login b password b", mode: 0o440) { path in
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let file = try CredentialsFile.load(path: nil, systemdDirectory: folder)
            #expect(file.entries.map(\.host) == ["b.example"])
        }
        // A service may have other credentials only.
        #expect(try CredentialsFile.load(path: nil, systemdDirectory: "/no/such/folder").entries.isEmpty)
    }

    private func withFile(_ text: String, mode: Int, _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("credentials-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent(CredentialsFile.systemdName).path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        try body(path)
        try FileManager.default.removeItem(at: folder)
    }
}
