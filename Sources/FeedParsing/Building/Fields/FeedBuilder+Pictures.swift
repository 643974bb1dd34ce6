/// Which of the pictures of an item or channel is its artwork (feed formats C3).
extension FeedBuilder {
    /// Offers a picture; the lowest rank wins, then the first.
    mutating func chooseArtwork(_ url: String?, rank: UInt8) {
        guard let url else { return }
        let (best, chosen) =
            isInItem ? (choices.artwork, item.artworkURL) : (channelChoices.artwork, channel.artworkURL)
        guard rank < best else {
            if url != chosen { keepPicture(url, rank: rank) }
            return
        }
        if let chosen, chosen != url { keepPicture(chosen, rank: best) }
        if isInItem {
            choices.artwork = rank
            item.artworkURL = url
        } else {
            channelChoices.artwork = rank
            channel.artworkURL = url
        }
    }

    /// Keeps a picture that is not the best one, unless a list has it anyway.
    private mutating func keepPicture(_ url: String, rank: UInt8) {
        switch rank {
        case ArtworkRank.itunes: keep("image", nil, [("href", url)], in: .itunes)
        case ArtworkRank.itunesText: keep("image", url, in: .itunes)
        case ArtworkRank.thumbnail, ArtworkRank.groupThumbnail: keep("thumbnail", nil, [("url", url)], in: .media)
        case ArtworkRank.itemImage where isInItem: keep("image", nil, [("url", url)], in: .rss)
        case ArtworkRank.googlePlay where isInItem, ArtworkRank.channelGooglePlay where !isInItem:
            keep("image", nil, [("href", url)], in: .googlePlay)
        case ArtworkRank.atomLogo: keep("logo", url, in: .atom)
        case ArtworkRank.channelThumbnail: keep("thumbnail", nil, [("url", url)], in: .media)
        case ArtworkRank.atomIcon: keep("icon", url, in: .atom)
        case ArtworkRank.channelMediaContent: keep("content", nil, [("url", url)], in: .media)
        default: break
        }
    }

    /// Offers a picture that beats an earlier one of the same rank.
    mutating func replaceArtwork(_ url: String, rank: UInt8) {
        if isInItem, choices.artwork == rank { choices.artwork = FieldChoices.none }
        if !isInItem, channelChoices.artwork == rank { channelChoices.artwork = FieldChoices.none }
        chooseArtwork(url, rank: rank)
    }
}
