/// The Google Play podcast namespace of old feeds (feed formats G).
enum GooglePlayNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        guard scope == .item || scope == .channel else { return .unread }
        switch name {
        case .author, .explicit, .block:
            return .text
        case .description:
            return .markup
        case .image:
            guard let address = builder.url(attributes.address(.href, .url, .src)) else { return .text }
            builder.chooseArtwork(address, rank: rank(scope))
            return .skipped
        case .email where scope == .channel, .newFeedURL where scope == .channel, .newfeedurl where scope == .channel:
            return .text
        case .category where scope == .channel:
            return ITunesCategories.begin(attributes, isGooglePlay: true, &builder)
        default:
            return .unread
        }
    }

    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .explicit:
            builder.chooseExplicit(field, rank: 1)
            field.leave()
        case .image: builder.chooseArtwork(builder.address(field), rank: rank(scope))
        default:
            if scope == .item {
                endInItem(name, field, &builder)
            } else {
                endInChannel(name, field, &builder)
            }
        }
    }

    private static func endInItem(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .author:
            if builder.item.otherTexts.googlePlayAuthor == nil {
                builder.item.otherTexts.googlePlayAuthor = field.person
            }
        case .description:
            if builder.item.otherTexts.googlePlayDescription == nil {
                builder.item.otherTexts.googlePlayDescription = field.notes
            }
        case .block: if YesFlag.take(field) { builder.item.block = true }
        default: break
        }
    }

    private static func endInChannel(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .author:
            if builder.channel.otherTexts.googlePlayAuthor == nil {
                builder.channel.otherTexts.googlePlayAuthor = field.person
            }
        case .description:
            if builder.channel.otherTexts.googlePlayDescription == nil {
                builder.channel.otherTexts.googlePlayDescription = field.notes
            }
        case .block: if YesFlag.take(field) { builder.channel.block = true }
        case .email:
            guard builder.parts.lasting.googlePlayEmail == nil else { return }
            builder.parts.lasting.googlePlayEmail = MailboxText.address(field)
        case .newFeedURL, .newfeedurl:
            guard builder.parts.lasting.googlePlayNewFeedURL == nil else { return }
            builder.parts.lasting.googlePlayNewFeedURL = builder.wholeAddress(field)
        default: break
        }
    }

    private static func rank(_ scope: Scope) -> UInt8 {
        scope == .item ? ArtworkRank.googlePlay : ArtworkRank.channelGooglePlay
    }

    /// Fills what iTunes left open, when the document has ended.
    ///
    /// What iTunes says better stays among the extensions.
    static func finish(_ builder: inout FeedBuilder) {
        if let email = builder.parts.lasting.googlePlayEmail {
            if builder.channel.owner == nil {
                builder.channel.owner = ParsedContact(email: email)
            } else if builder.channel.owner?.email != email {
                builder.keep("email", email, in: .googlePlay)
            }
        }
        let categories = builder.parts.lasting.googlePlayCategories
        if builder.channel.itunesCategories.isEmpty {
            builder.channel.itunesCategories = categories
        } else {
            for path in categories where !builder.channel.itunesCategories.contains(path) {
                builder.keep("category", path.joined(separator: " > "), in: .googlePlay)
            }
        }
        guard let address = builder.parts.lasting.googlePlayNewFeedURL else { return }
        if builder.channel.newFeedURL == nil {
            builder.channel.newFeedURL = address
        } else if builder.channel.newFeedURL != address {
            builder.keep("new-feed-url", address, in: .googlePlay)
        }
    }
}
