import PodcastModel
import Testing

@testable import Persistence

struct ChaptersFileStoreTests {
    private static let url = "https://example.com/1.json"

    private static var file: StoredChaptersFile {
        var file = StoredChaptersFile(url: url, askedAt: TestStore.now)
        file.validators = HTTPValidators(etag: "\"1\"", lastModified: "Sun, 01 Nov 2026 00:00:00 GMT", url: url)
        file.freshUntil = TestStore.now.adding(seconds: 60)
        file.problem = "it is damaged"
        file.fetchedAt = TestStore.now.adding(seconds: -60)
        file.chapters = [
            Chapter(startSeconds: 0, title: "Intro"),
            Chapter(
                startSeconds: 90.5,
                endSeconds: 120,
                title: "Knots",
                href: "https://a.example/",
                imageURL: "https://a.example/k.jpg",
                isListed: false,
                location: Location(name: "Here", geo: "geo:1,2")
            ),
        ]
        return file
    }

    /// A store with two episodes, whose numbers are 1 and 2.
    private static func store() async throws -> TestStore {
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [Samples.incoming(1), Samples.incoming(2)])
        return store
    }

    @Test func keepsAFileForItsEpisodeAndItsAddress() async throws {
        let store = try await Self.store()

        let found = try await store.context.save { unit throws(PersistenceError) in
            try unit.chaptersFiles.save(Self.file, ofEpisode: 1)
            return (
                own: try unit.chaptersFiles.file(ofEpisode: 1, at: Self.url),
                ofAnother: try unit.chaptersFiles.file(ofEpisode: 2, at: Self.url),
                elsewhere: try unit.chaptersFiles.file(ofEpisode: 1, at: Self.url + "?2")
            )
        }

        #expect(found.own == Self.file)
        #expect(found.ofAnother == nil && found.elsewhere == nil)
    }

    @Test func aFileTakesThePlaceOfTheOneBefore() async throws {
        let store = try await Self.store()
        let next = StoredChaptersFile(url: Self.url + "?2", askedAt: TestStore.now)

        let found = try await store.context.save { unit throws(PersistenceError) in
            try unit.chaptersFiles.save(Self.file, ofEpisode: 1)
            try unit.chaptersFiles.save(next, ofEpisode: 1)
            return [
                try unit.chaptersFiles.file(ofEpisode: 1, at: Self.url),
                try unit.chaptersFiles.file(ofEpisode: 1, at: next.url),
            ]
        }

        #expect(found == [nil, next])
    }

    @Test func goesWithItsEpisodeAndComesForNoneThatIsGone() async throws {
        let store = try await Self.store()

        try await store.context.save { unit throws(PersistenceError) in
            try unit.chaptersFiles.save(Self.file, ofEpisode: 1)
            try unit.episodes.delete(1, at: TestStore.now)
            try unit.chaptersFiles.save(Self.file, ofEpisode: 1)
        }

        #expect(try await store.integers("SELECT count(*) FROM chaptersFile") == [0])
        #expect(try await store.manager.care().check().isSound)
    }

    /// They are loaded anew, instead of failing for ever.
    @Test func chaptersThatCannotBeReadAreAbsent() async throws {
        let store = try await Self.store()
        try await store.context.save { unit throws(PersistenceError) in
            try unit.chaptersFiles.save(Self.file, ofEpisode: 1)
        }
        try await store.damage("UPDATE chaptersFile SET chapters = '[7]'")

        let found = try await store.context.perform { unit throws(PersistenceError) in
            try unit.chaptersFiles.file(ofEpisode: 1, at: Self.url)
        }

        #expect(found?.chapters == nil)
        #expect(found?.validators == Self.file.validators)
    }
}
