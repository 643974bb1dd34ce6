import PodcastModel

extension Episode {
    /// An item as the mapping would make it, with no more than matching looks at.
    static func item(
        guid: String? = nil,
        title: String = "Episode",
        enclosure: String? = nil,
        type: String = "audio/mpeg",
        date: Timestamp? = nil,
        duration: Int? = nil,
        link: String? = nil,
        description: String? = nil
    ) -> Episode {
        var episode = Episode()
        episode.guid = guid
        episode.title = title
        episode.rssTitle = title
        episode.publishedAt = date
        episode.publishedRaw = date?.rfc3339
        episode.durationSeconds = duration
        episode.link = link
        episode.description = description
        if let enclosure { episode.enclosures = [Enclosure(url: enclosure, length: 1_000_000, type: type)] }
        return episode
    }

    /// A numbered episode of a weekly show: 1 is the oldest.
    static func weekly(_ number: Int, guid: String? = nil) -> Episode {
        item(
            guid: guid ?? "guid-\(number)",
            title: "Talk about \(number)",
            enclosure: "https://cdn.example.com/show/\(number).mp3",
            date: .day(7 * number),
            duration: 1800
        )
    }
}

extension [Episode] {
    /// The same under other guids, by their places.
    func withGUIDs(_ guid: (Int) -> String) -> [Episode] {
        enumerated().map { index, show in
            var show = show
            show.guid = guid(index)
            return show
        }
    }

    /// The same under other guids, and with their files on another host.
    func movedElsewhere() -> [Episode] {
        withGUIDs { "moved-\($0)" }.enumerated().map { index, show in
            var show = show
            show.enclosures[0].url = "https://other.example/x\(index)/audio.mp3"
            return show
        }
    }
}

extension Timestamp {
    /// So many days and hours after the beginning of 2026.
    static func day(_ day: Int, hour: Int = 12, minute: Int = 0) -> Timestamp {
        Timestamp(epochSeconds: 1_767_225_600 + Int64(day) * 86_400 + Int64(hour) * 3600 + Int64(minute) * 60)
    }
}
