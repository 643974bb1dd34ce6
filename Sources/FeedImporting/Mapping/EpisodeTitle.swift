import FeedParsing
import PodcastModel

/// What an episode without a title is called by: no item is dropped for lack of one (feed formats C1).
enum EpisodeTitle {
    /// Whether an episode has no title, and is called by something else of it.
    static func isMadeUp(of episode: Episode) -> Bool {
        episode.itunesTitle == nil && episode.rssTitle == nil && episode.title == makeUp(for: episode)
    }

    /// The beginning of the description, else the enclosure's file name, the link, or `Untitled`.
    static func makeUp(for episode: Episode) -> String {
        if let text = episode.description ?? episode.summary ?? episode.content {
            let beginning = beginning(of: text)
            if !beginning.isEmpty { return beginning }
        }
        if let url = episode.enclosures.first?.url, let name = fileName(of: url) { return name }
        return episode.link ?? "Untitled"
    }

    /// The first words of a text without its tags, at most 100 characters.
    private static func beginning(of html: String) -> String {
        var start = html.prefix(2000)
        // A tag that ends later is none of the words.
        if start.endIndex < html.endIndex, let tag = start.lastIndex(of: "<"), !start[tag...].contains(">") {
            start = start[..<tag]
        }
        let words = PlainText.line(ofHTML: String(start))
        guard words.count > 100 else { return words }
        let cut = words.prefix(100)
        let end = cut.lastIndex(of: " ") ?? cut.endIndex
        return cut[..<end] + "…"
    }

    private static func fileName(of url: String) -> String? {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let last = path.split(separator: "/").last, last.contains(".") else { return nil }
        // "%00" and the like are no characters of a title.
        let scalars = String(last).percentDecoded.unicodeScalars.filter { $0.value >= 0x20 }
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
    }
}
