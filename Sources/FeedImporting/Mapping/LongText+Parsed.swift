import FeedParsing
import PodcastModel

extension LongText {
    /// The same text where it is: what is in a file stays there.
    init(parsed text: ParsedText) {
        switch text {
        case .memory(let text): self.init(text)
        case .file(let text): self.init(text)
        }
    }
}

extension TextInFile: TextElsewhere {}
