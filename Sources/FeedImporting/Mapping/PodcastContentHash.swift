import PodcastModel

/// Recognises a channel that says the same as last time.
enum PodcastContentHash {
    /// XXH64 over every field but the two build dates: many generators write
    /// the time of the request there, and nothing else changes.
    ///
    /// What nearly every channel has goes into the digest as it is; whatever is
    /// left then, of which most have nothing, as JSON.
    static func make(of podcast: Podcast) -> UInt64 {
        var digest = ContentDigest()
        var rest = podcast
        rest.lastBuildAt = nil
        rest.publishedAt = nil
        for (number, path) in texts.enumerated() {
            digest.add(Int64(number), podcast[keyPath: path])
            rest[keyPath: path] = nil
        }
        addLists(of: podcast, to: &digest, clearing: &rest)
        if rest != Podcast() { add(rest, to: &digest) }
        return digest.finalize()
    }

    private static let texts: [any WritableKeyPath<Podcast, String?> & Sendable] = [
        \.id, \.title, \.link, \.description, \.subtitle, \.summary, \.language, \.copyright, \.generator, \.author,
        \.authorEmail, \.artworkURL, \.guid, \.medium, \.selfURL, \.newFeedURL,
    ]

    private static func addLists(of podcast: Podcast, to digest: inout ContentDigest, clearing rest: inout Podcast) {
        for path in podcast.categories {
            for name in path { digest.add(100, name) }
            digest.end(100)
        }
        for keyword in podcast.keywords { digest.add(101, keyword) }
        if let owner = podcast.owner {
            digest.add(102, owner.name)
            digest.add(103, owner.email)
            digest.end(102)
        }
        for person in podcast.persons {
            digest.add(104, person.name)
            digest.add(105, person.role)
            digest.add(106, person.group)
            digest.add(107, person.imageURL)
            digest.add(108, person.href)
            digest.end(104)
        }
        for funding in podcast.funding {
            digest.add(109, funding.url)
            digest.add(110, funding.text)
            digest.end(109)
        }
        for hub in podcast.hubURLs { digest.add(111, hub) }
        (rest.categories, rest.keywords, rest.owner) = ([], [], nil)
        (rest.persons, rest.funding, rest.hubURLs) = ([], [], [])
        digest.add(112, podcast.explicit)
        digest.add(113, podcast.type?.rawValue)
        digest.add(114, podcast.ttlMinutes)
        (rest.explicit, rest.type, rest.ttlMinutes) = (nil, nil, nil)
        if let locked = podcast.locked {
            digest.add(115, locked.value)
            digest.add(116, locked.owner)
            digest.end(115)
            rest.locked = nil
        }
    }

    private static func add(_ rest: Podcast, to digest: inout ContentDigest) {
        do {
            digest.update(try JSONValue(encoding: rest).text)
        } catch {
            // Our own values always encode; were one not to, the channel
            // counts as changed, which costs a write and loses nothing.
            digest.update(rest.title ?? "")
        }
    }
}
