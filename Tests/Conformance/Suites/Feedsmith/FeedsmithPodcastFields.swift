import FeedParsing
import PodcastModel

/// What podcasts add to feeds, in the words of feedsmith: the itunes, podcast,
/// psc, googleplay and spotify namespaces.
enum FeedsmithPodcastFields {
    /// Adds what stands in a channel.
    static func add(_ channel: ParsedChannel, _ podcast: Podcast, to fields: inout Fields) {
        fields["itunes.title"] = channel.itunesTitle
        fields["itunes.author"] = channel.itunesAuthor
        fields["itunes.subtitle"] = channel.subtitle
        fields["itunes.summary"] = podcast.summary
        fields["itunes.image"] = podcast.artworkURL
        fields["itunes.type"] = podcast.type?.rawValue
        fields["itunes.explicit"] = podcast.explicit.map { String($0) }
        fields["itunes.block"] = String(podcast.block)
        fields["itunes.complete"] = String(podcast.complete)
        fields["itunes.newFeedUrl"] = podcast.newFeedURL
        fields["itunes.applePodcastsVerify"] = channel.applePodcastsVerify
        fields["itunes.owner.name"] = podcast.owner?.name
        fields["itunes.owner.email"] = podcast.owner?.email
        fields.set("itunes.keywords", each: podcast.keywords)
        for (index, path) in channel.itunesCategories.enumerated() {
            fields["itunes.categories[\(index)].text"] = path.first
            fields["itunes.categories[\(index)].categories[0].text"] = path.count > 1 ? path[1] : nil
        }
        fields["googleplay.author"] = channel.otherTexts.googlePlayAuthor
        fields["googleplay.description"] = channel.otherTexts.googlePlayDescription
        fields["spotify.limit.recentCount"] = channel.directory.spotifyRecentCount.map { String($0) }
        fields["spotify.countryOfOrigin"] = channel.directory.spotifyCountryOfOrigin
        for (index, trailer) in channel.podcastChannel.trailers.enumerated() {
            fields["podcast.trailers[\(index)].pubDate"] = trailer.publishedRaw
        }
        addTags(of: podcast, to: &fields)
    }

    private static func addTags(of podcast: Podcast, to fields: inout Fields) {
        fields["podcast.guid"] = podcast.guid
        fields["podcast.medium"] = podcast.medium
        fields["podcast.locked.value"] = podcast.locked?.value.map { String($0) }
        fields["podcast.locked.owner"] = podcast.locked?.owner
        fields["podcast.podping.usesPodping"] = podcast.podping.map { String($0) }
        fields["podcast.license.display"] = podcast.license?.identifier
        fields["podcast.license.url"] = podcast.license?.url
        fields["podcast.updateFrequency.display"] = podcast.updateFrequency?.text
        fields["podcast.updateFrequency.dtstart"] = podcast.updateFrequency?.startsAt?.rfc3339
        fields["podcast.updateFrequency.rrule"] = podcast.updateFrequency?.rrule
        fields["podcast.updateFrequency.complete"] = podcast.updateFrequency?.complete.map { String($0) }
        for (index, funding) in podcast.funding.enumerated() {
            fields["podcast.fundings[\(index)].url"] = funding.url
            fields["podcast.fundings[\(index)].display"] = funding.text
        }
        for (index, trailer) in podcast.trailers.enumerated() {
            let entry = "podcast.trailers[\(index)]"
            fields["\(entry).display"] = trailer.title
            fields["\(entry).url"] = trailer.url
            fields["\(entry).length"] = trailer.length.map { String($0) }
            fields["\(entry).type"] = trailer.type
            fields["\(entry).season"] = trailer.season.map { String($0) }
        }
        for (index, block) in podcast.blocks.enumerated() {
            fields["podcast.blocks[\(index)].id"] = block.id
            fields["podcast.blocks[\(index)].value"] = String(block.block)
        }
        add(podcast.podroll, at: "podcast.podroll.remoteItems", to: &fields)
        add(podcast.remoteItems, at: "podcast.remoteItems", to: &fields)
        if let publisher = podcast.publisher {
            fields["podcast.publisher.remoteItem.feedGuid"] = publisher.feedGUID
            fields["podcast.publisher.remoteItem.feedUrl"] = publisher.feedURL
            fields["podcast.publisher.remoteItem.medium"] = publisher.medium
        }
        for (index, live) in podcast.liveItems.enumerated() {
            let entry = "podcast.liveItems[\(index)]"
            fields["\(entry).status"] = live.status
            fields["\(entry).start"] = live.startsAt?.rfc3339
            fields["\(entry).end"] = live.endsAt?.rfc3339
            FeedsmithTagFields.addShared(of: live.item, at: "\(entry).", to: &fields)
        }
        FeedsmithTagFields.add(podcast.persons, podcast.location, podcast.images, at: "podcast.", to: &fields)
        FeedsmithTagFields.add(podcast.value, podcast.txts, podcast.chat, at: "podcast.", to: &fields)
    }

    private static func add(_ items: [RemoteItem], at name: String, to fields: inout Fields) {
        for (index, item) in items.enumerated() {
            fields["\(name)[\(index)].feedGuid"] = item.feedGUID
            fields["\(name)[\(index)].feedUrl"] = item.feedURL
            fields["\(name)[\(index)].itemGuid"] = item.itemGUID
            fields["\(name)[\(index)].title"] = item.title
            fields["\(name)[\(index)].medium"] = item.medium
        }
    }

    /// Adds the media:content elements a suite expects, each looked up by its
    /// address: podimport keeps those of groups in the same list.
    static func add(
        _ contents: [ParsedMediaContent],
        at name: String,
        asIn expected: Fields,
        to fields: inout Fields
    ) {
        var index = 0
        while let url = expected["\(name)[\(index)].url"] {
            let entry = "\(name)[\(index)]"
            index += 1
            guard let content = contents.first(where: { $0.url == url }) else { continue }
            fields["\(entry).url"] = content.url
            fields["\(entry).fileSize"] = content.fileSize.map { String($0) }
            fields["\(entry).type"] = content.type
            fields["\(entry).medium"] = content.medium
            fields["\(entry).isDefault"] = String(content.isDefault)
            fields["\(entry).expression"] = content.expression
            fields["\(entry).bitrate"] = content.bitrate.map(Fields.text)
            fields["\(entry).framerate"] = content.framerate.map(Fields.text)
            fields["\(entry).samplingrate"] = content.samplingrate.map(Fields.text)
            fields["\(entry).channels"] = content.channels.map { String($0) }
            fields["\(entry).duration"] = content.durationSeconds.map { String($0) }
            fields["\(entry).width"] = content.width.map { String($0) }
            fields["\(entry).height"] = content.height.map { String($0) }
            fields["\(entry).lang"] = content.language
        }
    }

    /// Adds what stands in an item.
    static func add(_ item: ParsedItem, _ episode: Episode, at prefix: String, to fields: inout Fields) {
        fields["\(prefix)itunes.title"] = episode.itunesTitle
        fields["\(prefix)itunes.author"] = item.itunesAuthor
        fields["\(prefix)itunes.subtitle"] = episode.subtitle
        fields["\(prefix)itunes.summary"] = item.summary
        fields["\(prefix)itunes.image"] = episode.artworkURL
        fields["\(prefix)itunes.duration"] = episode.durationSeconds.map { String($0) }
        fields["\(prefix)itunes.season"] = item.itunesSeason.map { String($0) }
        fields["\(prefix)itunes.episode"] = item.itunesEpisode.map { String($0) }
        fields["\(prefix)itunes.episodeType"] = item.episodeType
        fields["\(prefix)itunes.explicit"] = episode.explicit.map { String($0) }
        fields["\(prefix)itunes.block"] = String(episode.block)
        fields.set("\(prefix)itunes.keywords", each: episode.keywords)
        fields["\(prefix)googleplay.author"] = item.otherTexts.googlePlayAuthor
        fields["\(prefix)googleplay.description"] = item.otherTexts.googlePlayDescription
        for (index, chapter) in episode.chapters.enumerated() {
            let entry = "\(prefix)psc.chapters[\(index)]"
            fields["\(entry).start"] = Fields.text(of: chapter.startSeconds)
            fields["\(entry).title"] = chapter.title
            fields["\(entry).href"] = chapter.href
            fields["\(entry).image"] = chapter.imageURL
        }
        FeedsmithTagFields.addEpisode(episode, at: "\(prefix)podcast.", to: &fields)
    }
}
