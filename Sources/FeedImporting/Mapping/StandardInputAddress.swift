import Crypto
import PodcastModel

/// The address under which a document from standard input is stored.
enum StandardInputAddress {
    /// `stdin:` and a digest of what the document says of itself.
    ///
    /// Standard input has no address of its own, and two different documents
    /// must never mix: so each is known by its own address, guid, id, link or title.
    static func make(of podcast: Podcast) -> String {
        let name = podcast.selfURL ?? podcast.guid ?? podcast.id ?? podcast.link ?? podcast.title ?? ""
        return "stdin:" + HexText.lowercase(SHA256.hash(data: Array(name.utf8)).prefix(16))
    }
}
