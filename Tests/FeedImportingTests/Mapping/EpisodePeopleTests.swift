import FeedParsing
import PodcastModel
import Testing

@testable import FeedImporting

/// Who is the author of an episode, and who has contributed to it (feed formats C9).
struct EpisodePeopleTests {
    private func episode(_ change: (inout ParsedItem) -> Void) -> Episode {
        var item = ParsedItem()
        change(&item)
        return Episode(item)
    }

    @Test func takesNothingFromTheChannel() {
        #expect(episode { _ in }.author == nil)
        #expect(episode { _ in }.artworkURL == nil)
    }

    @Test func ordersTheItemsOwnPeople() {
        #expect(
            episode {
                $0.itunesAuthor = "iTunes"
                $0.creators = ["Creator"]
            }.author == "iTunes"
        )
        #expect(
            episode {
                $0.creators = ["Creator"]
                $0.authors = [ParsedContact(name: "Author", email: "a@example.com")]
            }.author == "Creator"
        )
        let byMail = episode { $0.authors = [ParsedContact(name: "Author", email: "a@example.com")] }
        #expect(byMail.author == "Author")
        #expect(byMail.authorEmail == "a@example.com")
    }

    @Test func takesTheOtherCreatorsForContributors() {
        // Given several creators, of whom one is named twice and one is an author, too
        let creators = ["Ann", "Bob", "ann", "Bob", "Cem"]

        // When
        let several = episode {
            $0.creators = creators
            $0.authors = [ParsedContact(name: "Cem", email: "cem@x.org")]
        }
        let beside = episode {
            $0.itunesAuthor = "The show"
            $0.creators = ["admin"]
        }

        // Then
        #expect(several.author == "Ann")
        #expect(several.contributors.map(\.name) == ["Cem", "Bob"])
        #expect(several.extensions.isEmpty)
        // And beside an author of iTunes creators are kept only
        #expect(beside.contributors.isEmpty)
        #expect(beside.extensions["http://purl.org/dc/elements/1.1/"]?.map(\.value) == ["admin"])
    }

    @Test(arguments: ["Ann", "ann@x.org (Ann)"])
    func keepsOtherAddressesOfTheAuthor(first: String) {
        // Given the same creator with one address more
        let episode = episode { $0.creators = [first, "Ann <ann@y.org>", "Ann"] }

        #expect(episode.author == "Ann")
        #expect(episode.contributors.isEmpty)
        #expect(episode.extensions["http://purl.org/dc/elements/1.1/"]?.map(\.value) == ["Ann <ann@y.org>"])
    }

    @Test func readsCreatorsWrittenAsMailboxes() {
        // Given two, and an author with another address
        let episode = episode {
            $0.creators = ["ann@x.org (Ann)", "Bob <bob@x.org>"]
            $0.authors = [ParsedContact(email: "show@x.org")]
        }

        #expect(episode.author == "Ann")
        #expect(episode.authorEmail == "ann@x.org")
        #expect(
            episode.contributors == [
                Contributor(email: "show@x.org"), Contributor(name: "Bob", email: "bob@x.org"),
            ]
        )
    }

    /// An address beside a name that is not its own would be somebody else's.
    @Test(arguments: [
        ([ParsedContact(name: "Bob", email: "bob@x.org")], nil),
        ([ParsedContact(name: "ann", email: "ann@x.org")], "ann@x.org"),
        ([ParsedContact(email: "show@x.org")], "show@x.org"),
        ([ParsedContact(email: "show@x.org"), ParsedContact(name: "Ann", email: "ann@x.org")], "ann@x.org"),
        (
            [ParsedContact(name: "Bob", email: "bob@x.org"), ParsedContact(name: "Ann", email: "ann@x.org")],
            "ann@x.org"
        ),
    ])
    func takesTheAddressOfTheAuthorAndKeepsTheOthers(contacts: [ParsedContact], expected: String?) {
        let episode = episode {
            $0.itunesAuthor = "Ann"
            $0.authors = contacts
        }

        #expect(episode.author == "Ann")
        #expect(episode.authorEmail == expected)
        let kept = (episode.extensions["http://www.w3.org/2005/Atom"] ?? []).map { $0.attributes["email"] }
        let addresses = [episode.authorEmail] + kept + episode.contributors.map(\.email)
        #expect(contacts.allSatisfy { addresses.contains($0.email) })
    }

    @Test func takesAllWhoAreNotTheAuthorForContributors() {
        let ann = ParsedContact(name: "Ann", email: "ann@x.org")
        let bob = ParsedContact(name: "Bob", url: "https://x.org/bob")

        // Whoever comes first
        #expect(
            episode {
                $0.itunesAuthor = "ann"
                $0.authors = [bob, ann]
                $0.contributors = [
                    bob, ParsedContact(name: "Ann"), ParsedContact(name: "Bob"), ParsedContact(name: "Cy"),
                ]
            }.contributors == [Contributor(name: "Bob", uri: "https://x.org/bob"), Contributor(name: "Cy")]
        )
        // Alone beside another author
        let show = episode {
            $0.itunesAuthor = "Show"
            $0.authors = [ann]
        }
        #expect(show.contributors == [Contributor(name: "Ann", email: "ann@x.org")])
        #expect(show.extensions.isEmpty)
        // As the author, of whom more is known
        let own = episode { $0.authors = [bob] }
        #expect(own.author == "Bob")
        #expect(own.contributors.isEmpty)
        #expect(
            own.extensions["http://www.w3.org/2005/Atom"]?.map(\.attributes) == [
                ["name": "Bob", "uri": "https://x.org/bob"]
            ]
        )
    }
}
