import FeedLoading
import PodcastModel
import Testing

@testable import FeedImporting

/// Podcasts without a title.
struct PodcastTitleTests {
    @Test(
        arguments: [
            ("https://show.example/x", "https://feeds.example/1.xml", "show.example"),
            (nil, "https://feeds.example:8080/1.xml?token=x", "feeds.example"),
            ("urn:show", "https://feeds.example/1.xml", "feeds.example"),
            (nil, "file:///tmp/my%20show.xml", "my show.xml"),
            ("https://show.example/", "file:///tmp/a.xml", "show.example"), (nil, "stdin:ab", nil), (nil, nil, nil),
        ] as [(String?, String?, String?)]
    )
    func areNamedAfterWhereTheyComeFrom(link: String?, feedURL: String?, title: String?) {
        #expect(StandInTitle.make(link: link, feedURL: feedURL) == title)
    }

    @Test func haveANameInTheStoreUntilTheyGiveThemselvesOne() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let document = TestFeed.rss([TestFeed.item("a")])
            let untitled = document.replacing("<title>Show</title>", with: "")
            let path = try bed.write(untitled)
            try await bed.importFiles([path])
            #expect(try await bed.podcastTitle() == "show.example")

            // When
            _ = try bed.write(document)
            try await bed.importFiles([path])

            // Then
            #expect(try await bed.podcastTitle() == "Show")

            // When it is lost once
            let changes = try await bed.changes()
            _ = try bed.write(untitled)
            try await bed.importFiles([path])

            // Then nothing has happened
            #expect(try await bed.podcastTitle() == "Show")
            #expect(try await bed.changes() == changes)
        }
    }

    @Test func haveANameWhenTheyAreInspected() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let untitled = TestFeed.rss([]).replacing("<title>Show</title>", with: "")
                .replacing("<link>https://show.example/</link>", with: "")
            let path = try bed.write(untitled, to: "untitled.xml")
            let loader = try PodcastFeedLoader()
            let inspector = FeedInspector(
                loader: loader,
                options: TransferOptions(),
                configuration: FeedImporterConfiguration(processorCount: 2)
            )

            // When
            let document = try await inspector.inspect(
                FeedAddress(source: .file(path: path)),
                baseURL: nil
            )
            let belonging = try await inspector.inspect(
                FeedAddress(source: .file(path: path)),
                baseURL: "https://feeds.example/show.xml"
            )
            await loader.shutdown()

            // Then it is that of the file, or of where the document is from
            #expect(document.podcast.title == "untitled.xml")
            #expect(belonging.podcast.title == "feeds.example")
        }
    }
}
