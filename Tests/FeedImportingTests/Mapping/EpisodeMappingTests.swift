import FeedParsing
import PodcastModel
import Testing

@testable import FeedImporting

struct EpisodeMappingTests {
    private func episode(_ change: (inout ParsedItem) -> Void) -> Episode {
        var item = ParsedItem()
        change(&item)
        return Episode(item)
    }

    @Test func prefersTheCleanTitleAndKeepsBoth() {
        let episode = episode {
            $0.title = "Show #12: Keeper"
            $0.itunesTitle = "Keeper"
        }
        #expect(episode.title == "Keeper")
        #expect(episode.rssTitle == "Show #12: Keeper")
        #expect(episode.itunesTitle == "Keeper")
    }

    @Test func makesNoLinkOfAMediaContentWithATitle() {
        // Given a file of Media RSS, and one of Atom, both with names
        let episode = episode {
            for (name, origin) in [("a", .mediaContent), ("b", .atomLink)] as [(String, ParsedEnclosure.Origin)] {
                $0.enclosures.append(
                    ParsedEnclosure(
                        url: "https://a.example/\(name).mp3",
                        type: "audio/mpeg",
                        typeIsGuessed: false,
                        origin: origin,
                        title: name
                    )
                )
            }
        }

        // Then only what the feed wrote as a link is kept as one
        let links = episode.extensions["http://www.w3.org/2005/Atom"] ?? []
        #expect(links.map { $0.attributes["title"] } == ["b"])
    }

    /// No parameter is called "amp;b"; anywhere else the publisher may mean it.
    @Test(arguments: [
        ("http://e.org/a.mp3?a=1&amp;b=2", "http://e.org/a.mp3?a=1&b=2"),
        ("http://e.org/a.mp3?a=1&b=2&#038;c=ü&#38;d=4&amp;", "http://e.org/a.mp3?a=1&b=2&c=ü&d=4&"),
        ("/feed?a=1&amp;amp;b=2", "/feed?a=1&amp;b=2"), ("http://e.org/?&amp;#38;x", "http://e.org/?&#38;x"),
        ("http://e.org/R&amp;B.mp3", "http://e.org/R&amp;B.mp3"), ("http://e.org/a.mp3", "http://e.org/a.mp3"),
        ("http://e.org/?a=1&ampersand=2&lt;=3&amp", "http://e.org/?a=1&ampersand=2&lt;=3&amp"),
    ])
    func writesAmpersandsOfAQueryOnce(url: String, expected: String) {
        // Given an episode with a guid, and one whose key is made of its addresses
        for guid in ["g1", nil] {
            let episode = episode {
                $0.guid = guid
                $0.link = url
                $0.artworkURL = url
                $0.enclosures = ["http://e.org/first.jpg", url].map {
                    ParsedEnclosure(url: $0, type: $0 == url ? "audio/mpeg" : "image/jpeg", typeIsGuessed: false)
                }
            }

            // Then only the latter's are as they are written, and the file to play is the first of either
            let address = guid == nil ? url : expected
            #expect(episode.link == address)
            #expect(episode.enclosures.map(\.url) == [address, "http://e.org/first.jpg"])
            #expect(episode.artworkURL == expected)
        }
    }

    @Test func writesAmpersandsOnceInEveryAddress() {
        // Given
        let url = "http://e.org/?a=1&amp;b=2"
        let episode = episode {
            $0.commentsURL = url
            $0.podcast.chaptersURL = url
            $0.podcast.transcripts = [ParsedTranscript(url: url)]
            $0.podcast.funding = [ParsedReference(url: url)]
            $0.podcast.contentLinks = [ParsedReference(url: url)]
            $0.podcast.license = ParsedLicense(name: "x", url: url)
            $0.podcast.persons = [ParsedPerson(name: "x", role: "host", group: "cast", imageURL: url, href: url)]
            var alternate = ParsedAlternateEnclosure()
            alternate.sources = [ParsedAlternateEnclosure.Source(uri: url)]
            $0.podcast.alternateEnclosures = [alternate]
            $0.podcast.socialInteractions = [ParsedSocialInteraction(protocol: "p", uri: url, accountURL: url)]
            $0.source = ParsedSource(title: nil, url: url, id: nil)
            $0.contributors = [ParsedContact(name: "y", url: url)]
            $0.chapters = [ParsedChapter(startSeconds: 0, title: "x", href: url, imageURL: url)]
        }

        // Then
        let addresses = [
            episode.commentsURL, episode.chaptersURL, episode.transcripts.first?.url, episode.funding.first?.url,
            episode.contentLinks.first?.href, episode.license?.url, episode.persons.first?.imageURL,
            episode.persons.first?.href, episode.alternateEnclosures.first?.sources.first?.uri,
            episode.socialInteractions.first?.uri, episode.socialInteractions.first?.accountURL, episode.source?.url,
            episode.contributors.first?.uri, episode.chapters.first?.href, episode.chapters.first?.imageURL,
        ]
        #expect(addresses == Array(repeating: "http://e.org/?a=1&b=2", count: addresses.count))
    }

    @Test func writesAmpersandsOnceInEveryAddressOfAPodcast() {
        // Given
        let url = "http://e.org/?a=1&amp;b=2"
        var channel = ParsedChannel()
        (channel.link, channel.selfURL, channel.newFeedURL) = (url, url, url)
        (channel.nextPageURL, channel.previousArchiveURL, channel.hubURLs) = (url, url, [url])
        var remote = ParsedRemoteItem()
        remote.feedURL = url
        (channel.podcastChannel.podroll, channel.podcastChannel.remoteItems) = ([remote], [remote])
        channel.podcastChannel.publisher = remote

        // When
        let podcast = Podcast(channel)

        // Then
        let addresses = [
            podcast.link, podcast.selfURL, podcast.newFeedURL, podcast.nextPageURL, podcast.previousArchiveURL,
            podcast.hubURLs.first, podcast.podroll.first?.feedURL, podcast.remoteItems.first?.feedURL,
            podcast.publisher?.feedURL,
        ]
        #expect(addresses == Array(repeating: "http://e.org/?a=1&b=2", count: addresses.count))
    }

    @Test func choosesHTMLByElementsThatTheReaderKnows() {
        // Given what show notes are recognised by
        let elements = EpisodeText.elements

        // Then each is a tag where notes are made plain text
        #expect(elements.count > 50)
        #expect(elements.filter { ShowNotesText.plain("1<\($0)>2").contains("<") } == [])
        #expect(elements.filter { !EpisodeText.looksLikeHTML("1<\($0)>2") } == [])
    }

    /// The order of feed formats C2: the description, Media RSS, the summary, Google Play; then the description as text.
    @Test(
        arguments: [
            ("<p>d</p>", "<p>m</p>", "<p>s</p>", "<p>g</p>", "<p>d</p>"),
            ("d", "<p>m</p>", "<p>s</p>", nil, "<p>m</p>"),
            ("d", "m", "<p>s</p>", "<p>g</p>", "<p>s</p>"), ("d", "m", "s", "<p>g</p>", "<p>g</p>"),
            ("d", "m", nil, "<p>g</p>", "<p>g</p>"), ("d", "m", "s", "g", "d"), (nil, "<p>m</p>", "s", nil, "<p>m</p>"),
        ] as [(String?, String?, String?, String?, String)]
    )
    func choosesTheBestNotesInHTML(
        description: String?,
        media: String?,
        summary: String?,
        googlePlay: String?,
        expected: String
    ) {
        let episode = episode {
            $0.description = description
            $0.otherTexts.mediaDescription = media
            $0.summary = summary
            $0.otherTexts.googlePlayDescription = googlePlay
        }

        // Then what is not chosen is kept, once
        #expect(episode.showNotesHTML == expected)
        let texts = [episode.description, episode.summary, episode.content]
        let kept = texts.compactMap { $0 } + episode.extensions.values.joined().compactMap(\.value)
        #expect(kept.sorted() == [description, media, summary, googlePlay].compactMap { $0 }.sorted())
    }

    @Test func makesHTMLOfContentThatIsText() {
        let text = "x < y &amp; <b>"
        let plain = episode {
            $0.content = text
            $0.contentType = .plain
        }
        #expect(plain.content == "x &lt; y &amp;amp; &lt;b&gt;")
        #expect(plain.showNotesHTML == plain.content)
        #expect(ShowNotesText.plain(plain.content ?? "") == text)
        for type in [ParsedTextType.html, .unspecified] {
            let other = episode {
                $0.content = text
                $0.contentType = type
            }
            #expect(other.content == text)
        }
    }

    @Test func namesAnEpisodeWithoutTitleByWhatThereIs() {
        #expect(episode { $0.description = "<p>One &lt;two&gt; <b>three</b></p>" }.title == "One <two> three")
        #expect(episode { $0.summary = "Salt &amp;amp; smoke" }.title == "Salt &amp; smoke")
        #expect(episode { $0.description = "Why 5 < 6 and more" }.title == "Why 5 < 6 and more")
        #expect(episode { $0.summary = "I <3 you all" }.title == "I <3 you all")
        #expect(episode { $0.summary = "<style>p{x}</style><p>Real text</p><script>y</script>" }.title == "Real text")
        // Keys are made of titles: the spaces of tags stay.
        #expect(episode { $0.description = "An <a href='/'>example</a>." }.title == "An example .")
        let image = #"<img src="data:\#(String(repeating: "x", count: 3000))">"#
        #expect(episode { $0.description = "One\(image)" }.title == "One")
        #expect(episode { $0.description = String(repeating: "word ", count: 60) }.title.count <= 101)
        #expect(
            episode {
                $0.enclosures = [
                    ParsedEnclosure(
                        url: "https://a.example/x/my%20file.mp3?t=1",
                        type: "audio/mpeg",
                        typeIsGuessed: false
                    )
                ]
            }.title == "my file.mp3"
        )
        #expect(episode { $0.link = "https://a.example/1" }.title == "https://a.example/1")
        #expect(episode { _ in }.title == "Untitled")
    }

    @Test func putsTheFileToPlayFirst() {
        let episode = episode {
            $0.enclosures = [
                ParsedEnclosure(url: "https://a.example/c.jpg", type: "image/jpeg", typeIsGuessed: false),
                ParsedEnclosure(url: "https://a.example/n.pdf", type: "application/pdf", typeIsGuessed: false),
                ParsedEnclosure(url: "https://a.example/a.mp3", type: "audio/mpeg", typeIsGuessed: false),
            ]
        }
        #expect(
            episode.enclosures.map(\.url) == [
                "https://a.example/a.mp3", "https://a.example/c.jpg", "https://a.example/n.pdf",
            ]
        )
    }

    @Test func takesTheLengthOfTheFileToPlay() {
        // Given
        let picture = ParsedEnclosure(
            url: "https://a.example/c.gif",
            type: "image/gif",
            typeIsGuessed: false,
            durationSeconds: 5
        )
        let audio = ParsedEnclosure(
            url: "https://a.example/a.mp3",
            type: "audio/mpeg",
            typeIsGuessed: false,
            durationSeconds: 60
        )

        // Then
        #expect(episode { $0.enclosures = [picture, audio] }.durationSeconds == 60)
        #expect(episode { $0.enclosures = [picture] }.durationSeconds == nil)
    }

    @Test func letsPodcastTagsWinOverITunes() {
        let episode = episode {
            $0.itunesSeason = 1
            $0.itunesEpisode = 2
            $0.podcast.seasonNumber = 3
            $0.podcast.seasonName = "Egypt"
            $0.podcast.episodeNumber = 4.5
        }
        #expect(episode.season == SeasonNumber(number: 3, name: "Egypt"))
        #expect(episode.episode == EpisodeNumber(number: 4.5))
        #expect(
            episode.extensions["http://www.itunes.com/dtds/podcast-1.0.dtd"] == [
                MarkupElement(name: "season", value: "1"), MarkupElement(name: "episode", value: "2"),
            ]
        )
    }

    @Test func keepsNumbersOnceThatAgree() {
        let episode = episode {
            $0.itunesSeason = 1
            $0.itunesEpisode = 2
            $0.podcast.seasonName = "Egypt"
            $0.podcast.episodeNumber = 2
        }
        #expect(episode.season == SeasonNumber(number: 1, name: "Egypt"))
        #expect(episode.extensions.isEmpty)
    }

    @Test func losesNoValueThatHasNoFieldOfItsOwn() throws {
        let episode = episode {
            $0.title = "RSS"
            $0.otherTexts.dublinCoreTitle = "Dublin"
            $0.otherTexts.mediaTitle = "Media"
            $0.rights = "CC0"
            $0.order = 3
            var media = ParsedMediaContent()
            media.url = "https://a.example/v.mp4"
            media.bitrate = 128
            $0.mediaContents = [media]
        }
        let dublinCore = try #require(episode.extensions["http://purl.org/dc/elements/1.1/"])
        #expect(dublinCore.map(\.name) == ["title", "rights"])
        let media = try #require(episode.extensions["http://search.yahoo.com/mrss/"])
        #expect(media.map(\.name) == ["title", "content"])
        #expect(media[1].attributes == ["url": "https://a.example/v.mp4", "bitrate": "128"])
        let itunes = try #require(episode.extensions["http://www.itunes.com/dtds/podcast-1.0.dtd"])
        #expect(itunes.map(\.value) == ["3"])
    }

    @Test func keepsAnElementOnceThatHasAnAttributeNothingReads() {
        // Given two files, of which one was kept as it was written
        let uri = "http://search.yahoo.com/mrss/"
        let episode = episode {
            for name in ["a", "b"] {
                var media = ParsedMediaContent()
                media.url = "https://a.example/\(name).mp3"
                media.medium = "audio"
                $0.mediaContents.append(media)
            }
            let attributes = [("url", "https://a.example/a.mp3"), ("length", "5"), ("medium", "audio")]
            $0.extensions = [
                ParsedExtension(
                    namespace: uri,
                    name: "content",
                    attributes: attributes.map { ParsedExtension.Attribute(name: $0.0, value: $0.1) }
                )
            ]
        }

        // Then
        #expect(
            episode.extensions[uri]?.map(\.attributes) == [
                ["url": "https://a.example/a.mp3", "length": "5", "medium": "audio"],
                ["url": "https://a.example/b.mp3", "medium": "audio"],
            ]
        )
    }
}
