extension PodcastNamespace {
    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .person: endPerson(field, &builder)
        case .location: endLocation(field, &builder)
        case .license:
            let license = ParsedLicense(name: field.name, url: builder.parts.licenseURL)
            guard license.name != nil || license.url != nil else { return }
            let known = builder.isInItem ? builder.item.podcast.license : builder.channel.podcast.license
            if known != nil { return builder.keep("license", license.name, [("url", license.url)], in: .podcast) }
            change(&builder) { $0.license = license }
        case .funding, .contentlink: endReference(name, field, &builder)
        case .txt:
            guard let text = field.string else {
                return builder.keep("txt", nil, [("purpose", builder.parts.txtPurpose)], in: .podcast)
            }
            let txt = ParsedTxt(text: text, purpose: builder.parts.txtPurpose)
            guard !isListed(txt, in: \.txts, builder), hasRoom(in: \.txts, &builder) else { return }
            change(&builder) { $0.txts.append(txt) }
        default:
            if builder.isInItem {
                endInItem(name, field, &builder)
            } else {
                endInChannel(name, field, &builder)
            }
        }
    }

    private static func endPerson(_ field: FieldText, _ builder: inout FeedBuilder) {
        var person = builder.parts.person
        let text = field.person
        guard let name = person.name.isEmpty ? text : person.name else {
            // The usual part in the show says nothing of nobody.
            let attributes = [
                ("role", person.role == "host" ? nil : person.role),
                ("group", person.group == "cast" ? nil : person.group), ("img", person.imageURL),
                ("href", person.href),
            ]
            return builder.keep("person", nil, attributes, in: .podcast)
        }
        if text != nil, name != text { builder.keep("person", field.string, [("name", name)], in: .podcast) }
        person.name = name
        guard !isListed(person, in: \.persons, builder), hasRoom(in: \.persons, &builder) else { return }
        change(&builder) { $0.persons.append(person) }
    }

    private static func endLocation(_ field: FieldText, _ builder: inout FeedBuilder) {
        var location = builder.parts.location
        location.name = field.name
        guard location != ParsedLocation(), !isListed(location, in: \.locations, builder),
            hasRoom(in: \.locations, &builder)
        else { return }
        change(&builder) { $0.locations.append(location) }
    }

    private static func endReference(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        let written = builder.parts.referenceURL
        guard let url = written ?? builder.wholeAddress(field) else {
            let tag = name == .funding ? "funding" : "contentLink"
            return builder.warn(.missingURL, "a podcast:\(tag) has no URL and was left out")
        }
        let reference = ParsedReference(url: url, text: written == nil ? nil : field.name)
        let list: WritableKeyPath<ParsedPodcastTags, [ParsedReference]> = name == .funding ? \.funding : \.contentLinks
        guard !isListed(reference, in: list, builder), hasRoom(in: list, &builder) else { return }
        change(&builder) { $0[keyPath: list].append(reference) }
    }

    private static func endInItem(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .transcript: endTranscript(field, &builder)
        case .chapters: endChapters(field, &builder)
        case .season:
            guard builder.item.podcast.seasonNumber == nil, builder.item.podcast.seasonName == nil else {
                return builder.keep("season", field.string, [("name", builder.parts.seasonName)], in: .podcast)
            }
            let number = field.seasonNumber
            builder.item.podcast.seasonNumber = number ?? builder.parts.seasonNumber
            if let number, let other = builder.parts.seasonNumber, other != number {
                builder.keep("season", nil, [("number", String(other))], in: .podcast)
            }
            builder.item.podcast.seasonName = builder.parts.seasonName
        case .episode:
            guard builder.item.podcast.episodeNumber == nil, builder.item.podcast.episodeDisplay == nil else {
                return builder.keep("episode", field.string, [("display", builder.parts.episodeDisplay)], in: .podcast)
            }
            let number = DecimalNumber.parse(field.bytes) ?? field.episodeNumber.map(Double.init)
            builder.item.podcast.episodeNumber = number ?? builder.parts.episodeNumber
            if let number, let other = builder.parts.episodeNumber, other != number {
                builder.keep("episode", nil, [("number", String(other))], in: .podcast)
            }
            builder.item.podcast.episodeDisplay = builder.parts.episodeDisplay
        case .soundbite:
            var soundbite = builder.parts.soundbite
            if let title = field.name {
                if let other = soundbite.title, other != title {
                    builder.keep("soundbite", nil, [("title", other)], in: .podcast)
                }
                soundbite.title = title
            }
            if builder.isListed(soundbite, in: builder.item.podcast.soundbites) { return }
            if builder.hasRoom(builder.item.podcast.soundbites.count) {
                builder.item.podcast.soundbites.append(soundbite)
            }
        default: break
        }
    }

    /// Takes the text of a transcript whose address is not among its attributes.
    private static func endTranscript(_ field: FieldText, _ builder: inout FeedBuilder) {
        var transcript = builder.parts.transcript
        guard let url = builder.wholeAddress(field) else {
            builder.warn(.missingURL, "a transcript has no URL and was left out")
            let said = [("type", transcript.type), ("language", transcript.language), ("rel", transcript.rel)]
            return builder.keep("transcript", field.string, said, in: .podcast)
        }
        transcript.url = url
        if !add(transcript, &builder) { field.leave() }
    }

    /// Likewise of the chapters.
    private static func endChapters(_ field: FieldText, _ builder: inout FeedBuilder) {
        let type = builder.parts.chaptersType
        guard let url = builder.wholeAddress(field) else {
            return builder.keep("chapters", field.string, [("type", type)], in: .podcast)
        }
        builder.item.podcast.chaptersURL = url
        builder.item.podcast.chaptersType = type
    }

    private static func endInChannel(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .guid: endGUID(field, &builder)
        case .medium:
            guard builder.channel.podcastChannel.medium == nil, let medium = field.line?.lowercased() else { return }
            // The list form of a medium ends in a capital L: "musicL".
            let isList = medium.count > 1 && medium.hasSuffix("l") && field.bytes.last == 0x4C
            builder.channel.podcastChannel.medium = isList ? medium.dropLast() + "L" : medium
        case .locked: endLocked(field, &builder)
        case .trailer:
            guard var trailer = builder.parts.trailer else { return }
            trailer.title = field.name
            let known = builder.channel.podcastChannel.trailers
            guard !builder.isListed(trailer, in: known), builder.hasRoom(known.count) else { return }
            builder.channel.podcastChannel.trailers.append(trailer)
        case .block:
            guard let isBlocked = BooleanWord.parse(field.bytes),
                builder.hasRoom(builder.channel.podcastChannel.blocks.count)
            else { return builder.keep("block", field.string, [("id", builder.parts.blockID)], in: .podcast) }
            builder.channel.podcastChannel.blocks.append(
                ParsedBlock(id: builder.parts.blockID, isBlocked: isBlocked)
            )
        case .updatefrequency:
            var frequency = builder.parts.frequency
            guard builder.channel.podcastChannel.updateFrequency == nil else {
                let isComplete = frequency.isComplete.map { $0 ? "true" : "false" }
                let attributes = [("complete", isComplete), ("dtstart", frequency.start), ("rrule", frequency.rule)]
                return builder.keep("updateFrequency", field.string, attributes, in: .podcast)
            }
            frequency.text = field.name
            // An empty one says nothing, and the next may.
            if frequency != ParsedUpdateFrequency() { builder.channel.podcastChannel.updateFrequency = frequency }
        default: break
        }
    }

    private static func endLocked(_ field: FieldText, _ builder: inout FeedBuilder) {
        let owner = builder.parts.lockedOwner
        let isLocked = BooleanWord.parse(field.bytes)
        let known = builder.channel.podcastChannel
        guard known.locked == nil, isLocked != nil || known.lockedOwner == nil else {
            return builder.keep("locked", field.string, [("owner", owner)], in: .podcast)
        }
        // One before it may have named the owner, and not said whether the show is locked.
        if let other = known.lockedOwner, owner != nil { builder.keep("locked", nil, [("owner", other)], in: .podcast) }
        builder.channel.podcastChannel.locked = isLocked
        builder.channel.podcastChannel.lockedOwner = owner ?? known.lockedOwner
        if isLocked == nil { field.leave() }
    }

    private static func endGUID(_ field: FieldText, _ builder: inout FeedBuilder) {
        guard builder.channel.podcastChannel.guid == nil, !field.isEmpty else { return }
        guard let guid = UUIDText.parse(field.bytes) else {
            field.leave()
            return builder.warn(.invalidValue, "the podcast:guid \"\(field.quotation)\" is not a UUID")
        }
        builder.channel.podcastChannel.guid = guid
    }
}
