import Foundation
import GRDB
import Testing

/// `podimport opml`, as a user runs it.
struct OPMLCommandTests {
    private static let list = """
        <?xml version="1.0"?>
        <opml version="2.0"><body>
        <outline text="News">
          <outline text="World">
            <outline type="rss" text="Tom & Jerry" xmlUrl="HTTPS://A.example:443/feed" htmlUrl="https://a.example/"/>
          </outline>
        </outline>
        <outline type="rss" text="The same" xmlUrl="http://www.a.example/feed/"/>
        <outline type="rss" text="Mine" xmlUrl="https://anna:secret@b.example/feed"/>
        <outline type="rss" text="At home" xmlUrl="http://192.168.1.5/feed"/>
        <outline type="rss" text="No address" xmlUrl="not an address"/>
        <outline text="Just a word"/>
        </body></opml>
        """

    @Test func reportsEachLineAndFollowsWhatItCan() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(Self.list, to: "list.opml")

            // When
            let output = try await bed.podimport("opml", "import", path, "--format", "json")
            let lines = try output.objects()

            // Then
            #expect(output.status == 1)
            #expect(lines.map { $0.number("line") } == [5, 8, 9, 10, 11, 12])
            #expect(
                lines.map { $0.text("status") }
                    == ["added", "duplicate", "added", "refused", "invalid", "no-address"]
            )
            #expect(
                lines.allSatisfy {
                    $0.names == ["line", "status", "feed", "feedURL", "id", "title", "folder", "duplicateOf", "detail"]
                }
            )
            #expect(lines.first?.text("feedURL") == "https://a.example/feed")
            #expect(lines.first?.text("title") == "Tom & Jerry")
            #expect(lines.dropFirst().first?.number("duplicateOf") == 5)
            #expect(!output.text.contains("secret"))
            let stored = try await bed.database().read { database in
                try String.fetchAll(
                    database,
                    sql:
                        "SELECT feedURL || ' ' || title || coalesce(' ' || link, '') || coalesce(' ' || folder, '') FROM subscription"
                )
            }
            #expect(
                stored == [
                    "https://a.example/feed Tom & Jerry https://a.example/ [\"News\",\"World\"]",
                    "https://b.example/feed Mine",
                ]
            )
        }
    }

    @Test(arguments: [
        "cat list | \"$0\" --store \"$1\" opml import /dev/stdin",
        "mkfifo pipe; cat list > pipe & \"$0\" --store \"$1\" opml import pipe",
    ])
    func readsAListFromAPipe(line: String) async throws {
        try await ProgramTestBed.run { bed in
            try bed.write("<opml><body><outline text=\"A\" xmlUrl=\"https://a.example/\"/></body></opml>", to: "list")

            let output = try await bed.command("/bin/sh", ["-c", line, Program.path, bed.store])

            #expect(output.status == 0)
            #expect(output.lines == ["line 1: https://a.example/: subscribed (number 1)", "1 subscribed"])
        }
    }

    @Test func anAmpersandOfAnAddressMayBeEscapedTwice() async throws {
        try await ProgramTestBed.run { bed in
            let list = "<opml><body><outline text=\"A\" xmlUrl=\"https://a.example/?a=1&amp;amp;b=2\"/></body></opml>"

            let output = try await bed.podimport("opml", "import", "-", "--format", "json", input: Array(list.utf8))

            #expect(try output.objects().map { $0.text("feedURL") } == ["https://a.example/?a=1&b=2"])
        }
    }

    @Test func theSameListAgainChangesNothing() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(Self.list, to: "list.opml")
            _ = try await bed.podimport("opml", "import", path)
            let before = try await bed.podimport("changes", "--format", "json").lines

            // When
            let again = try await bed.podimport("opml", "import", "-", input: Array(Self.list.utf8))

            // Then
            #expect(again.lines.first?.contains("already subscribed (number 1)") == true)
            #expect(
                again.lines.last
                    == "2 already subscribed, 1 twice in the list, 1 without an address, 1 invalid, 1 refused"
            )
            #expect(try await bed.podimport("changes", "--format", "json").lines == before)
        }
    }

    /// The passwords of an old list do not replace those that work.
    @Test func whatIsFollowedKeepsItsPasswords() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let passwords = "SELECT user || ':' || password FROM feedCredential"
            _ = try await bed.podimport("subscription", "add", "https://anna:new@a.example/feed")
            let old = """
                <opml><outline xmlUrl="https://anna:old@a.example/feed"/>
                <outline xmlUrl="https://b.example/f"/><outline xmlUrl="https://bert:2@b.example/f"/></opml>
                """
            let path = try bed.write(old, to: "list.opml")

            // When
            let list = try await bed.podimport("opml", "import", path, "--allow-local")
            let other = try await bed.podimport("subscription", "add", "http://anna:old@www.a.example/feed/")
            let kept = try bed.texts(passwords)
            let taken = try await bed.podimport("subscription", "add", "https://ben:3@b.example/f")

            // Then
            #expect(list.lines.last == "1 subscribed, 1 already subscribed, 1 twice in the list")
            #expect(other.text.contains("already subscribed (number 1); its user name and password stay as they are"))
            #expect(other.text.contains("`podimport subscription set 1 credentials=-`"))
            #expect(kept == ["anna:new"])
            #expect(taken.text.contains("(number 2); asked with this user name and password from now on"))
            #expect(try bed.texts(passwords) == ["anna:new", "ben:3"])
        }
    }

    @Test func aListOfOnesOwnMayNameWhatIsLocal() async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write("<opml><outline xmlUrl=\"http://192.168.1.5/feed\"/></opml>", to: "list.opml")

            let refused = try await bed.podimport("opml", "import", path)
            let allowed = try await bed.podimport("opml", "import", path, "--allow-local", "--quiet")

            #expect(refused.status == 2)
            #expect(refused.errors.contains("--allow-local"))
            #expect(allowed.status == 0)
            #expect(allowed.lines.isEmpty)
            #expect(try await bed.podimport("subscription", "list", "--format", "json").objects().count == 1)
            // Its feeds are asked as if each had been typed.
            let database = try bed.database()
            let isNamedByUser = try await database.read { database in
                try Bool.fetchAll(database, sql: "SELECT namedByUser FROM subscription")
            }
            #expect(isNamedByUser == [true])
        }
    }

    @Test func saysThatTheEndOfAListIsMissing() async throws {
        try await ProgramTestBed.run { bed in
            let list = "<opml><body><outline xmlUrl=\"https://a.example/\"/><outline xmlUrl=\"https://b.exa"
            let path = try bed.write(list, to: "list.opml")
            let cut = try await bed.podimport("opml", "import", path)
            try bed.write(list + "mple/\"/></body></opml>\n", to: "list.opml")
            let whole = try await bed.podimport("opml", "import", path)

            #expect(cut.status == 1)
            #expect(whole.status == 0)
            #expect(cut.errors == "podimport: \(path): the end of the list is missing: feeds may be missing, too\n")
            #expect(whole.errors.isEmpty)
        }
    }

    @Test func whatIsNoListIsSaid() async throws {
        try await ProgramTestBed.run { bed in
            let feed = try bed.write("<rss><channel><title>x</title></channel></rss>", to: "feed.xml")

            let output = try await bed.podimport("opml", "import", feed)
            let missing = try await bed.podimport("opml", "import", "nothing.opml")
            // The first bytes of a gzip file, and nothing of what was packed.
            let cut = bed.folder.appendingPathComponent("cut.opml.gz")
            try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xB3, 0xC9]).write(to: cut)
            let packed = try await bed.podimport("opml", "import", cut.path)

            #expect(output.status == 65)
            #expect(output.errors.contains("a feed; subscribe to it instead"))
            #expect(missing.status == 2)
            #expect(missing.errors.contains("nothing.opml"))
            #expect(packed.status == 65)
            #expect(packed.errors.contains("cut.opml.gz"))
        }
    }

    @Test func aListIsNotFetchedAndTheAdviceHoldsNoSecret() async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport(
                "opml",
                "import",
                "HTTPS://anna:secret@lists.example/my.opml?token=abc"
            )

            #expect(output.status == 64)
            #expect(output.errors.contains("pipe it to podimport opml import -"))
            #expect(!output.errors.contains("secret") && !output.errors.contains("abc"))
        }
    }

    @Test func whatIsExportedCanBeImportedAndExportedAgain() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(Self.list, to: "list.opml")
            _ = try await bed.podimport("opml", "import", path, "--allow-local")
            _ = try await bed.podimport(
                "subscription",
                "add",
                "https://c.example/feed?token=1",
                "https://d.example/untitled"
            )

            // When
            let exported = try await bed.podimport("opml", "export", "--with-secrets")
            let plain = try await bed.podimport("opml", "export")

            // Then
            try await ProgramTestBed.run { other in
                let imported = try await other.podimport(
                    ["opml", "import", "-", "--allow-local"],
                    input: Array(exported.text.utf8)
                )
                #expect(imported.status == 0)
                #expect(imported.lines.last == "5 subscribed")
                let again = try await other.podimport("opml", "export", "--with-secrets")
                #expect(Self.outlines(again.text) == Self.outlines(exported.text))
                #expect(Self.outlines(again.text).count == 9)
            }
            #expect(exported.text.contains("https://anna:secret@b.example/feed"))
            #expect(!plain.text.contains("secret"))
            #expect(!plain.text.contains("token"))
            #expect(plain.errors.contains("1 feed left out"))
        }
    }

    /// Everything but the date.
    private static func outlines(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.contains("outline") }
    }
}
