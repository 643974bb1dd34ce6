import PodcastModel

/// The Podcasting 2.0 tags of items and those that channels share with them.
enum FeedsmithTagFields {
    /// Adds the tags of an episode.
    static func addEpisode(_ episode: Episode, at prefix: String, to fields: inout Fields) {
        for (index, transcript) in episode.transcripts.enumerated() {
            let entry = "\(prefix)transcripts[\(index)]"
            fields["\(entry).url"] = transcript.url
            fields["\(entry).type"] = transcript.type
            fields["\(entry).language"] = transcript.language
            fields["\(entry).rel"] = transcript.rel
        }
        fields["\(prefix)chapters.url"] = episode.chaptersURL
        fields["\(prefix)chapters.type"] = episode.chaptersType
        for (index, soundbite) in episode.soundbites.enumerated() {
            let entry = "\(prefix)soundbites[\(index)]"
            fields["\(entry).startTime"] = Fields.text(of: soundbite.startSeconds)
            fields["\(entry).duration"] = Fields.text(of: soundbite.durationSeconds)
            fields["\(entry).display"] = soundbite.title
        }
        fields["\(prefix)season.number"] = episode.season?.number.map { String($0) }
        fields["\(prefix)season.name"] = episode.season?.name
        fields["\(prefix)episode.number"] = episode.episode?.number.map(Fields.text)
        fields["\(prefix)episode.display"] = episode.episode?.display
        fields["\(prefix)license.display"] = episode.license?.identifier
        fields["\(prefix)license.url"] = episode.license?.url
        for (index, interaction) in episode.socialInteractions.enumerated() {
            let entry = "\(prefix)socialInteracts[\(index)]"
            fields["\(entry).protocol"] = interaction.protocol
            fields["\(entry).uri"] = interaction.uri
            fields["\(entry).accountId"] = interaction.accountID
            fields["\(entry).accountUrl"] = interaction.accountURL
        }
        for (index, alternate) in episode.alternateEnclosures.enumerated() {
            add(alternate, at: "\(prefix)alternateEnclosures[\(index)]", to: &fields)
        }
        addShared(of: episode, at: prefix, to: &fields)
    }

    /// Adds the tags that episodes and live items share with channels.
    static func addShared(of episode: Episode, at prefix: String, to fields: inout Fields) {
        add(episode.persons, episode.location, episode.images, at: prefix, to: &fields)
        add(episode.value, episode.txts, episode.chat, at: prefix, to: &fields)
        for (index, link) in episode.contentLinks.enumerated() {
            fields["\(prefix)contentLinks[\(index)].href"] = link.href
            fields["\(prefix)contentLinks[\(index)].display"] = link.text
        }
    }

    private static func add(_ alternate: AlternateEnclosure, at entry: String, to fields: inout Fields) {
        fields["\(entry).type"] = alternate.type
        fields["\(entry).length"] = alternate.length.map { String($0) }
        fields["\(entry).bitrate"] = alternate.bitrate.map(Fields.text)
        fields["\(entry).title"] = alternate.title
        fields["\(entry).default"] = String(alternate.isDefault)
        fields["\(entry).integrity.type"] = alternate.integrity?.type
        fields["\(entry).integrity.value"] = alternate.integrity?.value
        for (index, source) in alternate.sources.enumerated() { fields["\(entry).sources[\(index)].uri"] = source.uri }
    }

    /// Adds persons, places and pictures.
    static func add(
        _ persons: [Person],
        _ locations: [Location],
        _ images: [SizedImage],
        at prefix: String,
        to fields: inout Fields
    ) {
        for (index, person) in persons.enumerated() {
            let entry = "\(prefix)persons[\(index)]"
            fields["\(entry).display"] = person.name
            fields["\(entry).role"] = person.role
            fields["\(entry).group"] = person.group
            fields["\(entry).img"] = person.imageURL
            fields["\(entry).href"] = person.href
        }
        for (index, location) in locations.enumerated() {
            let entry = "\(prefix)locations[\(index)]"
            fields["\(entry).display"] = location.name
            fields["\(entry).rel"] = location.rel
            fields["\(entry).geo"] = location.geo
            fields["\(entry).osm"] = location.osm
            fields["\(entry).country"] = location.country
        }
        for (index, image) in images.enumerated() {
            let entry = "\(prefix)images[\(index)]"
            fields["\(entry).href"] = image.url
            fields["\(entry).alt"] = image.alt
            fields["\(entry).aspectRatio"] = image.aspectRatio
            fields["\(entry).width"] = image.width.map { String($0) }
            fields["\(entry).height"] = image.height.map { String($0) }
            fields["\(entry).type"] = image.type
            fields["\(entry).purpose"] = image.purpose
        }
    }

    /// Adds payments, texts with a purpose and chats.
    static func add(
        _ values: [Value],
        _ txts: [TaggedText],
        _ chats: [Chat],
        at prefix: String,
        to fields: inout Fields
    ) {
        for (index, value) in values.enumerated() {
            let entry = "\(prefix)values[\(index)]"
            fields["\(entry).type"] = value.type
            fields["\(entry).method"] = value.method
            fields["\(entry).suggested"] = value.suggested.flatMap { Double($0) }.map(Fields.text)
            for (position, recipient) in value.recipients.enumerated() {
                let share = "\(entry).valueRecipients[\(position)]"
                fields["\(share).name"] = recipient.name
                fields["\(share).type"] = recipient.type
                fields["\(share).address"] = recipient.address
                fields["\(share).split"] = recipient.split.map(Fields.text)
            }
        }
        for (index, txt) in txts.enumerated() {
            fields["\(prefix)txts[\(index)].display"] = txt.text
            fields["\(prefix)txts[\(index)].purpose"] = txt.purpose
        }
        for (index, chat) in chats.enumerated() {
            let entry = "\(prefix)chats[\(index)]"
            fields["\(entry).server"] = chat.server
            fields["\(entry).protocol"] = chat.protocol
            fields["\(entry).accountId"] = chat.accountID
            fields["\(entry).space"] = chat.space
        }
    }
}
