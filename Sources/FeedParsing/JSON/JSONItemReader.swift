/// Reads the items of a JSON Feed.
struct JSONItemReader {
    typealias Failure = JSONScanner.Failure

    let configuration: FeedParserConfiguration
    let values: JSONValueReader

    init(configuration: FeedParserConfiguration, base: String?) {
        self.configuration = configuration
        values = JSONValueReader(configuration: configuration, base: base)
    }

    /// The keys of an item.
    private static let keys: Set = [
        "id", "url", "external_url", "title", "content_html", "content_text", "summary", "image", "banner_image",
        "date_published", "date_modified", "author", "authors", "tags", "language", "attachments",
    ]

    /// Whether an object is next that is an item, and not a list of items under numbers or ids.
    ///
    /// The first member tells that can be in only one of them: an id may be a word, `"title":{…}`, and an item may
    /// begin with a key that nobody knows.
    static func isItem(_ scanner: JSONScanner) -> Bool {
        var isItem: Bool?
        var ahead = scanner
        // It is looked at only: what is damaged fails again, and is told of, when it is read.
        try? ahead.object { scanner, key throws(Failure) in
            if try scanner.peek() != 0x7B {
                if keys.contains(key) { isItem = true }
                if !key.isEmpty, key.utf8.allSatisfy(ASCIIText.isDigit) { isItem = false }
            } else if objectKeys.contains(key) {
                isItem = true
            } else if !key.hasPrefix("_") {
                isItem = false
            }
            if isItem != nil { throw .limit }
            try scanner.skip()
        }
        return isItem ?? false
    }

    /// The keys of an item whose values may be objects: PHP numbers lists so.
    private static let objectKeys: Set = ["author", "authors", "attachments"]

    /// Reads an item; `{` is next.
    func read(_ scanner: inout JSONScanner) throws(Failure) -> ParsedItem {
        var item = ParsedItem()
        var plain: String?
        var banner: String?
        try scanner.object { scanner, key throws(Failure) in
            switch key {
            case "id": item.guid = try values.text(key, &scanner, &item.extensions)
            case "url": item.link = try values.url(key, &scanner, &item.extensions)
            case "external_url":
                guard let url = try values.url(key, &scanner, &item.extensions) else { return }
                guard scanner.allowance.take(Allowance.Weight.link) else { return }
                item.links.append(
                    ParsedLink(rel: "related", url: url, type: nil, title: nil, language: nil, length: nil)
                )
            case "title": item.title = try values.name(key, &scanner, &item.extensions)
            case "content_html": item.content = try values.text(key, &scanner, &item.extensions)
            case "content_text": plain = try values.text(key, &scanner, &item.extensions)
            case "summary": item.summary = try values.text(key, &scanner, &item.extensions)
            case "image": item.artworkURL = try values.url(key, &scanner, &item.extensions)
            case "banner_image": banner = try values.url(key, &scanner, &item.extensions)
            case "date_published":
                item.publishedRaw = try values.text(key, &scanner, &item.extensions)
                item.publishedAt = item.publishedRaw.flatMap { values.date($0, &scanner) }
            case "date_modified":
                item.updatedRaw = try values.text(key, &scanner, &item.extensions)
                item.updatedAt = item.updatedRaw.flatMap { values.date($0, &scanner) }
                if item.updatedAt == nil, let raw = item.updatedRaw { values.keep(key, raw, &item.extensions) }
            case "author", "authors": item.authors += try authors(&scanner, &item.extensions)
            case "tags": item.keywords = try values.names(key, &scanner, &item.extensions)
            case "language":
                item.language = try values.value(key, &scanner, &item.extensions) { $0.text.flatMap(LanguageTag.parse) }
            case "attachments": try readAttachments(&scanner, into: &item)
            default: try values.keep(key, &scanner, &item.extensions)
            }
        }
        Self.complete(&item, plain: plain, banner: banner)
        return item
    }

    /// Decides what only all members of an item together can decide.
    ///
    /// - Parameters:
    ///   - item: what was read of it.
    ///   - plain: its `content_text`.
    ///   - banner: its `banner_image`.
    private static func complete(_ item: inout ParsedItem, plain: String?, banner: String?) {
        if item.content != nil {
            item.contentType = .html
            item.description = plain
        } else {
            item.content = plain
            item.contentType = .plain
        }
        // What was changed was published no later, as in Atom. Without an id a key is made of the date, which would
        // change.
        if item.guid != nil, item.publishedRaw == nil, let modified = item.updatedAt {
            item.publishedAt = modified
            item.publishedRaw = item.updatedRaw
        }
        item.durationSeconds = item.fileDuration
        if item.artworkURL != nil, let banner { item.extensions.append(JSONFeedReader.text("banner_image", banner)) }
        if item.artworkURL == nil { item.artworkURL = banner ?? item.enclosures.first(where: \.isImage)?.url }
    }

    /// The authors of 1.1, or the one author of 1.0; keys of them that are not known are kept.
    func authors(
        _ scanner: inout JSONScanner,
        _ kept: inout [ParsedExtension]
    ) throws(Failure) -> [ParsedContact] {
        var list: [ParsedContact] = []
        try scanner.array { scanner throws(Failure) in
            var contact = ParsedContact()
            var others: [ParsedExtension] = []
            switch try scanner.peek() {
            case 0x22: contact.name = try values.name("name", &scanner, &others)
            case 0x7B:
                try scanner.object { scanner, key throws(Failure) in
                    switch key {
                    case "name": contact.name = try values.name(key, &scanner, &others)
                    case "url": contact.url = try values.url(key, &scanner, &others)
                    case "avatar": contact.imageURL = try values.url(key, &scanner, &others)
                    case "email": contact.email = try values.text(key, &scanner, &others)
                    default: try values.keep(key, &scanner, &others)
                    }
                }
            default: try values.keepMisfit("name", &scanner, &others)
            }
            for node in others where kept.count < configuration.maximumListEntries {
                kept.append(node.inside("authors"))
            }
            guard !contact.isEmpty, list.count < configuration.maximumListEntries,
                scanner.allowance.take(Allowance.Weight.entry)
            else { return }
            list.append(contact)
        }
        return list
    }

    private func readAttachments(_ scanner: inout JSONScanner, into item: inout ParsedItem) throws(Failure) {
        try scanner.array { scanner throws(Failure) in
            let start = scanner.position
            var address: String?
            var type: String?
            var title: String?
            var length: Int64?
            var duration: Int?
            var kept: [ParsedExtension] = []
            try scanner.object { scanner, key throws(Failure) in
                switch key {
                case "url": address = try values.url(key, &scanner, &kept)
                case "mime_type": type = try values.text(key, &scanner, &kept)
                case "title": title = try values.name(key, &scanner, &kept)
                case "size_in_bytes":
                    length = try values.value(key, &scanner, &kept) { $0.integer }.flatMap { $0 > 0 ? $0 : nil }
                case "duration_in_seconds": duration = try values.duration(key, &scanner, &kept)
                default: try values.keep(key, &scanner, &kept)
                }
            }
            guard let address else {
                // Without an address there is nothing to play: all of it is kept as it was written.
                scanner.position = start
                return try values.keepMisfit("attachments", &scanner, &item.extensions)
            }
            for node in kept where item.extensions.count < configuration.maximumListEntries {
                item.extensions.append(node.inside("attachments"))
            }
            let media = MediaType(type, url: address)
            let enclosure = ParsedEnclosure(
                url: address,
                length: length,
                type: media.text,
                typeIsGuessed: media.isGuessed,
                origin: .attachment,
                title: title,
                durationSeconds: duration
            )
            if let known = item.enclosures.firstIndex(where: { $0.url == address }) {
                item.enclosures[known].fill(from: enclosure)
            } else {
                guard item.enclosures.count < configuration.maximumDistinctEntries,
                    scanner.allowance.take(Allowance.Weight.entry)
                else { return }
                item.enclosures.append(enclosure)
            }
        }
    }
}
