import PodcastModel

extension EpisodeFieldDigest {
    mutating func addSurroundings(of episode: Episode) {
        for chapter in episode.chapters {
            content.add(80, chapter.startSeconds)
            content.add(81, chapter.title)
            content.add(82, chapter.href)
            addAddress(83, chapter.imageURL)
        }
        addAddress(84, episode.chaptersURL)
        content.add(85, episode.chaptersType)
        for transcript in episode.transcripts {
            addAddress(86, transcript.url)
            content.add(87, transcript.type)
            content.add(88, transcript.language)
            content.add(89, transcript.rel)
        }
        for person in episode.persons {
            content.add(90, person.name)
            content.add(91, person.role)
            content.add(92, person.group)
            addAddress(93, person.imageURL)
            content.add(94, person.href)
        }
        for soundbite in episode.soundbites {
            content.add(95, soundbite.startSeconds)
            content.add(96, soundbite.durationSeconds)
            content.add(97, soundbite.title)
        }
        for interaction in episode.socialInteractions { add(interaction) }
        for location in episode.location { add(location) }
        if let license = episode.license {
            content.add(110, license.identifier)
            content.add(111, license.url)
            content.end(110)
        }
        for value in episode.value { add(value) }
        for funding in episode.funding {
            content.add(112, funding.url)
            content.add(113, funding.text)
        }
        for link in episode.contentLinks {
            content.add(114, link.href)
            content.add(115, link.text)
        }
        for text in episode.txts {
            content.add(116, text.text)
            content.add(117, text.purpose)
        }
        for chat in episode.chat {
            content.add(118, chat.server)
            content.add(119, chat.protocol)
            content.add(120, chat.accountID)
            content.add(121, chat.space)
            content.end(118)
        }
    }

    private mutating func add(_ interaction: SocialInteraction) {
        content.add(98, interaction.protocol)
        content.add(99, interaction.uri)
        content.add(100, interaction.accountID)
        content.add(101, interaction.accountURL)
        content.add(102, interaction.priority)
        content.end(98)
    }

    private mutating func add(_ location: Location) {
        content.add(105, location.name)
        content.add(106, location.rel)
        content.add(107, location.geo)
        content.add(108, location.osm)
        content.add(109, location.country)
        content.end(105)
    }

    private mutating func add(_ value: Value) {
        content.add(130, value.type)
        content.add(131, value.method)
        content.add(132, value.suggested)
        for recipient in value.recipients { add(recipient) }
        for split in value.timeSplits {
            content.add(140, split.startSeconds)
            content.add(141, split.durationSeconds)
            content.add(142, split.remoteStartSeconds)
            content.add(143, split.remotePercentage)
            if let item = split.remoteItem { add(item) }
            for recipient in split.recipients { add(recipient) }
            content.end(140)
        }
        content.end(130)
    }

    private mutating func add(_ recipient: ValueRecipient) {
        content.add(133, recipient.name)
        content.add(134, recipient.type)
        content.add(135, recipient.address)
        content.add(136, recipient.split)
        content.add(137, recipient.customKey)
        content.add(138, recipient.customValue)
        content.add(139, recipient.fee)
        content.end(133)
    }

    private mutating func add(_ item: RemoteItem) {
        content.add(145, item.feedGUID)
        content.add(146, item.feedURL)
        content.add(147, item.itemGUID)
        content.add(148, item.medium)
        content.add(149, item.title)
        content.end(145)
    }

    /// Dictionaries have no order of their own; their names are written sorted.
    mutating func add(_ extensions: Extensions) {
        for (namespace, elements) in extensions.sorted(by: { $0.key < $1.key }) {
            content.add(160, namespace)
            for element in elements { add(element) }
            content.end(160)
        }
    }

    private mutating func add(_ element: MarkupElement) {
        content.add(161, element.name)
        content.add(162, element.value)
        if !element.attributes.isEmpty {
            for (name, value) in element.attributes.sorted(by: { $0.key < $1.key }) {
                content.add(163, name)
                content.add(164, value)
            }
        }
        for child in element.children { add(child) }
        content.end(161)
    }
}
