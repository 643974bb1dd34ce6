import FeedParsing
import PodcastModel

/// gpodder's podcastparser: whole-dictionary equality, so absent means absent.
package struct PodcastparserSuite: ConformanceSuite {
    package let name = "podcastparser"
    package let requiredShare = 0.99
    package let isAbsenceExpected = true
    package let minimumComparisons = 500

    package init() {}

    package func cases(in corpus: Corpus) throws -> [ConformanceCase] {
        try corpus.names(in: name, ending: ".rss").map { file in
            ConformanceCase(
                file: "\(name)/\(file).rss",
                bytes: try corpus.bytes(of: "\(name)/\(file).rss"),
                baseURL: "file://tests/data/\(file).rss",
                expected: try corpus.fields(of: "\(name)/\(file).json")
            )
        }
    }

    package func fields(of reading: FeedReading, for testCase: ConformanceCase) -> Fields {
        var fields = Fields()
        addChannel(of: reading, file: testCase.file, to: &fields)
        // Peer policy: newest first, or oldest first when the show is a serial;
        // no episode without a guid or a substitute for it, none without a title.
        let isSerial = reading.document.podcast.type == .serial
        var episodes = reading.items.compactMap { PeerEpisode($0.item, $0.episode) }
        episodes.sort { isSerial ? $0.published < $1.published : $0.published > $1.published }
        if testCase.file.hasSuffix("max_episodes.rss") { episodes = Array(episodes.prefix(1)) }
        fields.setCount(of: "episodes", episodes.count)
        for (index, episode) in episodes.enumerated() { episode.add(to: &fields, at: "episodes[\(index)]") }
        return fields
    }

    package func normalised(_ value: String, of pattern: String, in testCase: ConformanceCase) -> String { value }

    package func reasonToExclude(_ pattern: String, _ field: String, in testCase: ConformanceCase) -> String? {
        switch pattern {
        case "episodes[].description", "episodes[].description_html":
            return testCase.expected[Fields.sibling(of: field, "description_html")] == nil
                ? nil : "feed formats C2: each text keeps its own field, none is split or stripped"
        case "link" where testCase.expected["link"] == nil:
            return "feed formats B9: a link with no rel is the page, whether or not it says text/html"
        case "episodes[].type" where testCase.expected[field] == nil:
            return "feed formats C8: an unknown type is full"
        case "episodes[].episode_art_url" where testCase.expected[field] == nil:
            return "feed formats C3: an enclosure of type image/* is the artwork"
        case "episodes[].guid", "episodes[].link":
            return testCase.file.hasSuffix("/permalink.rss")
                ? "identity C1: a guid is kept as written and not joined to xml:base" : nil
        case "itunes_categories[][]" where testCase.expected["itunes_categories[0][0]"] == nil:
            return "feed formats G: a category without a name is none, the one inside it stands by itself"
        case _ where pattern.hasPrefix("episodes[].enclosures[]") && !field.contains("enclosures[0]"):
            let episode = field.prefix { $0 != "]" } + "]"
            let (first, second) = ("\(episode).enclosures[0].url", "\(episode).enclosures[1].url")
            return testCase.expected[first] == testCase.expected[second]
                ? "feed formats C4: the same address twice is one enclosure" : nil
        case _ where testCase.file.hasSuffix("/redirect_new_location.rss"):
            return "feed formats A5: a document that only redirects is an error of its own"
        default: return nil
        }
    }

    private func addChannel(of reading: FeedReading, file: String, to fields: inout Fields) {
        let podcast = reading.document.podcast
        let channel = reading.parsed.channel
        let fileName = file.split(separator: "/").last?.prefix { $0 != "." } ?? ""
        fields["title"] = podcast.title ?? String(fileName)
        fields["link"] = podcast.link
        fields["description"] = podcast.description ?? podcast.summary ?? podcast.subtitle
        fields["cover_url"] = podcast.artworkURL
        fields["language"] = podcast.language
        fields["generator"] = podcast.generator
        fields["itunes_author"] = channel.itunesAuthor
        fields["new_url"] = podcast.newFeedURL
        fields["explicit"] = podcast.explicit.map { String($0) }
        fields["type"] = podcast.type?.rawValue
        for (index, path) in podcast.categories.enumerated() { fields.set("itunes_categories[\(index)]", each: path) }
        fields.set("itunes_keywords", each: podcast.keywords)
        fields["itunes_owner.name"] = podcast.owner?.name
        fields["itunes_owner.email"] = podcast.owner?.email
        fields["funding_url"] = podcast.funding.first?.url
        fields["import_prohibited"] = podcast.locked?.value.map { String($0) }
        fields["payment_url"] = channel.links.first { $0.rel == "payment" }?.url
        fields["paged_feed_first"] = channel.links.first { $0.rel == "first" }?.url
        fields["paged_feed_next"] = podcast.nextPageURL
    }
}

/// An episode with what podcastparser puts in place of missing values.
private struct PeerEpisode {
    let item: ParsedItem
    let episode: Episode
    let guid: String
    let title: String
    let published: Int64

    init?(_ item: ParsedItem, _ episode: Episode) {
        self.item = item
        self.episode = episode
        let urls = Set(episode.enclosures.map(\.url))
        let sole = urls.count == 1 ? urls.first : nil
        guard
            let guid = episode.guid.map({ Self.joined($0, isPermaLink: episode.guidIsPermaLink) })
                ?? episode.link ?? sole
        else { return nil }
        guard
            let title = episode.rssTitle ?? episode.itunesTitle
                ?? (episode.enclosures.count == 1 ? sole.map(Self.fileName) : nil)
        else { return nil }
        self.guid = guid
        self.title = title
        published = episode.publishedAt?.epochSeconds ?? episode.updatedAt?.epochSeconds ?? 0
    }

    /// The peer resolves permalinks; a guid of ours stays exact (identity C1).
    private static func joined(_ guid: String, isPermaLink: Bool?) -> String {
        isPermaLink == false || guid.contains(":") ? guid : "file://tests/data/\(guid)"
    }

    private static func fileName(of url: String) -> String {
        let last = url.split(separator: "/").last ?? ""
        return String(last.prefix { $0 != "." })
    }

    func add(to fields: inout Fields, at prefix: String) {
        fields["\(prefix).guid"] = guid
        fields["\(prefix).title"] = title
        fields["\(prefix).link"] = episode.link ?? (episode.guidIsPermaLink == true ? guid : nil)
        // The peer does not read atom:summary.
        fields["\(prefix).description"] = item.summary ?? episode.description
        fields["\(prefix).description_html"] = episode.content
        fields["\(prefix).subtitle"] = episode.subtitle
        fields["\(prefix).published"] = String(published)
        fields["\(prefix).total_time"] = String(episode.durationSeconds ?? 0)
        for (index, enclosure) in item.enclosures.enumerated() {
            let entry = "\(prefix).enclosures[\(index)]"
            fields["\(entry).url"] = enclosure.url
            fields["\(entry).file_size"] = String(enclosure.length ?? -1)
            fields["\(entry).mime_type"] = enclosure.typeIsGuessed ? "application/octet-stream" : enclosure.type
        }
        fields["\(prefix).payment_url"] = item.links.first { $0.rel == "payment" }?.url
        fields["\(prefix).explicit"] = episode.explicit.map { String($0) }
        fields["\(prefix).episode_art_url"] = episode.artworkURL
        fields["\(prefix).chapters_json_url"] = episode.chaptersURL
        fields["\(prefix).transcript_url"] = episode.transcripts.last?.url
        addNumbers(to: &fields, at: prefix)
        for (index, chapter) in episode.chapters.enumerated() {
            let entry = "\(prefix).chapters[\(index)]"
            fields["\(entry).start"] = String(Int(chapter.startSeconds))
            fields["\(entry).title"] = chapter.title
            fields["\(entry).href"] = chapter.href
            fields["\(entry).image"] = chapter.imageURL
        }
        for (index, person) in episode.persons.enumerated() {
            let entry = "\(prefix).persons[\(index)]"
            fields["\(entry).name"] = person.name
            fields["\(entry).role"] = person.role
            fields["\(entry).group"] = person.group
            fields["\(entry).href"] = person.href
            fields["\(entry).img"] = person.imageURL
        }
    }

    private func addNumbers(to fields: inout Fields, at prefix: String) {
        fields["\(prefix).season"] = episode.season?.number.map { String($0) }
        fields["\(prefix).number"] = episode.episode?.number.map(Fields.text)
        fields["\(prefix).itunes_author"] = item.itunesAuthor
        // A type of ours is full unless the feed says otherwise; the peer's is absent.
        fields["\(prefix).type"] = item.episodeType
    }
}
