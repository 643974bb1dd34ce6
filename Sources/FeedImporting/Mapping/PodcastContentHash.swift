import PodcastModel

/// Recognises a channel that says the same as last time.
enum PodcastContentHash {
    /// XXH64 over every field but the two build dates: many generators write
    /// the time of the request there, and nothing else changes.
    static func make(of podcast: Podcast) -> UInt64 {
        var content = podcast
        content.lastBuildAt = nil
        content.publishedAt = nil
        var digest = ContentDigest()
        do {
            digest.update(try JSONValue(encoding: content).text)
        } catch {
            // Our own values always encode; were one not to, the channel
            // counts as changed, which costs a write and loses nothing.
            digest.update(podcast.title ?? "")
        }
        return digest.finalize()
    }
}
