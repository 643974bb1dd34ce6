import GRDB
import PodcastModel

/// The lists of an episode that have tables of their own.
enum EpisodeParts {
    /// One such table; `columns` begin with `episodeId` and `position`.
    struct Table {
        let name: String
        let rows: RowWriters.Kind
        let columns: [String]

        init(_ name: String, _ rows: RowWriters.Kind, _ columns: String...) {
            self.name = name
            self.rows = rows
            self.columns = ["episodeId", "position"] + columns
        }
    }

    static let enclosure = Table("enclosure", .enclosure, "url", "length", "type", "typeGuessed")
    static let transcript = Table("transcript", .transcript, "url", "type", "language", "rel")
    static let chapter = Table("chapter", .chapter, "startSeconds", "title", "href", "imageURL")
    static let soundbite = Table("soundbite", .soundbite, "startSeconds", "durationSeconds", "title")
    static let category = Table("episodeCategory", .episodeCategory, "name")
    static let person = Table("episodePerson", .episodePerson, "name", "role", "groupName", "imageURL", "href")
    static let funding = Table("episodeFunding", .episodeFunding, "url", "text")

    static let all = [enclosure, transcript, chapter, soundbite, category, person, funding]
}

// MARK: - Writing

extension EpisodeParts {
    /// Writes the lists of episodes that have none yet and are numbered from one on.
    ///
    /// - Parameters:
    ///   - episodes: their numbers go up in this order.
    ///   - first: the number of the first.
    ///   - unit: where they are written.
    /// - Throws: ``PersistenceError``.
    static func insert(
        _ episodes: [IncomingEpisode],
        from first: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        // Each list is read in place: passing the episode by value would copy it.
        try insert(rows(episodes, first) { $0.episode.enclosures }, .enclosure, unit, bind)
        try insert(rows(episodes, first) { $0.episode.transcripts }, .transcript, unit, bind)
        try insert(rows(episodes, first) { $0.episode.chapters }, .chapter, unit, bind)
        try insert(rows(episodes, first) { $0.episode.soundbites }, .soundbite, unit, bind)
        try insert(rows(episodes, first) { $0.episode.categories }, .episodeCategory, unit, bind)
        try insert(rows(episodes, first) { $0.episode.persons }, .episodePerson, unit, bind)
        try insert(rows(episodes, first) { $0.episode.funding }, .episodeFunding, unit, bind)
    }

    /// Writes the lists that differ, each anew; an equal list is not touched.
    static func replace(
        _ old: Episode,
        with new: Episode,
        id: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        try renew(old.enclosures, new.enclosures, enclosure, id, unit, bind)
        try renew(old.transcripts, new.transcripts, transcript, id, unit, bind)
        try renew(old.chapters, new.chapters, chapter, id, unit, bind)
        try renew(old.soundbites, new.soundbites, soundbite, id, unit, bind)
        try renew(old.categories, new.categories, category, id, unit, bind)
        try renew(old.persons, new.persons, person, id, unit, bind)
        try renew(old.funding, new.funding, funding, id, unit, bind)
    }

    private static func renew<Part: Equatable & Encodable>(
        _ old: [Part],
        _ new: [Part],
        _ table: Table,
        _ id: Int64,
        _ unit: UnitOfWork,
        _ bind: (RowWriter, Part) -> Void
    ) throws(PersistenceError) {
        guard try !old.isExactly(new) else { return }
        if !old.isEmpty { try unit.execute("DELETE FROM \(table.name) WHERE episodeId = ?", [id]) }
        try insert(new.enumerated().map { (id, $0.offset, $0.element) }, table.rows, unit, bind)
    }

    /// An entry of a list with the first two columns of its row.
    private typealias Row<Part> = (episodeID: Int64, position: Int, part: Part)

    private static func rows<Part>(
        _ episodes: [IncomingEpisode],
        _ first: Int64,
        _ list: (IncomingEpisode) -> [Part]
    ) -> [Row<Part>] {
        let count = episodes.reduce(0) { $0 + list($1).count }
        guard count > 0 else { return [] }
        var rows: [Row<Part>] = []
        rows.reserveCapacity(count)
        for (place, episode) in episodes.enumerated() {
            for (position, part) in list(episode).enumerated() { rows.append((first + Int64(place), position, part)) }
        }
        return rows
    }

    @inline(__always)
    private static func insert<Part>(
        _ rows: [Row<Part>],
        _ kind: RowWriters.Kind,
        _ unit: UnitOfWork,
        _ bind: (RowWriter, Part) -> Void
    ) throws(PersistenceError) {
        var rest = rows[...]
        while !rest.isEmpty {
            let rowCount = RowWriters.rowCount(for: rest.count)
            let row = try unit.writer(kind, rowCount: rowCount)
            for (id, position, part) in rest.prefix(rowCount) {
                row.integer(id)
                row.int(position)
                bind(row, part)
            }
            try row.run()
            rest = rest.dropFirst(rowCount)
        }
    }

    private static func bind(_ row: RowWriter, _ enclosure: Enclosure) {
        row.text(enclosure.url)
        row.integer(enclosure.length)
        row.text(enclosure.type)
        row.flag(enclosure.typeGuessed)
    }

    private static func bind(_ row: RowWriter, _ transcript: Transcript) {
        row.text(transcript.url)
        row.text(transcript.type)
        row.text(transcript.language)
        row.text(transcript.rel)
    }

    private static func bind(_ row: RowWriter, _ chapter: Chapter) {
        row.real(chapter.startSeconds)
        row.text(chapter.title)
        row.text(chapter.href)
        row.text(chapter.imageURL)
    }

    private static func bind(_ row: RowWriter, _ soundbite: Soundbite) {
        row.real(soundbite.startSeconds)
        row.real(soundbite.durationSeconds)
        row.text(soundbite.title)
    }

    private static func bind(_ row: RowWriter, _ category: String) {
        row.text(category)
    }

    private static func bind(_ row: RowWriter, _ person: Person) {
        row.person(person)
    }

    private static func bind(_ row: RowWriter, _ funding: Funding) {
        row.text(funding.url)
        row.text(funding.text)
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
    static func complete(_ stored: inout [StoredEpisode], in unit: UnitOfWork) throws(PersistenceError) {
        guard !stored.isEmpty else { return }
        var places: [Int64: Int] = [:]
        for (place, episode) in stored.enumerated() { places[episode.id] = place }
        let ids = ColumnJSON.list(stored.map(\.id))
        for table in all {
            let columns = table.columns.filter { $0 != "position" }.joined(separator: ", ")
            let query = """
                SELECT \(columns) FROM \(table.name)
                WHERE episodeId IN (SELECT value FROM json_each(?)) ORDER BY episodeId, position
                """
            _ = try unit.fetch(query, [ids]) { row throws(PersistenceError) in
                guard let place = places[row.requiredInteger()] else { return }
                append(&row, of: table.name, to: &stored[place].episode)
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
