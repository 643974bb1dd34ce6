import FeedParsing
import PodcastModel

extension Episode {
    /// Makes the links in the show notes absolute, for nobody reads them beside the page they were written for, and
    /// takes markup that was escaped twice for the markup that it is (feed formats C2).
    ///
    /// Links are relative to what the feed says, else to the page of the item, as a browser has it, else to one of
    /// `bases`. The description and the summary stay as they were written, for keys may be made of them: notes that
    /// come from them become the content.
    mutating func mendNotes(of item: ParsedItem, bases: [String]) {
        guard !mayBeKeyedByNotes else { return }
        if let content {
            // What was plain text was escaped here, and speaks of its tags.
            let markup = item.contentType == .plain ? nil : EscapedMarkup.content(of: content)
            if let mended = resolved(markup ?? content, of: item, bases: bases) ?? markup {
                self.content = mended
                return
            }
            if EpisodeText.hasNotes(content) { return }
        }
        for text in [description, summary] {
            guard let text else { continue }
            let markup = EscapedMarkup.content(of: text)
            guard let mended = resolved(markup ?? text, of: item, bases: bases) ?? markup, text == showNotes,
                markup != nil || EpisodeText.looksLikeHTML(text)
            else { continue }
            content = mended
            return
        }
    }

    /// A text with absolute links; nil if there is nothing to change, as in most.
    private func resolved(_ text: String, of item: ParsedItem, bases: [String]) -> String? {
        RelativeLinks.resolved(in: text) {
            let ofItem = [
                item.hasOtherTexts ? item.otherTexts.base : nil, item.originalLink, link,
                item.guidIsPermaLink ? item.guid : nil,
            ]
            let candidates = (ofItem.compactMap(\.self) + bases).filter(RelativeLinks.isBase)
            return (candidates.first { !Self.isRedirect($0) } ?? candidates.first)?.withoutUserinfoInAddresses
        }
    }

    /// Whether an address is one of FeedBurner, which redirects to the page from whatever host: what links on the page
    /// are relative to is not there.
    private static func isRedirect(_ address: String) -> Bool {
        AddressParts.afterScheme(AddressText.trimmed(address)).map { AddressParts($0).path.starts(with: "/~r/".utf8) }
            ?? false
    }

    /// Whether the notes may be all that the key is made of: another text would make another episode of this one.
    private var mayBeKeyedByNotes: Bool {
        guid == nil && longDescription == nil && publishedRaw == nil && publishedAt == nil
    }
}
