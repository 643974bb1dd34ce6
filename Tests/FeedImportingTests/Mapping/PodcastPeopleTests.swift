import FeedParsing
import PodcastModel
import Testing

@testable import FeedImporting

/// Whose name and address a podcast has (feed formats C9).
struct PodcastPeopleTests {
    private static let owner = ParsedContact(name: "Own", email: "own@x.org")

    private func podcast(_ change: (inout ParsedChannel) -> Void) -> Podcast {
        var channel = ParsedChannel()
        change(&channel)
        return Podcast(channel)
    }

    @Test(
        arguments: [
            // Another's address is no address of the author's.
            (ParsedContact(name: "Bob", email: "bob@x.org"), nil, nil),
            (ParsedContact(name: "ANN", email: "ann@x.org"), nil, "ann@x.org"),
            (ParsedContact(email: "show@x.org"), nil, "show@x.org"),
            (ParsedContact(email: "show@x.org"), ParsedContact(name: "Ann", email: "ann@x.org"), "ann@x.org"),
            (nil, nil, nil),
        ] as [(ParsedContact?, ParsedContact?, String?)]
    )
    func takesTheAddressOfTheAuthor(editor: ParsedContact?, author: ParsedContact?, expected: String?) {
        let podcast = podcast {
            $0.itunesAuthor = "Ann"
            $0.owner = Self.owner
            $0.webMaster = ParsedContact(name: "Wes", email: "wm@host.com")
            $0.managingEditor = editor
            $0.authors = author.map { [$0] } ?? []
        }

        #expect(podcast.author == "Ann")
        #expect(podcast.authorEmail == expected)
        #expect(podcast.owner == Mailbox(name: "Own", email: "own@x.org"))
    }

    @Test(arguments: ["jane@x.org (Jane Doe)", "Jane Doe <jane@x.org>", "\"Jane Doe\" [jane@x.org]"])
    func readsAnAuthorWrittenAsAMailbox(text: String) {
        for podcast in [podcast { $0.itunesAuthor = text }, podcast { $0.creators = [text] }] {
            #expect(podcast.author == "Jane Doe")
            #expect(podcast.authorEmail == "jane@x.org")
            #expect(podcast.extensions.isEmpty)
        }
    }

    @Test(arguments: [
        "jane@x.org", "Jane (@jane)", "a@x.org (A), b@x.org (B)", "Ask jane@x.org about it",
        "Jane (https://x.org/@jane)",
    ])
    func takesNoOtherAuthorApart(text: String) {
        let podcast = podcast { $0.itunesAuthor = text }
        #expect(podcast.author == text)
        #expect(podcast.authorEmail == nil)
    }

    @Test func takesNoAddressOfTheHost() {
        let podcast = podcast {
            $0.itunesAuthor = "Ann"
            $0.webMaster = ParsedContact(email: "wm@host.com")
        }
        #expect(podcast.authorEmail == nil)
    }

    @Test func namesTheOwnerWithTheOwnersAddress() {
        let podcast = podcast {
            $0.owner = Self.owner
            $0.webMaster = ParsedContact(name: "Wes", email: "wm@host.com")
        }
        #expect(podcast.author == "Own")
        #expect(podcast.authorEmail == "own@x.org")
    }

    @Test func hasAnAddressWithoutAName() {
        let podcast = podcast { $0.webMaster = ParsedContact(email: "wm@host.com") }
        #expect(podcast.author == nil)
        #expect(podcast.authorEmail == "wm@host.com")
    }

    @Test func losesNoAddress() throws {
        // Given an author without a name, and another who is the one that is shown
        let podcast = podcast {
            $0.itunesAuthor = "Ann"
            $0.authors = [ParsedContact(email: "show@x.org"), ParsedContact(name: "Ann", email: "ann@x.org")]
        }

        // Then both addresses are there
        #expect(podcast.authorEmail == "ann@x.org")
        let kept = try #require(podcast.extensions["http://www.w3.org/2005/Atom"])
        #expect(kept.contains { $0.attributes["email"] == "show@x.org" })
    }
}
