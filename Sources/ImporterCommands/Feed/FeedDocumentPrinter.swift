import PodcastModel

/// Prints a feed as JSON, episode by episode: the whole of it as one JSON value
/// would take several times the memory of the feed.
struct FeedDocumentPrinter {
    let document: FeedDocument

    /// Prints the document; on a terminal it is indented, and made at once.
    func print(on writer: OutputWriter) throws {
        guard !writer.output.isTerminal else { return try writer.document(document) }
        var head = document
        head.episodes = []
        // `episodes` is the last member, and empty here: "…,"episodes":[]}".
        let text = try JSONValue(encoding: head).text
        writer.part(String(text.dropLast(2)))
        for (index, episode) in document.episodes.enumerated() {
            let text = try JSONValue(encoding: episode).text
            writer.part(index == 0 ? text : "," + text)
        }
        writer.part("]}\n")
    }
}
