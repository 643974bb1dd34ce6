import PodcastModel

/// Writes the fields of an episode into two digests: `content` and, for what
/// may change without being an edit, `volatile`.
///
/// A field is written as its number and length, then its bytes; a field that
/// is absent is not written. So no two episodes give the same bytes, and an
/// absent field costs nothing. Numbers are never used again.
struct EpisodeFieldDigest {
    /// Whether the guid is made anew for every document, and says nothing.
    var ignoresGUID = false
    var content = ContentDigest()
    var volatile = ContentDigest()

    mutating func add(_ episode: Episode, canonicalEnclosure: String?) {
        addTexts(of: episode)
        addTimes(of: episode)
        addMedia(of: episode, canonicalEnclosure: canonicalEnclosure)
        addNumbers(of: episode)
        addSurroundings(of: episode)
        for image in episode.images { add(image) }
        if !episode.extensions.isEmpty { add(episode.extensions) }
    }

    private mutating func addTexts(of episode: Episode) {
        content.add(1, ignoresGUID ? nil : episode.guid)
        content.add(2, episode.guidIsPermaLink)
        content.add(3, episode.title)
        content.add(4, episode.rssTitle)
        content.add(5, episode.itunesTitle)
        content.add(6, episode.subtitle)
        content.add(7, episode.summary)
        content.add(8, episode.description)
        content.add(9, episode.content)
        addLink(10, episode.link)
        content.add(11, episode.author)
        content.add(12, episode.authorEmail)
        for contributor in episode.contributors {
            content.add(13, contributor.name)
            content.add(14, contributor.email)
            content.add(15, contributor.uri)
            content.end(13)
        }
        if let source = episode.source {
            content.add(16, source.title)
            content.add(17, source.url)
            content.end(16)
        }
    }

    private mutating func addTimes(of episode: Episode) {
        content.add(20, episode.publishedAt?.epochSeconds)
        volatile.add(21, episode.publishedRaw)
        volatile.add(22, episode.updatedAt?.epochSeconds)
        content.add(23, episode.durationSeconds)
    }

    private mutating func addMedia(of episode: Episode, canonicalEnclosure: String?) {
        for (index, enclosure) in episode.enclosures.enumerated() {
            content.add(30, index == 0 ? canonicalEnclosure : CanonicalEnclosure.make(from: enclosure.url))
            volatile.add(30, enclosure.url)
            content.add(31, enclosure.length)
            content.add(32, enclosure.type)
            content.add(33, enclosure.typeGuessed)
            content.end(30)
        }
        for alternate in episode.alternateEnclosures { add(alternate) }
        addAddress(40, episode.artworkURL)
    }

    private mutating func addNumbers(of episode: Episode) {
        if let season = episode.season {
            content.add(41, season.number)
            content.add(42, season.name)
            content.end(41)
        }
        if let number = episode.episode {
            content.add(43, number.number)
            content.add(44, number.display)
            content.end(43)
        }
        if episode.episodeType != .full { content.add(45, episode.episodeType.rawValue) }
        content.add(46, episode.explicit)
        if episode.block { content.add(47, true) }
        for keyword in episode.keywords { content.add(48, keyword) }
        for category in episode.categories { content.add(49, category) }
        content.add(50, episode.commentsURL)
    }

    /// The query of the address of a picture, a transcript or the like holds tokens or sizes.
    mutating func addAddress(_ field: Int64, _ url: String?) {
        add(field, url) { CanonicalEnclosure.make(from: $0) }
    }

    /// That of a page may hold tokens, but rather says which page it is.
    private mutating func addLink(_ field: Int64, _ url: String?) {
        add(field, url, form: CanonicalLink.make)
    }

    private mutating func add(_ field: Int64, _ url: String?, form: (String) -> String?) {
        guard let url else { return }
        guard url.holds(.question) else { return content.add(field, url) }
        content.add(field, form(url) ?? "")
        volatile.add(field, url)
    }

    private mutating func add(_ image: SizedImage) {
        addAddress(51, image.url)
        content.add(52, image.alt)
        content.add(53, image.aspectRatio)
        content.add(54, image.width)
        content.add(55, image.height)
        content.add(56, image.type)
        content.add(57, image.purpose)
        content.end(51)
    }

    private mutating func add(_ alternate: AlternateEnclosure) {
        content.add(60, alternate.type)
        content.add(61, alternate.length)
        content.add(62, alternate.bitrate)
        content.add(63, alternate.height)
        content.add(64, alternate.language)
        content.add(65, alternate.title)
        content.add(66, alternate.rel)
        content.add(67, alternate.codecs)
        content.add(68, alternate.isDefault)
        for source in alternate.sources {
            content.add(69, CanonicalEnclosure.make(from: source.uri) ?? "")
            volatile.add(69, source.uri)
            content.add(70, source.contentType)
        }
        if let integrity = alternate.integrity {
            content.add(71, integrity.type)
            content.add(72, integrity.value)
            content.end(71)
        }
        content.end(60)
    }
}
