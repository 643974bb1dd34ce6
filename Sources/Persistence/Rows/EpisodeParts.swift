import GRDB
import PodcastModel

/// The lists of an episode that have tables of their own.
enum EpisodeParts {
    /// One such table; `columns` begin with `episodeId` and `position`.
    struct Table {
        let name: String
        let columns: [String]

        init(_ name: String, _ columns: String...) {
            self.name = name
            self.columns = ["episodeId", "position"] + columns
        }
    }

    static let enclosure = Table("enclosure", "url", "length", "type", "typeGuessed")
    static let transcript = Table("transcript", "url", "type", "language", "rel")
    static let chapter = Table("chapter", "startSeconds", "title", "href", "imageURL")
    static let soundbite = Table("soundbite", "startSeconds", "durationSeconds", "title")
    static let category = Table("episodeCategory", "name")
    static let person = Table("episodePerson", "name", "role", "groupName", "imageURL", "href")
    static let funding = Table("episodeFunding", "url", "text")

    static let all = [enclosure, transcript, chapter, soundbite, category, person, funding]
}

// MARK: - Writing

extension EpisodeParts {
    /// Writes the lists that are not empty; the episode has none yet.
    static func insert(_ episode: Episode, id: Int64, in unit: UnitOfWork) throws(PersistenceError) {
        try insert(episode.enclosures, .enclosure, id, unit) { row, enclosure in
            row.text(enclosure.url)
            row.integer(enclosure.length)
            row.text(enclosure.type)
            row.flag(enclosure.typeGuessed)
        }
        try insert(episode.transcripts, .transcript, id, unit) { row, transcript in
            row.text(transcript.url)
            row.text(transcript.type)
            row.text(transcript.language)
            row.text(transcript.rel)
        }
        try insert(episode.chapters, .chapter, id, unit) { row, chapter in
            row.real(chapter.startSeconds)
            row.text(chapter.title)
            row.text(chapter.href)
            row.text(chapter.imageURL)
        }
        try insert(episode.soundbites, .soundbite, id, unit) { row, soundbite in
            row.real(soundbite.startSeconds)
            row.real(soundbite.durationSeconds)
            row.text(soundbite.title)
        }
        try insert(episode.categories, .episodeCategory, id, unit) { row, category in row.text(category) }
        try insert(episode.persons, .episodePerson, id, unit) { row, person in row.person(person) }
        try insert(episode.funding, .episodeFunding, id, unit) { row, funding in
            row.text(funding.url)
            row.text(funding.text)
        }
    }

    /// Writes the lists that differ, each anew; an equal list is not touched.
    static func replace(
        _ old: Episode,
        with new: Episode,
        id: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        var changed = Episode()
        try renew(old, new, \.enclosures, enclosure, id, unit, &changed)
        try renew(old, new, \.transcripts, transcript, id, unit, &changed)
        try renew(old, new, \.chapters, chapter, id, unit, &changed)
        try renew(old, new, \.soundbites, soundbite, id, unit, &changed)
        try renew(old, new, \.categories, category, id, unit, &changed)
        try renew(old, new, \.persons, person, id, unit, &changed)
        try renew(old, new, \.funding, funding, id, unit, &changed)
        try insert(changed, id: id, in: unit)
    }

    /// Clears the list in the store if it differs, and notes the new one.
    private static func renew<Part: Equatable>(
        _ old: Episode,
        _ new: Episode,
        _ path: WritableKeyPath<Episode, [Part]>,
        _ table: Table,
        _ id: Int64,
        _ unit: UnitOfWork,
        _ changed: inout Episode
    ) throws(PersistenceError) {
        guard old[keyPath: path] != new[keyPath: path] else { return }
        if !old[keyPath: path].isEmpty {
            try unit.execute("DELETE FROM \(table.name) WHERE episodeId = ?", [id])
        }
        changed[keyPath: path] = new[keyPath: path]
    }

    @inline(__always)
    private static func insert<Part>(
        _ parts: [Part],
        _ kind: RowWriters.Kind,
        _ id: Int64,
        _ unit: UnitOfWork,
        _ bind: (RowWriter, Part) -> Void
    ) throws(PersistenceError) {
        guard !parts.isEmpty else { return }
        let row = try unit.writer(kind)
        for (position, part) in parts.enumerated() {
            row.integer(id)
            row.int(position)
            bind(row, part)
            try row.run()
        }
    }
}

extension RowWriter {
    func person(_ person: Person) {
        text(person.name)
        text(person.role)
        text(person.group)
        text(person.imageURL)
        text(person.href)
    }
}

// MARK: - Reading

extension EpisodeParts {
    /// Completes the episodes with their lists: one query a table, however
    /// many episodes there are.
    static func complete(_ rows: inout [EpisodeRow], in unit: UnitOfWork) throws(PersistenceError) {
        guard !rows.isEmpty else { return }
        var places: [Int64: Int] = [:]
        for (place, row) in rows.enumerated() { places[row.id] = place }
        let ids = "[" + rows.map { String($0.id) }.joined(separator: ",") + "]"
        for table in all {
            let columns = table.columns.filter { $0 != "position" }.joined(separator: ", ")
            let query = """
                SELECT \(columns) FROM \(table.name)
                WHERE episodeId IN (SELECT value FROM json_each(?)) ORDER BY episodeId, position
                """
            _ = try unit.fetch(query, [ids]) { row throws(PersistenceError) in
                guard let place = places[row.requiredInteger()] else { return }
                append(&row, of: table.name, to: &rows[place].episode)
            }
        }
    }

    private static func append(_ row: inout RowReader, of table: String, to episode: inout Episode) {
        switch table {
        case enclosure.name:
            episode.enclosures.append(
                Enclosure(
                    url: row.requiredText(),
                    length: row.integer(),
                    type: row.text(),
                    typeGuessed: row.requiredFlag()
                )
            )
        case transcript.name:
            episode.transcripts.append(
                Transcript(url: row.requiredText(), type: row.text(), language: row.text(), rel: row.text())
            )
        case chapter.name:
            episode.chapters.append(
                Chapter(startSeconds: row.real() ?? 0, title: row.text(), href: row.text(), imageURL: row.text())
            )
        case soundbite.name:
            episode.soundbites.append(
                Soundbite(startSeconds: row.real() ?? 0, durationSeconds: row.real() ?? 0, title: row.text())
            )
        case category.name: episode.categories.append(row.requiredText())
        case person.name: episode.persons.append(row.person())
        default: episode.funding.append(Funding(url: row.requiredText(), text: row.text()))
        }
    }
}

extension RowReader {
    mutating func person() -> Person {
        Person(name: requiredText(), role: text(), group: text(), imageURL: text(), href: text())
    }
}

/// An episode on its way out of the store.
struct EpisodeRow {
    let id: Int64
    let podcastID: Int64
    let firstSeenAt: Timestamp
    let lastSeenAt: Timestamp
    let removedAt: Timestamp?
    var episode: Episode

    var stored: StoredEpisode {
        StoredEpisode(
            id: id,
            podcastID: podcastID,
            firstSeenAt: firstSeenAt,
            lastSeenAt: lastSeenAt,
            removedAt: removedAt,
            episode: episode
        )
    }
}
