import FeedParsing
import PodcastModel

extension Transcript {
    init(parsed: ParsedTranscript) {
        self.init(
            url: EscapedAmpersands.removed(from: parsed.url),
            type: parsed.type,
            language: parsed.language,
            rel: parsed.rel
        )
    }
}

extension Person {
    init(parsed: ParsedPerson) {
        self.init(
            name: parsed.name,
            role: parsed.role,
            group: parsed.group,
            imageURL: parsed.imageURL.map(EscapedAmpersands.removed),
            href: parsed.href.map(EscapedAmpersands.removed)
        )
    }
}

extension Funding {
    init(parsed: ParsedReference) {
        self.init(url: EscapedAmpersands.removed(from: parsed.url), text: parsed.text)
    }
}

extension License {
    init(parsed: ParsedLicense) {
        self.init(identifier: parsed.name, url: parsed.url.map(EscapedAmpersands.removed))
    }
}

extension SocialInteraction {
    init(parsed: ParsedSocialInteraction) {
        self.init(
            protocol: parsed.protocol,
            uri: parsed.uri.map(EscapedAmpersands.removed),
            accountID: parsed.accountID,
            accountURL: parsed.accountURL.map(EscapedAmpersands.removed),
            priority: parsed.priority
        )
    }
}

extension AlternateEnclosure {
    init(parsed: ParsedAlternateEnclosure) {
        let hasIntegrity = parsed.integrityType != nil || parsed.integrityValue != nil
        self.init(
            type: parsed.type,
            length: parsed.length,
            bitrate: parsed.bitrate,
            height: parsed.height,
            language: parsed.language,
            title: parsed.title,
            rel: parsed.rel,
            codecs: parsed.codecs,
            isDefault: parsed.isDefault,
            sources: parsed.sources.map {
                Source(uri: EscapedAmpersands.removed(from: $0.uri), contentType: $0.contentType)
            },
            integrity: hasIntegrity ? Integrity(type: parsed.integrityType, value: parsed.integrityValue) : nil
        )
    }
}

extension Location {
    init(parsed: ParsedLocation) {
        self.init(name: parsed.name, rel: parsed.rel, geo: parsed.geo, osm: parsed.osm, country: parsed.country)
    }
}

extension Value {
    init(parsed: ParsedValue) {
        self.init(
            type: parsed.type,
            method: parsed.method,
            suggested: parsed.suggested,
            recipients: parsed.recipients.map(ValueRecipient.init(parsed:)),
            timeSplits: parsed.timeSplits.map(ValueTimeSplit.init(parsed:))
        )
    }
}

extension ValueRecipient {
    init(parsed: ParsedValueRecipient) {
        self.init(
            name: parsed.name,
            type: parsed.type,
            address: parsed.address,
            split: parsed.split,
            customKey: parsed.customKey,
            customValue: parsed.customValue,
            fee: parsed.isFee
        )
    }
}

extension ValueTimeSplit {
    init(parsed: ParsedValueTimeSplit) {
        self.init(
            startSeconds: parsed.startSeconds,
            durationSeconds: parsed.durationSeconds,
            remoteStartSeconds: parsed.remoteStartSeconds,
            remotePercentage: parsed.remotePercentage,
            remoteItem: parsed.remoteItem.map(RemoteItem.init(parsed:)),
            recipients: parsed.recipients.map(ValueRecipient.init(parsed:))
        )
    }
}

extension RemoteItem {
    init(parsed: ParsedRemoteItem) {
        self.init(
            feedGUID: parsed.feedGUID,
            feedURL: parsed.feedURL.map(EscapedAmpersands.removed),
            itemGUID: parsed.itemGUID,
            medium: parsed.medium,
            title: parsed.title
        )
    }
}

extension SizedImage {
    init(parsed: ParsedPodcastImage) {
        self.init(
            url: EscapedAmpersands.removed(from: parsed.url),
            alt: parsed.alt,
            aspectRatio: parsed.aspectRatio,
            width: parsed.width,
            height: parsed.height,
            type: parsed.type,
            purpose: parsed.purposes.isEmpty ? nil : parsed.purposes.joined(separator: " ")
        )
    }
}

extension Chat {
    init(parsed: ParsedChat) {
        self.init(server: parsed.server, protocol: parsed.protocol, accountID: parsed.accountID, space: parsed.space)
    }
}

extension Trailer {
    init(parsed: ParsedTrailer) {
        self.init(
            url: EscapedAmpersands.removed(from: parsed.url),
            title: parsed.title,
            publishedAt: parsed.publishedAt.map(Timestamp.init(epochSeconds:)),
            length: parsed.length,
            type: parsed.type,
            season: parsed.season
        )
    }
}
