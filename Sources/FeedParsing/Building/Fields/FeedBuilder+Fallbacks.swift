/// What stands in, at the end of an item, for what it does not have.
extension FeedBuilder {
    /// Fills fields from elements that only count when nothing better is there
    /// (feed formats C4, C5).
    mutating func applyFallbacks() {
        if let title = choices.otherTitle { settle(otherTitle: title) }
        if !item.extensions.isEmpty { UnprefixedITunes.settleItem(&self) }
        if !item.enclosures.contains(where: \.isPlayable) { addStandIns() }
        // Media RSS may name the file under either address.
        let played = item.durationSeconds == nil ? item.primaryEnclosure?.url : nil
        if let original = choices.originalEnclosure { restoreEnclosure(original) }
        if item.durationSeconds == nil {
            item.durationSeconds = mediaDuration(played: played) ?? choices.otherDuration
        }
        if choices.otherLicense != nil { CreativeCommonsNamespace.settle(&self) }
        if let link = choices.chaptersLink { AtomNamespace.settle(chaptersLink: link, &self) }
        if choices.artwork > ArtworkRank.imageEnclosure, let image = item.enclosures.first(where: \.isImage) {
            chooseArtwork(image.url, rank: ArtworkRank.imageEnclosure)
        }
        if !item.chapters.isEmpty { item.chapters.sort { $0.startSeconds < $1.startSeconds } }
        if item.hasPodcastTags { item.podcast.orderSocialInteractions() }
    }

    /// Looks for something to play where the enclosures have nothing: a picture or a document may be one too.
    private mutating func addStandIns() {
        addMediaEnclosures()
        if item.hasPodcastTags, !item.enclosures.contains(where: \.isPlayable) { addAlternateEnclosure() }
    }

    private mutating func addMediaEnclosures() {
        let playable = item.mediaContents.filter { $0.isPlayable && $0.url != nil }
        let others = playable.filter { !$0.isDefault }
        for content in playable.filter(\.isDefault) + others.filter({ !$0.isPreview }) + others.filter(\.isPreview) {
            guard var url = content.url else { continue }
            let media = MediaType(
                content.type ?? content.medium.map { $0 == "video" ? "video/*" : "audio/*" },
                url: url
            )
            url.makeContiguousUTF8()
            addEnclosure(
                ParsedEnclosure(
                    url: url,
                    length: content.fileSize,
                    type: media.text,
                    typeIsGuessed: media.isGuessed || content.type == nil,
                    origin: .mediaContent,
                    title: content.title,
                    durationSeconds: content.durationSeconds
                )
            )
        }
    }

    /// How long the file is that is played, in the words of Media RSS (feed formats C5).
    ///
    /// Other versions of it come after it, and what nothing says how to play, such as a stream, is last; a preview of it
    /// is shorter, and pictures and documents last for as long as they are shown.
    /// `replaced` is the address of the file before FeedBurner's was taken out of it.
    private func mediaDuration(played replaced: String?) -> Int? {
        guard item.mediaContents.contains(where: { $0.durationSeconds != nil }) else { return nil }
        let timed = item.mediaContents.filter { $0.durationSeconds != nil }
        let played = item.primaryEnclosure?.url
        let whole = timed.filter { !$0.isPreview }
        let playable = whole.filter(\.isPlayable)
        let chosen =
            timed.first { $0.url != nil && ($0.url == played || $0.url == replaced) }
            ?? playable.first(where: \.isDefault) ?? playable.first ?? whole.first { !$0.isPictureOrDocument }
        return chosen?.durationSeconds
    }

    private mutating func addAlternateEnclosure() {
        let alternates = item.podcast.alternateEnclosures
        let candidates = (alternates.filter(\.isDefault) + alternates.filter { !$0.isDefault })
            .compactMap(ParsedEnclosure.init(alternate:))
        // Beside a picture anything else is better than nothing; beside a document only what plays.
        let isOnlyPictures = item.enclosures.allSatisfy(\.isImage)
        let chosen =
            candidates.first(where: \.isPlayable)
            ?? candidates.first { item.enclosures.isEmpty || (isOnlyPictures && !$0.isImage) }
        if let chosen { addEnclosure(chosen) }
    }

    /// FeedBurner replaces enclosure URLs by its own and keeps the original
    /// beside them; it is taken back only when it names the same file.
    private mutating func restoreEnclosure(_ original: String) {
        let name = Self.fileName(original)
        guard !name.isEmpty else { return }
        for index in item.enclosures.indices where Self.fileName(item.enclosures[index].url) == name {
            if item.enclosures[index].url != original {
                keep("enclosure", nil, [("url", item.enclosures[index].url)], in: .rss)
            }
            item.enclosures[index].url = original
            return
        }
        keep("origEnclosureLink", original, in: .feedburner)
    }

    private static func fileName(_ url: String) -> Substring {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
    }
}

extension ParsedEnclosure {
    /// The first source of an alternate enclosure that can be loaded; nil without one.
    fileprivate init?(alternate: ParsedAlternateEnclosure) {
        guard let source = alternate.sources.first(where: { $0.uri.hasPrefix("http") }) else { return nil }
        let media = MediaType(source.contentType ?? alternate.type, url: source.uri)
        self.init(
            url: source.uri,
            length: alternate.length,
            type: media.text,
            typeIsGuessed: media.isGuessed,
            origin: .alternateEnclosure
        )
    }
}

extension ParsedMediaContent {
    /// Whether this can stand in for an enclosure: audio or video.
    ///
    /// A medium of "image" with an audio type is audio: the feed describes the
    /// picture that is shown meanwhile.
    fileprivate var isPlayable: Bool {
        if let type = type?.lowercased() {
            if MediaType.isPlayed(type) { return true }
            if type.hasPrefix("image/") { return false }
        }
        if let medium { return medium == "audio" || medium == "video" }
        return url.map { MediaType.isPlayed(MediaType(nil, url: $0).text) } ?? false
    }

    /// Whether this is a part of the episode, to listen to before one decides to have all of it.
    fileprivate var isPreview: Bool { expression == "sample" }

    /// Whether this is looked at, and not played.
    fileprivate var isPictureOrDocument: Bool {
        if medium == "image" || medium == "document" { return true }
        let isGuessed = type == nil && medium == nil
        let guess = isGuessed ? url.map { MediaType(nil, url: $0).text } : nil
        let kind = guess ?? type?.lowercased() ?? ""
        return kind.hasPrefix("image/") || kind.hasPrefix("text/") || kind.hasPrefix("application/pdf")
    }
}
