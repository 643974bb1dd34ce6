/// Elements of iTunes without their prefix, which some programs lose when they write it: SimpleXML makes `<explicit>`
/// of "itunes:explicit" (feed formats G).
///
/// They stand in for what the feed does not say otherwise, and are kept, too.
enum UnprefixedITunes {
    /// Takes what the open item keeps of them.
    static func settleItem(_ builder: inout FeedBuilder) {
        for element in builder.item.extensions where element.namespace.isEmpty {
            guard let text = element.value else { continue }
            ASCIIText.withBytes(of: text) { settleItem(element.name.lowercased(), $0, &builder) }
        }
    }

    private static func settleItem(_ name: String, _ text: FeedBuilder.Bytes, _ builder: inout FeedBuilder) {
        switch name {
        case "explicit" where builder.item.explicit == nil: builder.item.explicit = ExplicitFlag.parse(text)
        case "episode" where builder.item.itunesEpisode == nil: builder.item.itunesEpisode = PositiveInteger.parse(text)
        case "season" where builder.item.itunesSeason == nil: builder.item.itunesSeason = PositiveInteger.parse(text)
        case "episodetype" where builder.item.episodeType == nil:
            builder.item.episodeType = EpisodeTypeValue.parse(text).rawValue
        case "keywords" where builder.item.keywords.isEmpty: builder.addKeywords(text)
        case "subtitle" where builder.item.subtitle == nil: builder.item.subtitle = MarkupText.squashed(text)
        default: break
        }
    }

    /// Takes what the channel keeps of them.
    static func settleChannel(_ builder: inout FeedBuilder) {
        for element in builder.channel.extensions where element.namespace.isEmpty {
            let name = element.name.lowercased()
            if name == "owner", builder.channel.owner == nil { builder.channel.owner = owner(element) }
            guard let text = element.value else { continue }
            ASCIIText.withBytes(of: text) { settleChannel(name, $0, &builder) }
        }
    }

    private static func settleChannel(_ name: String, _ text: FeedBuilder.Bytes, _ builder: inout FeedBuilder) {
        switch name {
        case "explicit" where builder.channel.explicit == nil: builder.channel.explicit = ExplicitFlag.parse(text)
        case "type" where builder.channel.type == nil:
            builder.channel.type = ITunesTypeValue.parse(text)?.rawValue
        case "keywords" where builder.channel.keywords.isEmpty: builder.addKeywords(text)
        default: break
        }
    }

    /// The person that an element has the name and the address of.
    private static func owner(_ element: ParsedExtension) -> ParsedContact? {
        func text(_ name: String) -> String? {
            let value = element.children.first { $0.name.lowercased() == name && $0.namespace.isEmpty }?.value
            return value.map { MarkupText.name($0) }
        }
        let contact = ParsedContact(name: text("name"), email: text("email"))
        return contact.isEmpty ? nil : contact
    }
}
