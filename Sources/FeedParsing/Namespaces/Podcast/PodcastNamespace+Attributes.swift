/// Tags that have all they say in attributes.
extension PodcastNamespace {
    static func readTranscript(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        let url = builder.url(attributes.address(.url, .href, .src))
        let transcript = ParsedTranscript(
            url: url ?? "",
            type: builder.word(attributes[.type]),
            // Feeds write "lang", as on alternate enclosures.
            language: builder.string(attributes[.language] ?? attributes[.lang]),
            rel: builder.word(attributes[.rel])
        )
        guard url != nil else {
            // Then it is the text.
            builder.parts.transcript = transcript
            return .text
        }
        return add(transcript, &builder) ? .skipped : .unread
    }

    /// Adds a transcript to the open item, once; false when there are too many.
    static func add(_ transcript: ParsedTranscript, _ builder: inout FeedBuilder) -> Bool {
        if builder.isListed(transcript, in: builder.item.podcast.transcripts) { return true }
        guard builder.hasRoom(builder.item.podcast.transcripts.count) else { return false }
        builder.item.podcast.transcripts.append(transcript)
        return true
    }

    static func readImage(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        guard let url = builder.url(attributes.address(.href, .url, .src)) else { return .unread }
        let image = ParsedPodcastImage(
            url: url,
            alt: attributes[.alt].flatMap { FieldText($0).name },
            aspectRatio: builder.string(attributes[.aspectRatio]),
            width: attributes.integer(.width),
            height: attributes.integer(.height),
            type: builder.word(attributes[.type]),
            purposes: builder.word(attributes[.purpose]).map {
                $0.split(whereSeparator: \.isWhitespace).map(String.init)
            } ?? []
        )
        if let rank = image.artworkRank { builder.chooseArtwork(url, rank: rank) }
        if isListed(image, in: \.images, builder) { return .skipped }
        guard hasRoom(in: \.images, &builder) else { return .unread }
        change(&builder) { $0.images.append(image) }
        return .skipped
    }

    /// The deprecated list of pictures in one attribute: "url 1500w, url 600w".
    static func readImages(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) {
        guard let list = builder.string(attributes[.srcset]) else { return }
        var widest = -1
        for candidate in SourceSet.parse(list).prefix(100) {
            guard let url = URLReference.resolved(candidate.address, against: builder.base),
                builder.weigh(Allowance.Weight.entry)
            else { continue }
            let width = candidate.width
            let image = ParsedPodcastImage(
                url: url,
                alt: nil,
                aspectRatio: nil,
                width: width,
                height: nil,
                type: nil,
                purposes: []
            )
            change(&builder) { $0.images.append(image) }
            if width ?? 0 > widest {
                widest = width ?? 0
                builder.replaceArtwork(url, rank: ArtworkRank.podcastImages)
            }
        }
    }

    static func readSocialInteraction(
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        let uri = builder.string(attributes[.uri] ?? attributes[.url])
        let interaction = ParsedSocialInteraction(
            // In early drafts it was a platform.
            protocol: builder.word(attributes[.protocol] ?? (uri == nil ? nil : attributes[.platform])),
            uri: uri,
            accountID: builder.string(attributes[.accountid]),
            accountURL: builder.url(attributes[.accounturl]),
            priority: attributes.integer(.priority)
        )
        guard interaction.protocol != nil || interaction.uri != nil else { return .unread }
        if isListed(interaction, in: \.socialInteractions, builder) { return .skipped }
        guard hasRoom(in: \.socialInteractions, &builder) else { return .unread }
        change(&builder) { $0.socialInteractions.append(interaction) }
        return .skipped
    }

    /// Where people talk; nil for an element that says nothing.
    static func chat(_ attributes: XMLAttributes, _ builder: borrowing FeedBuilder) -> ParsedChat? {
        let chat = ParsedChat(
            server: builder.string(attributes[.server]),
            protocol: builder.word(attributes[.protocol]),
            accountID: builder.string(attributes[.accountid]),
            space: builder.string(attributes[.space])
        )
        return chat == ParsedChat() ? nil : chat
    }
}

extension ParsedPodcastImage {
    /// How good it is as artwork; nil for a video, and for what is for something else.
    fileprivate var artworkRank: UInt8? {
        if MediaType(type, url: url).text.hasPrefix("video/") { return nil }
        if purposes.contains("artwork") || isSquare ?? purposes.isEmpty { return ArtworkRank.podcastImage }
        // Better than none.
        return purposes.isEmpty ? ArtworkRank.podcastImages : nil
    }

    /// Whether the picture is as high as it is wide, "1/1", "1 / 1" or "1"; nil where it does not say.
    fileprivate var isSquare: Bool? {
        guard let aspectRatio else {
            guard let width, let height else { return nil }
            return width == height
        }
        let sides = aspectRatio.split { $0 == "/" || $0 == ":" || $0 == " " }.compactMap { Double($0) }
        guard let first = sides.first, let last = sides.last else { return nil }
        return sides.count == 1 ? first == 1 : first == last
    }
}
