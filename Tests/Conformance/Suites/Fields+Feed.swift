import FeedParsing

extension Fields {
    /// Sets what is known of a media file, leaving out a type we guessed.
    ///
    /// Suites list the files in the order of the document; the episode made
    /// from the item has the one to play first (feed formats C4).
    mutating func set(_ name: String, _ enclosure: ParsedEnclosure) {
        self["\(name).url"] = enclosure.url
        self["\(name).length"] = enclosure.length.map { String($0) }
        self["\(name).type"] = enclosure.typeIsGuessed ? nil : enclosure.type
    }

    /// Sets the list of links a suite expects, each looked up by its relation:
    /// podimport keeps them by purpose and not in the order of the document.
    mutating func setLinks(_ name: String, from links: [ParsedLink], asIn expected: Fields) {
        var index = 0
        while expected.hasElement("\(name)[\(index)]") {
            let entry = "\(name)[\(index)]"
            index += 1
            let rel = expected["\(entry).rel"]?.lowercased() ?? "alternate"
            let found = links.filter { $0.rel == rel }
            guard let link = found.first(where: { $0.url == expected["\(entry).href"] }) ?? found.first else {
                continue
            }
            self["\(entry).href"] = link.url
            self["\(entry).rel"] = expected["\(entry).rel"]
            self["\(entry).type"] = link.type
            self["\(entry).title"] = link.title
            self["\(entry).hreflang"] = link.language
            self["\(entry).length"] = link.length.map { String($0) }
        }
    }

    /// Sets people as Atom names them.
    mutating func set(_ name: String, each contacts: [ParsedContact]) {
        for (index, contact) in contacts.enumerated() {
            self["\(name)[\(index)].name"] = contact.name
            self["\(name)[\(index)].email"] = contact.email
            self["\(name)[\(index)].uri"] = contact.url
        }
    }

    /// Sets a list in the order the suite expects, what it does not name last:
    /// the readers gather categories from several elements in different orders.
    mutating func set(_ name: String, each list: [String], inOrderOf expected: Fields) {
        var (rest, sorted, index) = (list, [String](), 0)
        while let wanted = expected["\(name)[\(index)]"] {
            if let found = rest.firstIndex(of: wanted) { sorted.append(rest.remove(at: found)) }
            index += 1
        }
        set(name, each: sorted + rest)
    }

    private func hasElement(_ name: String) -> Bool {
        values.keys.contains { $0.hasPrefix("\(name).") }
    }
}

extension ParsedChannel {
    /// Every link of the channel with its relation.
    var allLinks: [ParsedLink] {
        let byPurpose = [
            ("alternate", link), ("self", selfURL), ("next", nextPageURL), ("prev-archive", previousArchiveURL),
            ("current", currentURL),
        ]
        return byPurpose.compactMap { rel, url in url.map { ParsedLink(rel: rel, url: $0) } }
            + hubURLs.map { ParsedLink(rel: "hub", url: $0) } + links
    }
}

extension ParsedItem {
    /// Every link of the item with its relation.
    var allLinks: [ParsedLink] {
        let page = link.map { [ParsedLink(rel: "alternate", url: $0)] } ?? []
        let files = enclosures.map {
            ParsedLink(
                rel: "enclosure",
                url: $0.url,
                type: $0.typeIsGuessed ? nil : $0.type,
                title: $0.title,
                length: $0.length
            )
        }
        let replies = commentsURL.map { [ParsedLink(rel: "replies", url: $0)] } ?? []
        return page + files + replies + links
    }
}

extension ParsedContact {
    /// The person as RSS writes one: `a@b (Name)`.
    var mailboxText: String? {
        guard let email, let name, name != email else { return email ?? name }
        return "\(email) (\(name))"
    }
}
