import FeedParsing
import PodcastModel

extension Episode {
    /// Makes the links in the show notes absolute, for nobody reads them beside the page they were written for (feed
    /// formats C2).
    ///
    /// They are relative to what the feed says, else to the page of the item, as a browser has it, else to one of
    /// `bases`. The description and the summary stay as they were written, for keys may be made of them: notes that
    /// come from them become the content.
    mutating func resolveLinks(of item: ParsedItem, bases: [String]) {
        let ofItem = [
            item.hasOtherTexts ? item.otherTexts.base : nil, item.originalLink, link,
            item.guidIsPermaLink ? item.guid : nil,
        ]
        let candidates = ofItem.compactMap { $0 } + bases
        guard !mayBeKeyedByNotes, let found = candidates.first(where: RelativeLinks.isBase) else { return }
        let base = found.withoutUserinfoInAddresses
        if let content, EpisodeText.hasNotes(content) {
            if let resolved = RelativeLinks.resolved(in: content, against: base) { self.content = resolved }
            return
        }
        for text in [description, summary] {
            guard let text, let resolved = RelativeLinks.resolved(in: text, against: base) else { continue }
            guard text == showNotes, EpisodeText.looksLikeHTML(text) else { continue }
            content = resolved
            return
        }
    }

    /// Whether the notes may be all that the key is made of: another text would make another episode of this one.
    private var mayBeKeyedByNotes: Bool {
        guid == nil && longDescription == nil && publishedRaw == nil && publishedAt == nil
    }
}
