/// What a text is written in.
package enum ParsedTextType: String, Sendable, Equatable {
    /// The format does not say; RSS texts may be plain or HTML.
    case unspecified
    /// Plain text.
    case plain
    /// HTML, or XHTML that can be read as HTML.
    case html
}

/// Texts of items and channels from namespaces that few feeds use.
package struct ParsedOtherTexts: Sendable, Equatable {
    /// The media:title.
    package var mediaTitle: String?
    /// The media:description.
    package var mediaDescription: String?
    /// The googleplay:description.
    package var googlePlayDescription: String?
    /// The googleplay:author.
    package var googlePlayAuthor: String?
    /// The dc:title.
    package var dublinCoreTitle: String?
    /// The dc:description.
    package var dublinCoreDescription: String?
    /// The Atom summary of an item, or the Atom subtitle of a channel.
    package var atomSummary: String?
    /// What links in the texts of an item are relative to, where the feed says it: their xml:base.
    package var base: String?
}

/// Someone named in a feed with a mail address or a page.
package struct ParsedContact: Sendable, Equatable {
    /// The name.
    package var name: String?
    /// The mail address.
    package var email: String?
    /// The page.
    package var url: String?
    /// The picture, which only JSON Feed has.
    package var imageURL: String?

    /// Makes a value of its fields.
    package init(name: String? = nil, email: String? = nil, url: String? = nil, imageURL: String? = nil) {
        self.name = name
        self.email = email
        self.url = url
        self.imageURL = imageURL
    }

    /// The name and the address in a text such as "jane@example.org (Jane)" or "Jane <jane@example.org>"; nil for any
    /// other text, all of which is a name.
    package init?(mailbox text: String) {
        guard text.utf8.contains(0x40) else { return nil }
        let mailbox = ASCIIText.withBytes(of: text) { MailboxText($0) }
        guard let name = mailbox.name, let email = mailbox.email, mailbox.url == nil, !name.contains("@") else {
            return nil
        }
        let around = text.replacing(email, with: "").replacing(name, with: "").filter { !" \"".contains($0) }
        guard ["()", "<>", "[]"].contains(around) else { return nil }
        self.init(name: name, email: email)
    }

    /// Whether nothing is known.
    package var isEmpty: Bool {
        name == nil && email == nil && url == nil && imageURL == nil
    }
}

/// A category of an item or of an RSS or Atom channel.
package struct ParsedCategory: Sendable, Equatable {
    /// The category itself: the RSS text or the Atom term.
    package var text: String
    /// The RSS domain or Atom scheme.
    package var domain: String?
    /// The Atom label for people.
    package var label: String?

    /// Makes a value of its fields.
    package init(text: String, domain: String? = nil, label: String? = nil) {
        self.text = text
        self.domain = domain
        self.label = label
    }
}

/// The feed an item was taken from.
package struct ParsedSource: Sendable, Equatable {
    /// The title of that feed.
    package var title: String?
    /// The URL of that feed.
    package var url: String?
    /// The Atom id of that feed.
    package var id: String?

    /// Makes a value of its fields.
    package init(title: String? = nil, url: String? = nil, id: String? = nil) {
        self.title = title
        self.url = url
        self.id = id
    }
}

/// A link with a relation, as Atom writes it.
package struct ParsedLink: Sendable, Equatable {
    /// The relation, lower case; "alternate" when the feed gives none.
    package var rel: String
    /// The target.
    package var url: String
    /// The media type of the target.
    package var type: String?
    /// The title.
    package var title: String?
    /// The language of the target.
    package var language: String?
    /// The length of the target in bytes.
    package var length: Int64?

    /// Makes a value of its fields.
    package init(
        rel: String,
        url: String,
        type: String? = nil,
        title: String? = nil,
        language: String? = nil,
        length: Int64? = nil
    ) {
        self.rel = rel
        self.url = url
        self.type = type
        self.title = title
        self.language = language
        self.length = length
    }
}
