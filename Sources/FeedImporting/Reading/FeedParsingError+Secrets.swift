import FeedParsing
import PodcastModel

extension FeedParsingError {
    /// The same error without what the document repeats of the request.
    func hiding(_ secrets: KnownSecrets) -> FeedParsingError {
        switch self {
        case .html(let title): .html(title: title.map(secrets.hidden))
        case .notOPML(let found): .notOPML(found: secrets.hidden(in: found))
        case .otherXML(let rootElement): .otherXML(rootElement: secrets.hidden(in: rootElement))
        case .json(let message): .json(message: message.map(secrets.hidden))
        case .unknownFormat(let beginning): .unknownFormat(beginning: secrets.hidden(in: beginning))
        case .malformed(let line, let detail): .malformed(line: line, detail: secrets.hidden(in: detail))
        case .empty, .opml, .sitemap, .playlist, .redirect, .binary, .compressed, .limitExceeded, .outOfMemory: self
        }
    }
}
