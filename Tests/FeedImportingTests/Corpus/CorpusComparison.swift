import FeedLoading
import Persistence
import PodcastModel

@testable import FeedImporting

/// What the store holds after an import against what the reader reads, field by field.
struct CorpusComparison {
    /// Feeds that were compared.
    private(set) var documents = 0
    /// Documents that are no feeds.
    private(set) var refused = 0
    /// Items in the documents.
    private(set) var items = 0
    /// Items that are the same episode as another one of their document.
    private(set) var merged = 0
    /// Episodes in the store.
    private(set) var episodes = 0
    /// What is not as it should be, with the document it was found in.
    private(set) var differences: [String] = []

    /// Compares what became of one feed.
    mutating func add(_ result: FeedImportResult, in bed: ImportTestBed) async throws {
        guard let document = try await read(path: result.feed) else {
            refused += 1
            if case .failed = result.outcome { return }
            differences.append("\(result.feed): cannot be read, but ended as \(result.outcome)")
            return
        }
        guard case .imported(let counts) = result.outcome, let podcastID = result.podcastID else {
            differences.append("\(result.feed): can be read, but ended as \(result.outcome)")
            return
        }
        let mergedHere = mergedCount(result.warnings)
        documents += 1
        items += document.episodes.count
        merged += mergedHere
        episodes += counts.inserted
        if counts.inserted + mergedHere != document.episodes.count {
            differences.append(
                "\(result.feed): \(document.episodes.count) items, \(counts.inserted) inserted, \(mergedHere) merged"
            )
        }
        let (podcast, stored) = try await bed.read { unit throws(PersistenceError) in
            (
                try unit.podcasts.podcast(id: podcastID)?.podcast,
                try unit.episodes.episodes(matching: EpisodeQuery(podcastID: podcastID))
            )
        }
        if stored.count != counts.inserted {
            differences.append("\(result.feed): \(counts.inserted) inserted, \(stored.count) stored")
        }
        var expected = document.podcast
        if expected.title == nil {
            expected.title = StandInTitle.make(
                link: expected.link,
                feedURL: FeedSource.file(path: result.feed).feedURL
            )
        }
        try compare(podcast, with: expected, in: result.feed)
        try compare(stored.map(\.episode), with: document.episodes, in: result.feed)
    }

    private func read(path: String) async throws -> FeedDocument? {
        let loader = try PodcastFeedLoader()
        let source = FeedSource.file(path: path)
        let document: FeedDocument?
        do {
            if case .loaded(let feed) = try await loader.load(FeedLoadRequest(source: source)) {
                document = try FeedDocumentReader().document(from: feed.body, baseURL: source.feedURL, charset: nil)
            } else {
                document = nil
            }
        } catch {
            document = nil
        }
        await loader.shutdown()
        return document
    }

    private mutating func compare(_ stored: Podcast?, with read: Podcast, in feed: String) throws {
        let difference = try stored.map { try firstDifference(JSONValue(encoding: $0), JSONValue(encoding: read)) }
        switch difference {
        case .none: differences.append("\(feed): the podcast is not in the store")
        case .some(.some(let difference)): differences.append("\(feed): podcast: \(difference)")
        case .some(.none): break
        }
    }

    /// Each stored episode is an item of its key, as it was read.
    private mutating func compare(_ stored: [Episode], with read: [Episode], in feed: String) throws {
        var readByKey: [String: [JSONValue]] = [:]
        for episode in read { readByKey[episode.key, default: []].append(try JSONValue(encoding: episode)) }
        for episode in stored {
            let value = try JSONValue(encoding: episode)
            let candidates = readByKey[episode.key] ?? []
            guard let candidate = candidates.first else {
                differences.append("\(feed): \(episode.title) (\(episode.key)): there is no such item")
                continue
            }
            if !candidates.contains(value), let difference = firstDifference(value, candidate) {
                differences.append("\(feed): \(episode.title): \(difference)")
            }
        }
    }

    /// How many items the warnings say were merged into others.
    private func mergedCount(_ warnings: [ImportWarning]) -> Int {
        // "3 items are the same episode …": two of them went into the third.
        warnings.filter { $0.kind == .duplicateItem }
            .compactMap { Int($0.detail.prefix { $0.isNumber }) }
            .reduce(0) { $0 + $1 - 1 }
    }

    /// The first member of two objects that is not the same; nil if all are.
    private func firstDifference(_ stored: JSONValue, _ read: JSONValue) -> String? {
        guard case .object(let storedMembers) = stored, case .object(let readMembers) = read else {
            return "no objects"
        }
        if storedMembers.map(\.name) != readMembers.map(\.name) { return "other members" }
        for (left, right) in zip(storedMembers, readMembers) where left.value != right.value {
            return "\(left.name): stored \(left.value.text.prefix(200)), read \(right.value.text.prefix(200))"
        }
        return nil
    }
}
