import FeedParsing
import PodcastModel

/// What an item says that has no field of its own.
extension Episode {
    /// Puts what has no field of its own beside the unknown elements, under
    /// the namespace it came from: nothing that was published is lost.
    mutating func keepLeftovers(of item: ParsedItem) {
        var leftovers = Leftovers()
        let other = item.hasOtherTexts ? item.otherTexts : nil
        leftovers.add("title", item.title == nil ? nil : other?.dublinCoreTitle, in: .dublinCore)
        leftovers.add("description", item.descriptionText == nil ? nil : other?.dublinCoreDescription, in: .dublinCore)
        keepPeople(of: item, other, in: &leftovers)
        leftovers.add("language", item.language, in: .dublinCore)
        if !item.extensions.contains(where: { $0.value == item.rights }) {
            leftovers.add("rights", item.rights, in: .dublinCore)
        }
        for category in item.categories where category.hasMoreThanAName {
            leftovers.add(MarkupElement(parsed: category), in: .rss)
        }
        leftovers.add("id", item.source?.id, in: .atom)
        leftovers.add("origLink", item.originalLink, in: .feedburner)
        for enclosure in item.enclosures { leftovers.add(MarkupElement(parsed: enclosure), in: .atom) }
        leftovers.add("title", other?.mediaTitle, in: .media)
        let notes = item.contentText == nil ? content : nil
        if let text = other?.mediaDescription, text != description, text != notes {
            leftovers.add("description", text, in: .media)
        }
        for content in item.mediaContents { leftovers.add(MarkupElement(parsed: content), in: .media) }
        if let text = other?.atomSummary, text != summary { leftovers.add("summary", text, in: .atom) }
        if let text = other?.googlePlayDescription, text != summary, text != notes {
            leftovers.add("description", text, in: .googlePlay)
        }
        // What podcast:season and podcast:episode took the place of.
        if item.itunesSeason != season?.number {
            leftovers.add("season", item.itunesSeason.map(String.init), in: .itunes)
        }
        if item.itunesEpisode.map(Double.init) != episode?.number {
            leftovers.add("episode", item.itunesEpisode.map(String.init), in: .itunes)
        }
        leftovers.add("order", item.order.map(String.init), in: .itunes)
        leftovers.add("isClosedCaptioned", item.isClosedCaptioned ? "yes" : nil, in: .itunes)
        for link in item.links { leftovers.add(MarkupElement(parsed: link), in: .atom) }
        leftovers.join(&extensions)
    }

    /// One author is shown; the others, and what is known of them all, stay.
    private func keepPeople(of item: ParsedItem, _ other: ParsedOtherTexts?, in leftovers: inout Leftovers) {
        if item.itunesAuthor != nil {
            for creator in item.creators where creator != author { leftovers.add("creator", creator, in: .dublinCore) }
        } else {
            for creator in item.creators.dropFirst() where isAnotherAddressOfAuthor(creator) {
                leftovers.add("creator", creator, in: .dublinCore)
            }
        }
        for contact in item.authors { keep(contact, in: &leftovers) }
        for contact in item.contributors { keep(contact, in: &leftovers) }
        leftovers.add("author", other?.googlePlayAuthor, in: .googlePlay)
    }

    /// Whether a creator is no contributor, for the name is the author's, and has an address that is not shown.
    private func isAnotherAddressOfAuthor(_ creator: String) -> Bool {
        guard let contact = ParsedContact(mailbox: creator) else { return false }
        return contact.isMeant(by: author, authorEmail) && contact.email != authorEmail
    }

    /// Keeps a contact of which more is known than is shown: all but the author are contributors, which have no
    /// picture.
    private func keep(_ contact: ParsedContact, in leftovers: inout Leftovers) {
        let isTold =
            contact.isMeant(by: author, authorEmail)
            ? contact.isTold(by: author, authorEmail) : contact.imageURL == nil
        if !isTold { leftovers.add(MarkupElement(named: "author", contact), in: .atom) }
    }
}
