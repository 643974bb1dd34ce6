extension Episode: Codable {
    private enum CodingKeys: String, CodingKey {
        case guid, guidIsPermaLink, key, keyKind, title, rssTitle, itunesTitle, subtitle, summary
        case description, showNotesHTML, link, author, authorEmail, contributors, source
        case publishedAt, publishedRaw, updatedAt, durationSeconds, enclosures
        case alternateEnclosures, artworkURL, season, episode, episodeType, explicit, block
        case keywords, categories, commentsURL, chapters, chaptersURL, chaptersType, transcripts
        case persons, soundbites, socialInteractions, location, locations, license, value, values
        case funding, contentLinks, txts, images, chat, extensions
    }

    /// Writes the fields in the order and under the names of `feed inspect`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(guid, forKey: .guid)
        try container.encode(guidIsPermaLink, forKey: .guidIsPermaLink)
        try container.encode(key, forKey: .key)
        try container.encode(keyKind, forKey: .keyKind)
        try container.encode(title, forKey: .title)
        try container.encode(rssTitle, forKey: .rssTitle)
        try container.encode(itunesTitle, forKey: .itunesTitle)
        try container.encode(subtitle, forKey: .subtitle)
        try container.encode(summary, forKey: .summary)
        try container.encode(description, forKey: .description)
        try container.encode(showNotesHTML, forKey: .showNotesHTML)
        try container.encode(page, forKey: .link)
        try container.encode(author, forKey: .author)
        try container.encode(authorEmail, forKey: .authorEmail)
        try container.encode(contributors, forKey: .contributors)
        try container.encode(source, forKey: .source)
        try container.encode(publishedAt, forKey: .publishedAt)
        try container.encode(publishedRaw, forKey: .publishedRaw)
        try container.encode(updatedAt, forKey: .updatedAt)
        try container.encode(durationSeconds, forKey: .durationSeconds)
        try container.encode(enclosures, forKey: .enclosures)
        try container.encode(alternateEnclosures, forKey: .alternateEnclosures)
        try container.encode(artworkURL, forKey: .artworkURL)
        try container.encode(season, forKey: .season)
        try container.encode(episode, forKey: .episode)
        try container.encode(episodeType, forKey: .episodeType)
        try container.encode(explicit, forKey: .explicit)
        try container.encode(block, forKey: .block)
        try container.encode(keywords, forKey: .keywords)
        try container.encode(categories, forKey: .categories)
        try container.encode(commentsURL, forKey: .commentsURL)
        try container.encode(chapters, forKey: .chapters)
        try container.encode(chaptersURL, forKey: .chaptersURL)
        try container.encode(chaptersType, forKey: .chaptersType)
        try container.encode(transcripts, forKey: .transcripts)
        try container.encode(persons, forKey: .persons)
        try container.encode(soundbites, forKey: .soundbites)
        try container.encode(socialInteractions, forKey: .socialInteractions)
        try container.encode(location.shown, forKey: .location)
        try container.encode(location, forKey: .locations)
        try container.encode(license, forKey: .license)
        try container.encode(value.first, forKey: .value)
        try container.encode(value, forKey: .values)
        try container.encode(funding, forKey: .funding)
        try container.encode(contentLinks, forKey: .contentLinks)
        try container.encode(txts, forKey: .txts)
        try container.encode(images, forKey: .images)
        try container.encode(chat, forKey: .chat)
        try container.encode(extensions, forKey: .extensions)
    }

    /// As ``init(from:)`` reads it from what ``encode(to:)`` writes: without a content and a link that say nothing
    /// beside the other fields.
    package var asWritten: Episode {
        var written = self
        (written.content, written.link) = (nil, nil)
        if let notes = showNotesHTML, notes != written.showNotesHTML { written.content = notes }
        if let page, page != written.page { written.link = page }
        return written
    }

    /// Reads what ``encode(to:)`` wrote.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        guid = try container.decodeIfPresent(String.self, forKey: .guid)
        guidIsPermaLink = try container.decodeIfPresent(Bool.self, forKey: .guidIsPermaLink)
        key = try container.decode(String.self, forKey: .key)
        keyKind = try container.decode(EpisodeKeyKind.self, forKey: .keyKind)
        title = try container.decode(String.self, forKey: .title)
        rssTitle = try container.decodeIfPresent(String.self, forKey: .rssTitle)
        itunesTitle = try container.decodeIfPresent(String.self, forKey: .itunesTitle)
        subtitle = try container.decodeIfPresent(String.self, forKey: .subtitle)
        summary = try container.decodeIfPresent(String.self, forKey: .summary)
        description = try container.decodeIfPresent(String.self, forKey: .description)
        // The content itself is not written: it is what is shown beside the other texts.
        let notes = try container.decodeIfPresent(String.self, forKey: .showNotesHTML)
        if let notes, notes != showNotesHTML { content = notes }
        // Nor is the link where a permalink stands for it.
        let page = try container.decodeIfPresent(String.self, forKey: .link)
        if page != self.page { link = page }
        author = try container.decodeIfPresent(String.self, forKey: .author)
        authorEmail = try container.decodeIfPresent(String.self, forKey: .authorEmail)
        contributors = try container.decode([Contributor].self, forKey: .contributors)
        source = try container.decodeIfPresent(EpisodeOrigin.self, forKey: .source)
        publishedAt = try container.decodeIfPresent(Timestamp.self, forKey: .publishedAt)
        publishedRaw = try container.decodeIfPresent(String.self, forKey: .publishedRaw)
        updatedAt = try container.decodeIfPresent(Timestamp.self, forKey: .updatedAt)
        durationSeconds = try container.decodeIfPresent(Int.self, forKey: .durationSeconds)
        enclosures = try container.decode([Enclosure].self, forKey: .enclosures)
        alternateEnclosures = try container.decode([AlternateEnclosure].self, forKey: .alternateEnclosures)
        artworkURL = try container.decodeIfPresent(String.self, forKey: .artworkURL)
        season = try container.decodeIfPresent(SeasonNumber.self, forKey: .season)
        episode = try container.decodeIfPresent(EpisodeNumber.self, forKey: .episode)
        episodeType = try container.decode(EpisodeType.self, forKey: .episodeType)
        explicit = try container.decodeIfPresent(Bool.self, forKey: .explicit)
        block = try container.decode(Bool.self, forKey: .block)
        keywords = try container.decode([String].self, forKey: .keywords)
        categories = try container.decode([String].self, forKey: .categories)
        commentsURL = try container.decodeIfPresent(String.self, forKey: .commentsURL)
        chapters = try container.decode([Chapter].self, forKey: .chapters)
        chaptersURL = try container.decodeIfPresent(String.self, forKey: .chaptersURL)
        chaptersType = try container.decodeIfPresent(String.self, forKey: .chaptersType)
        transcripts = try container.decode([Transcript].self, forKey: .transcripts)
        persons = try container.decode([Person].self, forKey: .persons)
        soundbites = try container.decode([Soundbite].self, forKey: .soundbites)
        socialInteractions = try container.decode([SocialInteraction].self, forKey: .socialInteractions)
        location = try container.decode([Location].self, forKey: .locations)
        license = try container.decodeIfPresent(License.self, forKey: .license)
        value = try container.decode([Value].self, forKey: .values)
        funding = try container.decode([Funding].self, forKey: .funding)
        contentLinks = try container.decode([ContentLink].self, forKey: .contentLinks)
        txts = try container.decode([TaggedText].self, forKey: .txts)
        images = try container.decode([SizedImage].self, forKey: .images)
        chat = try container.decode([Chat].self, forKey: .chat)
        extensions = try container.decode(Extensions.self, forKey: .extensions)
    }
}
