/// An episode as its feed describes it: every field of one item.
///
/// The names are those of the JSON that podimport prints; the order of the
/// fields is the order of that JSON. Texts are as the feed means them,
/// entities decoded once; addresses are absolute. What the store adds is in
/// ``StoredEpisode``.
package struct Episode: Hashable, Sendable {
    // MARK: - Identity

    /// The guid as published, white space trimmed.
    package var guid: String?
    /// The feed's word on whether the guid is an address; true when it says nothing.
    package var guidIsPermaLink: Bool?
    /// What the episode is recognised by within its podcast (identity C1).
    package var key: String = ""
    /// What the key was made from.
    package var keyKind: EpisodeKeyKind = .guid

    // MARK: - Texts

    /// The title to show, chosen by ``EpisodeText``.
    package var title: String = ""
    /// RSS, Atom or Dublin Core title.
    package var rssTitle: String?
    package var itunesTitle: String?
    package var subtitle: String?
    package var summary: String? {
        get { longSummary?.string }
        set { longSummary = newValue.map(LongText.init) }
    }
    package var description: String? {
        get { longDescription?.string }
        set { longDescription = newValue.map(LongText.init) }
    }
    /// content:encoded or its equal in the other formats.
    package var content: String? {
        get { longContent?.string }
        set { longContent = newValue.map(LongText.init) }
    }
    /// Where `summary` is.
    package var longSummary: LongText?
    /// Where `description` is.
    package var longDescription: LongText?
    /// Where `content` is.
    package var longContent: LongText?
    /// Whether one of these could not be read back from where it is.
    package var hasLostTexts: Bool {
        longSummary?.isLost == true || longDescription?.isLost == true || longContent?.isLost == true
    }
    /// The episode's own page.
    package var link: String?
    package var author: String?
    package var authorEmail: String?
    package var contributors: [Contributor] = []
    /// The feed this item was first published in.
    package var source: EpisodeOrigin?

    // MARK: - Times

    package var publishedAt: Timestamp?
    /// The publication date as the feed wrote it.
    package var publishedRaw: String?
    package var updatedAt: Timestamp?

    // MARK: - Media

    package var durationSeconds: Int?
    /// The media files, the first being the one to play.
    package var enclosures: [Enclosure] = []
    package var alternateEnclosures: [AlternateEnclosure] = []
    package var artworkURL: String?

    // MARK: - Numbering and flags

    package var season: SeasonNumber?
    package var episode: EpisodeNumber?
    package var episodeType: EpisodeType = .full
    package var explicit: Bool?
    package var block: Bool = false
    package var keywords: [String] = []
    package var categories: [String] = []
    package var commentsURL: String?

    // MARK: - Around the episode

    package var chapters: [Chapter] = []
    package var chaptersURL: String?
    package var chaptersType: String?
    package var transcripts: [Transcript] = []
    package var persons: [Person] = []
    package var soundbites: [Soundbite] = []
    package var socialInteractions: [SocialInteraction] = []
    package var location: [Location] = []
    package var license: License?
    package var value: [Value] = []
    package var funding: [Funding] = []
    package var contentLinks: [ContentLink] = []
    package var txts: [TaggedText] = []
    package var images: [SizedImage] = []
    package var chat: [Chat] = []
    package var extensions: Extensions = [:]

    /// Makes an episode of which nothing is known yet.
    package init() {}

    /// The text to read beside the audio as it was written: content, else the
    /// description or summary if it is HTML, else the first there is (feed
    /// formats C2).
    package var showNotes: String? {
        EpisodeText.showNotes(content: content, description: description, summary: summary, subtitle: subtitle)
    }

    /// The text to read beside the audio as HTML, whatever it was written in.
    package var showNotesHTML: String? {
        if let content, EpisodeText.hasNotes(content) { return content }
        return showNotes.map(EpisodeText.html(ofDescription:))
    }
}

/// What an episode's key was made from (identity C1 5).
package enum EpisodeKeyKind: String, Hashable, Sendable, Codable, CaseIterable {
    case guid, enclosure, link, hash
}

/// The kind of an episode (itunes:episodeType).
package enum EpisodeType: String, Hashable, Sendable, Codable, CaseIterable {
    case full, trailer, bonus
}
