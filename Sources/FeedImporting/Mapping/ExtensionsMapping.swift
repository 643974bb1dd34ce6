import FeedParsing
import PodcastModel

extension Extensions {
    /// Sorts the elements that nothing read by their namespaces.
    init(parsed elements: [ParsedExtension]) {
        self = [:]
        for element in elements {
            self[element.namespace, default: []].append(MarkupElement(parsed: element))
        }
    }
}

extension MarkupElement {
    init(parsed: ParsedExtension) {
        self.init(
            name: parsed.name,
            value: parsed.value,
            attributes: Dictionary(parsed.attributes.map { ($0.name, $0.value) }) { first, _ in first },
            children: parsed.children.map(MarkupElement.init(parsed:))
        )
    }

    init(parsed content: ParsedMediaContent) {
        self.init(
            name: "content",
            attributes: [
                "url": content.url, "fileSize": content.fileSize.map(String.init), "type": content.type,
                "medium": content.medium, "isDefault": content.isDefault ? "true" : nil,
                "expression": content.expression, "bitrate": content.bitrate.map { JSONValue.number($0).text },
                "framerate": content.framerate.map { JSONValue.number($0).text },
                "samplingrate": content.samplingrate.map { JSONValue.number($0).text },
                "channels": content.channels.map(String.init), "duration": content.durationSeconds.map(String.init),
                "width": content.width.map(String.init), "height": content.height.map(String.init),
                "lang": content.language,
            ].compactMapValues { $0 }
        )
    }

    init(parsed link: ParsedLink) {
        self.init(
            name: "link",
            attributes: [
                "rel": link.rel, "href": link.url, "type": link.type, "title": link.title, "hreflang": link.language,
                "length": link.length.map(String.init),
            ].compactMapValues { $0 }
        )
    }
}

extension MarkupElement {
    init(parsed category: ParsedCategory) {
        self.init(
            name: "category",
            value: category.text,
            attributes: ["domain": category.domain, "label": category.label].compactMapValues { $0 }
        )
    }

    /// What a file is called and how long it is, as Atom links and JSON attachments say it; nil when they do not.
    ///
    /// Media RSS says it in elements of its own, which are kept as such.
    init?(parsed enclosure: ParsedEnclosure) {
        let title = enclosure.origin == .mediaContent ? nil : enclosure.title
        let duration = enclosure.origin == .attachment ? enclosure.durationSeconds : nil
        guard title != nil || duration != nil else { return nil }
        self.init(
            name: "link",
            attributes: [
                "rel": "enclosure", "href": enclosure.url, "title": title, "duration": duration.map(String.init),
            ]
            .compactMapValues { $0 }
        )
    }

    init(named name: String, _ contact: ParsedContact) {
        self.init(
            name: name,
            attributes: [
                "name": contact.name, "email": contact.email, "uri": contact.url, "avatar": contact.imageURL,
            ].compactMapValues { $0 }
        )
    }
}

extension ParsedCategory {
    /// Whether the name that is shown is not all of it.
    var hasMoreThanAName: Bool { domain != nil || (label != nil && label != text) }
}

extension ParsedContact {
    /// Whether this is the author that is shown, by the name or, without one, by the address.
    func isMeant(by author: String?, _ authorEmail: String?) -> Bool {
        guard let name else { return email.map { $0 == author || $0 == authorEmail } ?? (url == nil) }
        return name == author || name.lowercased() == author?.lowercased()
    }

    /// Whether the author that is shown, and the address beside it, say all there is to know.
    func isTold(by author: String?, _ authorEmail: String?) -> Bool {
        url == nil && imageURL == nil && (name == nil || name == author) && (email == nil || email == authorEmail)
    }

    /// The address of the author that is shown: beside a name stands its own address, or one without a name, and
    /// nobody else's.
    static func email(of author: String?, among contacts: [ParsedContact]) -> String? {
        guard let author else { return contacts.lazy.compactMap(\.email).first }
        var unnamed: String?
        for contact in contacts {
            guard let email = contact.email else { continue }
            if let name = contact.name {
                if name.lowercased() == author.lowercased() { return email }
            } else if email == author {
                return email
            } else {
                unnamed = unnamed ?? email
            }
        }
        return unnamed
    }
}

/// Values that were read but have no field of their own in the model.
struct Leftovers {
    /// The namespaces such values come from.
    enum Namespace: String {
        case atom = "http://www.w3.org/2005/Atom"
        case dublinCore = "http://purl.org/dc/elements/1.1/"
        case feedburner = "http://rssnamespace.org/feedburner/ext/1.0"
        case googlePlay = "http://www.google.com/schemas/play-podcasts/1.0"
        case history = "http://purl.org/syndication/history/1.0"
        case itunes = "http://www.itunes.com/dtds/podcast-1.0.dtd"
        case media = "http://search.yahoo.com/mrss/"
        case podcast = "https://podcastindex.org/namespace/1.0"
        case rawVoice = "http://www.rawvoice.com/rawvoiceRssModule/"
        case rss = ""
        case spotify = "http://www.spotify.com/ns/rss"
        case syndication = "http://purl.org/rss/1.0/modules/syndication/"
    }

    private(set) var elements: Extensions = [:]

    mutating func add(_ name: String, _ value: String?, in namespace: Namespace) {
        guard let value else { return }
        add(MarkupElement(name: name, value: value), in: namespace)
    }

    mutating func add(_ element: MarkupElement?, in namespace: Namespace) {
        guard let element else { return }
        elements[namespace.rawValue, default: []].append(element)
    }

    /// Puts them behind elements that were kept as they were written, but for those that one of these tells: it was
    /// kept for an attribute that nothing reads, with all the others it has.
    func join(_ extensions: inout Extensions) {
        for (namespace, others) in elements {
            guard let kept = extensions[namespace] else {
                extensions[namespace] = others
                continue
            }
            // However many there are, few are compared.
            let compared = kept.prefix(Self.maximumCompared)
            extensions[namespace] = kept + others.filter { other in !compared.contains { other.isTold(by: $0) } }
        }
    }

    private static let maximumCompared = 32
}

extension MarkupElement {
    /// Whether this element says nothing but by its attributes, and nothing that another one with its name does not
    /// say.
    fileprivate func isTold(by other: MarkupElement) -> Bool {
        name == other.name && value == nil && children.isEmpty && !attributes.isEmpty
            && attributes.allSatisfy { other.attributes[$0.key] == $0.value }
    }
}
