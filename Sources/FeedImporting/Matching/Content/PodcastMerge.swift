import PodcastModel

extension Podcast {
    /// The podcast with what it may only have lost, because its document was
    /// damaged or cut off, taken from the stored one (identity C5 26).
    ///
    /// - Parameter stored: the podcast as the store has it.
    /// - Returns: the podcast to store.
    func keepingVanished(of stored: Podcast) -> Podcast {
        var keeper = Keeper(stored: stored, podcast: self)
        keeper.keepTexts()
        keeper.keepPodcastTags()
        keeper.keepSchedule()
        return keeper.podcast
    }

    private struct Keeper {
        let stored: Podcast
        var podcast: Podcast

        mutating func keep<Value>(_ field: WritableKeyPath<Podcast, Value?>) {
            if podcast[keyPath: field] == nil { podcast[keyPath: field] = stored[keyPath: field] }
        }

        mutating func keep<Element>(_ field: WritableKeyPath<Podcast, [Element]>) {
            if podcast[keyPath: field].isEmpty { podcast[keyPath: field] = stored[keyPath: field] }
        }

        mutating func keepTexts() {
            keep(\.id)
            keep(\.title)
            keep(\.link)
            keep(\.description)
            keep(\.subtitle)
            keep(\.summary)
            keep(\.language)
            keep(\.copyright)
            keep(\.generator)
            keep(\.author)
            keep(\.authorEmail)
            keep(\.owner)
            keep(\.artworkURL)
            keep(\.categories)
            keep(\.keywords)
            keep(\.type)
            keep(\.explicit)
            keep(\.newFeedURL)
            podcast.complete = podcast.complete || stored.complete
            podcast.block = podcast.block || stored.block
        }

        mutating func keepPodcastTags() {
            keep(\.guid)
            keep(\.medium)
            keep(\.locked)
            keep(\.funding)
            keep(\.persons)
            keep(\.socialInteractions)
            keep(\.license)
            keep(\.location)
            keep(\.value)
            keep(\.trailers)
            keep(\.podroll)
            keep(\.updateFrequency)
            keep(\.podping)
            keep(\.publisher)
            keep(\.txts)
            keep(\.images)
            keep(\.blocks)
            keep(\.chat)
            keep(\.remoteItems)
            keep(\.liveItems)
            podcast.extensions.merge(stored.extensions) { read, _ in read }
        }

        mutating func keepSchedule() {
            keep(\.publishedAt)
            keep(\.lastBuildAt)
            keep(\.ttlMinutes)
            keep(\.skipHours)
            keep(\.skipDays)
            keep(\.updatePeriodSeconds)
            keep(\.cloud)
            keep(\.selfURL)
            keep(\.hubURLs)
            keep(\.nextPageURL)
            keep(\.previousArchiveURL)
            podcast.archiveComplete = podcast.archiveComplete || stored.archiveComplete
        }
    }
}
