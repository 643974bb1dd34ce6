/// Reads the items of a JSON Feed, and values that items and feeds share.
struct JSONItemReader {
    typealias Failure = JSONScanner.Failure

    let configuration: FeedParserConfiguration
    let base: String?
    let extensions = JSONExtensionReader()

    /// Reads an item; `{` is next.
    func read(_ scanner: inout JSONScanner) throws(Failure) -> ParsedItem {
        var item = ParsedItem()
        var plain: String?
        var banner: String?
        try scanner.object { scanner, key throws(Failure) in
            switch key {
            case "id": item.guid = try scanner.scalar()?.text
            case "url": item.link = try url(&scanner)
            case "external_url":
                guard let url = try url(&scanner) else { return }
                guard scanner.allowance.take(Allowance.Weight.link) else { return }
                item.links.append(
                    ParsedLink(rel: "related", url: url, type: nil, title: nil, language: nil, length: nil)
                )
            case "title": item.title = try line(&scanner)
            case "content_html": item.content = try scanner.scalar()?.text
            case "content_text": plain = try scanner.scalar()?.text
            case "summary": item.summary = try scanner.scalar()?.text
            case "image": item.artworkURL = try url(&scanner)
            case "banner_image": banner = try url(&scanner)
            case "date_published":
                item.publishedRaw = try scanner.scalar()?.text
                item.publishedAt = item.publishedRaw.flatMap(FeedDate.parse)
            case "date_modified":
                item.updatedRaw = try scanner.scalar()?.text
                item.updatedAt = item.updatedRaw.flatMap(FeedDate.parse)
            case "author", "authors": item.authors += try authors(&scanner)
            case "tags": item.keywords = try texts(&scanner)
            case "language": item.language = try scanner.scalar()?.text.flatMap(LanguageTag.parse)
            case "attachments": try readAttachments(&scanner, into: &item)
            default:
                guard item.extensions.count < configuration.maximumListEntries else { return try scanner.skip() }
                if let node = try extensions.node(key, &scanner) { item.extensions.append(node) }
            }
        }
        if item.content != nil {
            item.contentType = .html
            item.description = plain
        } else {
            item.content = plain
            item.contentType = .plain
        }
        if item.artworkURL != nil, let banner { item.extensions.append(JSONFeedReader.text("banner_image", banner)) }
        if item.artworkURL == nil { item.artworkURL = banner ?? item.enclosures.first(where: \.isImage)?.url }
        return item
    }

    // MARK: Shared values

    /// A text on one line.
    func line(_ scanner: inout JSONScanner) throws(Failure) -> String? {
        try scanner.scalar()?.text.map(MarkupText.squashed)
    }

    /// A URL made absolute.
    func url(_ scanner: inout JSONScanner) throws(Failure) -> String? {
        try scanner.scalar()?.text.flatMap { URLReference.resolved($0, against: base) }
    }

    /// A list of texts, or a single one.
    func texts(_ scanner: inout JSONScanner) throws(Failure) -> [String] {
        var list: [String] = []
        try scanner.array { scanner throws(Failure) in
            guard let text = try scanner.scalar()?.text, list.count < configuration.maximumListEntries,
                scanner.allowance.take(Allowance.Weight.word)
            else { return }
            list.append(text)
        }
        return list
    }

    /// The authors of 1.1, or the one author of 1.0.
    func authors(_ scanner: inout JSONScanner) throws(Failure) -> [ParsedContact] {
        var list: [ParsedContact] = []
        try scanner.array { scanner throws(Failure) in
            var contact = ParsedContact()
            if try scanner.peek() == 0x22 {
                contact.name = try line(&scanner)
            } else {
                try scanner.object { scanner, key throws(Failure) in
                    switch key {
                    case "name": contact.name = try line(&scanner)
                    case "url": contact.url = try url(&scanner)
                    case "avatar": contact.imageURL = try url(&scanner)
                    case "email": contact.email = try scanner.scalar()?.text
                    default: try scanner.skip()
                    }
                }
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
            var address: String?
            var type: String?
            var title: String?
            var length: Int64?
            var duration: Int?
            try scanner.object { scanner, key throws(Failure) in
                switch key {
                case "url": address = try url(&scanner)
                case "mime_type": type = try scanner.scalar()?.text
                case "title": title = try line(&scanner)
                case "size_in_bytes": length = try scanner.scalar()?.integer.flatMap { $0 > 0 ? $0 : nil }
                case "duration_in_seconds":
                    let value = try scanner.scalar()
                    duration = value?.integer.flatMap { $0 > 0 ? Int($0) : nil }
                    if let text = value?.text, value?.integer == nil {
                        duration = ASCIIText.withBytes(of: text, EpisodeDuration.parse)
                    }
                default:
                    guard let node = try extensions.node(key, &scanner) else { return }
                    item.extensions.append(node.inside("attachments"))
                }
            }
            guard let address, item.enclosures.count < configuration.maximumDistinctEntries,
                !item.enclosures.contains(where: { $0.url == address }),
                scanner.allowance.take(Allowance.Weight.entry)
            else { return }
            let media = MediaType(type, url: address)
            item.enclosures.append(
                ParsedEnclosure(
                    url: address,
                    length: length,
                    type: media.text,
                    typeIsGuessed: media.isGuessed,
                    origin: .attachment,
                    title: title,
                    durationSeconds: duration
                )
            )
            if item.durationSeconds == nil { item.durationSeconds = duration }
        }
    }
}

/// Keeps values that JSON Feed does not define, as trees like those of unknown
/// elements.
struct JSONExtensionReader {
    /// Reads any value under a key.
    ///
    /// The entries of an array are its children, each with the key as its name.
    ///
    /// - Returns: The value as a tree; nil when there are enough of them.
    func node(_ key: String, _ scanner: inout JSONScanner) throws(JSONScanner.Failure) -> ParsedExtension? {
        guard scanner.treeBudget > 0, scanner.allowance.take(Allowance.Weight.extensionNode) else {
            scanner.treeBudget = 0
            try scanner.skip()
            return nil
        }
        scanner.treeBudget -= 1
        var node = ParsedExtension(namespace: JSONFeedReader.extensionNamespace, name: key, value: nil)
        switch try scanner.peek() {
        case 0x7B:
            try scanner.object { scanner, name throws(JSONScanner.Failure) in
                if let child = try self.node(name, &scanner) { node.children.append(child) }
            }
        case 0x5B:
            try scanner.array { scanner throws(JSONScanner.Failure) in
                if let child = try self.node(key, &scanner) { node.children.append(child) }
            }
        default:
            node.value = try scanner.scalar()?.text
        }
        return node
    }
}

extension ParsedExtension {
    /// The value inside one of another key.
    func inside(_ key: String) -> ParsedExtension {
        ParsedExtension(namespace: namespace, name: key, children: [self])
    }
}
