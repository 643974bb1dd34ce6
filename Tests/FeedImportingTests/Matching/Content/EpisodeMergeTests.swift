import PodcastModel
import Testing

@testable import FeedImporting

struct EpisodeMergeTests {
    private static let stored: Episode = {
        var episode = Episode.item(
            guid: "g",
            title: "Title",
            enclosure: "https://h.example/a.mp3",
            date: .day(1),
            duration: 1000,
            description: "Some text"
        )
        episode.artworkURL = "https://i.example/a.jpg?sig=1"
        episode.persons = [Person(name: "Ann")]
        return episode
    }()

    private static let edits:
        [(edit: @Sendable (inout Episode) -> Void, field: String, significance: EditSignificance)] = [
            ({ $0.enclosures[0].url = "https://pdst.fm/e/h.example/a.mp3?t=1" }, "enclosures", .silent),
            ({ $0.enclosures[0].length = 1_009_999 }, "enclosures", .silent),
            ({ $0.enclosures[0].length = 1_010_000 }, "enclosures", .minor),
            ({ $0.artworkURL = "https://i.example/a.jpg?sig=2" }, "artworkURL", .silent),
            ({ $0.artworkURL = "https://i.example/b.jpg?sig=1" }, "artworkURL", .minor),
            ({ $0.description = "Some\n   text" }, "description", .silent),
            ({ $0.description = "Other text" }, "description", .minor),
            ({ $0.link = "https://example.com/" }, "link", .minor),
            ({ $0.chaptersURL = "https://example.com/c.json" }, "chaptersURL", .minor),
            ({ $0.transcripts = [Transcript(url: "https://example.com/t.vtt")] }, "transcripts", .minor),
            ({ $0.persons = [] }, "persons", .minor),
            ({ $0.updatedAt = .day(9) }, "updatedAt", .silent),
            ({ $0.extensions = ["slash": [MarkupElement(name: "comments", value: "7")]] }, "extensions", .silent),
            ({ $0.title = "Other" }, "title", .major),
            ({ $0.enclosures[0].url = "https://h.example/b.mp3" }, "enclosures", .major),
            ({ $0.enclosures[0].type = "video/mp4" }, "enclosures", .major),
            ({ $0.episodeType = .bonus }, "episodeType", .major),
            ({ $0.publishedAt = .day(2) }, "publishedAt", .minor),
            ({ $0.publishedAt = .day(2, hour: 13) }, "publishedAt", .major),
            ({ $0.durationSeconds = 1100 }, "durationSeconds", .minor),
            ({ $0.durationSeconds = 1101 }, "durationSeconds", .major),
            ({ $0.durationSeconds = nil }, "durationSeconds", .minor),
        ]

    @Test(arguments: edits.indices)
    func c5Rule24EditsAreSilentMinorOrMajor(index: Int) {
        let (edit, field, significance) = Self.edits[index]
        var incoming = Self.stored
        edit(&incoming)
        let result = EpisodeMerge(stored: Self.stored, incoming: incoming, documentIsComplete: true)
        #expect(result.changedFields == [field])
        #expect(result.significance == significance)
        #expect(result.merged == incoming)
    }

    private static let notes = #"<p>A? <IMG alt='b' src='https://i.example/a.jpg?time=1&amp;hash=2'>c?</p>"#

    @Test(arguments: [
        ("time=1&amp;hash=2", "time=3&amp;hash=4", EditSignificance.silent),
        ("?time=1&amp;hash=2", "", .silent),
        ("A? ", "A?\n\n", .silent),
        ("a.jpg", "b.jpg", .minor),
        ("A?", "A?!", .minor),
        ("c?", "c?!", .minor),
        ("<IMG", "<a", .minor),
        ("'b'", "'b?'", .minor),
        ("?time=", "?id=7&#038;time=", .minor),
    ])
    func c5Rule23TokensOfThePicturesInATextAreSilent(
        old: String,
        new: String,
        significance: EditSignificance
    ) {
        var stored = Self.stored
        stored.description = Self.notes
        var incoming = stored
        incoming.description = Self.notes.replacing(old, with: new)
        let edit = EpisodeMerge(stored: stored, incoming: incoming, documentIsComplete: true)
        #expect(edit.changedFields == ["description"])
        #expect(edit.significance == significance)
        #expect(edit.merged.description == incoming.description)
    }

    @Test func c5Rule24TheGreatestSignificanceCounts() {
        var incoming = Self.stored
        incoming.description = "Other"
        incoming.title = "Other"
        let edit = EpisodeMerge(stored: Self.stored, incoming: incoming, documentIsComplete: true)
        #expect(edit.changedFields == ["title", "description"])
        #expect(edit.significance == .major)
    }

    @Test func c5Rule26FieldsThatVanishedGoIfTheDocumentIsSound() {
        var incoming = Episode.item(guid: "g", title: "Title")
        incoming.publishedAt = .day(1)
        let clean = EpisodeMerge(stored: Self.stored, incoming: incoming, documentIsComplete: true)
        #expect(clean.merged.description == nil)
        #expect(clean.merged.enclosures.isEmpty)
        let damaged = EpisodeMerge(stored: Self.stored, incoming: incoming, documentIsComplete: false)
        #expect(damaged.merged.description == "Some text")
        #expect(damaged.merged.enclosures == Self.stored.enclosures)
        #expect(damaged.merged.persons == Self.stored.persons)
        #expect(damaged.merged.durationSeconds == 1000)
        #expect(damaged.changedFields.isEmpty)

        // What was kept is looked at again in the next clean document.
        let item = IncomingEpisode.list(from: [incoming])[0]
        #expect(clean.applied(to: item).contentHash == item.contentHash)
        #expect(damaged.applied(to: item).contentHash != item.contentHash)
        #expect(damaged.applied(to: item).canonicalEnclosure == "h.example/a.mp3")
    }

    @Test(arguments: ["", "  ", "\u{200B}"])
    func c5Rule26TheTitleNeverBecomesEmpty(title: String) {
        var incoming = Self.stored
        incoming.title = title
        let edit = EpisodeMerge(stored: Self.stored, incoming: incoming, documentIsComplete: true)
        #expect(edit.merged.title == "Title")
        #expect(edit.changedFields.isEmpty)
    }

    @Test func c5Rule26ATitleIsNotReplacedByWhatIsMadeUpForLackOfOne() {
        // Given an item whose title has vanished, and that is called by its description
        var incoming = Self.stored
        incoming.rssTitle = nil
        incoming.title = EpisodeTitle.makeUp(for: incoming)
        #expect(incoming.title == "Some text")

        // When, then
        let edit = EpisodeMerge(stored: Self.stored, incoming: incoming, documentIsComplete: true)
        #expect(edit.merged.title == "Title")

        // What never had one is called by what it says now
        var nameless = incoming
        nameless.description = "Other text"
        nameless.title = EpisodeTitle.makeUp(for: nameless)
        let renamed = EpisodeMerge(stored: incoming, incoming: nameless, documentIsComplete: true)
        #expect(renamed.merged.title == "Other text")

        // And media:title is a title
        incoming.title = "A media title"
        let other = EpisodeMerge(stored: Self.stored, incoming: incoming, documentIsComplete: true)
        #expect(other.merged.title == "A media title")
    }

    @Test func c5Rule27ADateIsReplacedOnlyByADate() {
        var incoming = Self.stored
        incoming.publishedAt = nil
        incoming.publishedRaw = "soon"
        let unreadable = EpisodeMerge(stored: Self.stored, incoming: incoming, documentIsComplete: true)
        #expect(unreadable.merged.publishedAt == .day(1))
        #expect(unreadable.merged.publishedRaw == Timestamp.day(1).rfc3339)
        incoming.publishedAt = .day(3)
        #expect(
            EpisodeMerge(stored: Self.stored, incoming: incoming, documentIsComplete: true).merged.publishedAt
                == .day(3)
        )
        let kept = EpisodeMerge(
            stored: Self.stored,
            incoming: incoming,
            documentIsComplete: true,
            keepsStoredDate: true
        )
        #expect(kept.merged.publishedAt == .day(1))
    }

    @Test func nothingChangedIsNoEdit() {
        let edit = EpisodeMerge(stored: Self.stored, incoming: Self.stored, documentIsComplete: true)
        #expect(edit.changedFields.isEmpty)
        #expect(edit.significance == .silent)
    }

    /// An address with a token in each of the fields that hold one.
    private static func tokened(_ token: Int) -> Episode {
        var episode = stored
        episode.link = "https://show.example/1?utm_source=\(token)"
        episode.artworkURL = "https://i.example/a.jpg?sig=\(token)"
        episode.alternateEnclosures = [
            AlternateEnclosure(sources: [.init(uri: "https://h.example/a.opus?token=\(token)")])
        ]
        episode.images = [SizedImage(url: "https://i.example/b.jpg?token=\(token)", width: 10)]
        episode.transcripts = [Transcript(url: "https://h.example/t.vtt?Expires=1&Signature=\(token)")]
        episode.chaptersURL = "https://h.example/c.json?token=\(token)"
        episode.chapters = [Chapter(startSeconds: 1, imageURL: "https://i.example/c.jpg?token=\(token)")]
        episode.persons = [Person(name: "Ann", imageURL: "https://i.example/p.jpg?sig=\(token)")]
        return episode
    }

    @Test func c5Rule24AnotherTokenIsSilentWhereverItIs() {
        let edit = EpisodeMerge(stored: Self.tokened(1), incoming: Self.tokened(2), documentIsComplete: true)
        #expect(
            Set(edit.changedFields) == [
                "link", "artworkURL", "alternateEnclosures", "images", "transcripts", "chaptersURL", "chapters",
                "persons",
            ]
        )
        #expect(edit.significance == .silent)
        #expect(edit.merged == Self.tokened(2))
    }

    @Test func c5Rule23AnotherTokenIsNoEditWhereverItIs() {
        let hashes = [1, 2].map { EpisodeContentHash(Self.tokened($0), canonicalEnclosure: nil) }
        #expect(hashes[0] != hashes[1])
        #expect(hashes[0].hasSameContent(as: hashes[1]))
    }

    @Test func c5Rule24AnotherFileIsAnEditWhereverItIs() {
        let edits: [@Sendable (inout Episode) -> Void] = [
            { $0.link = "https://show.example/2?utm_source=1" },
            { $0.alternateEnclosures[0].sources[0].uri = "https://h.example/b.opus?token=1" },
            { $0.images[0].url = "https://i.example/c.jpg?token=1" },
            { $0.transcripts[0].url = "https://h.example/u.vtt?Expires=1&Signature=1" },
            { $0.chaptersURL = "https://h.example/d.json?token=1" },
            { $0.persons[0].imageURL = "https://i.example/q.jpg?sig=1" },
        ]
        for edit in edits {
            var other = Self.tokened(1)
            edit(&other)
            let merge = EpisodeMerge(stored: Self.tokened(1), incoming: other, documentIsComplete: true)
            #expect(merge.significance == .minor, "\(merge.changedFields)")
        }
    }
}
