import PodcastModel

/// The tags that PSP-1 recommends and a podcast lacks (feed formats M).
///
/// What it requires is among the warnings of the document; a tag that is only
/// recommended is no defect, and named in the report for people alone.
struct RecommendedTags {
    /// One sentence for each tag that is missing.
    let missing: [String]

    init(_ document: FeedDocument) {
        guard document.isPodcastInRSS else {
            missing = []
            return
        }
        let podcast = document.podcast
        var list: [String] = []
        if podcast.locked == nil { list.append("the channel has no <podcast:locked>") }
        if podcast.guid == nil { list.append("the channel has no <podcast:guid>") }
        if podcast.author == nil { list.append("the channel has no <itunes:author>") }
        let tags: [(String, (Episode) -> Bool)] = [
            ("<link>", { $0.link == nil }), ("<pubDate>", { $0.publishedRaw == nil }),
            ("<description>", { $0.description == nil }), ("<itunes:duration>", { $0.durationSeconds == nil }),
            ("<itunes:image>", { $0.artworkURL == nil }), ("<itunes:explicit>", { $0.explicit == nil }),
            ("<podcast:transcript>", { $0.transcripts.isEmpty }),
        ]
        let total = document.episodes.count
        for (tag, isMissing) in tags {
            let count = document.episodes.reduce(0) { $0 + (isMissing($1) ? 1 : 0) }
            guard count > 0 else { continue }
            list.append(count == total ? "no item has \(tag)" : "\(count) of \(total) items have no \(tag)")
        }
        missing = list
    }
}

extension FeedDocument {
    /// Whether this is a podcast in the format PSP-1 is about, and not a blog.
    var isPodcastInRSS: Bool {
        guard format.hasPrefix("rss") else { return false }
        return podcast.guid != nil || podcast.type != nil || podcast.explicit != nil
            || episodes.contains { episode in
                episode.enclosures.contains {
                    $0.type?.hasPrefix("audio/") == true || $0.type?.hasPrefix("video/") == true
                }
            }
    }
}
