import GRDB
import PodcastModel

/// The lists of a podcast that have tables of their own.
enum PodcastParts {
    /// Writes the lists that differ from the stored ones, each anew.
    static func replace(
        _ old: Podcast,
        with new: Podcast,
        id: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        if try !old.categories.isExactly(new.categories) {
            try unit.execute("DELETE FROM podcastCategory WHERE podcastId = ?", [id])
            try insert(new.categories, .podcastCategory, id, unit) { row, path throws(PersistenceError) in
                try row.json(path)
            }
        }
        if try !old.persons.isExactly(new.persons) {
            try unit.execute("DELETE FROM podcastPerson WHERE podcastId = ?", [id])
            try insert(new.persons, .podcastPerson, id, unit) { row, person in row.person(person) }
        }
        if try !old.funding.isExactly(new.funding) {
            try unit.execute("DELETE FROM podcastFunding WHERE podcastId = ?", [id])
            try insert(new.funding, .podcastFunding, id, unit) { row, funding in
                row.text(funding.url)
                row.text(funding.text)
            }
        }
    }

    /// Completes a podcast with its lists.
    static func complete(_ podcast: inout Podcast, id: Int64, in unit: UnitOfWork) throws(PersistenceError) {
        podcast.categories = try unit.fetch(
            "SELECT path FROM podcastCategory WHERE podcastId = ? ORDER BY position",
            [id]
        ) { row in row.list() }
        podcast.persons = try unit.fetch(
            """
            SELECT name, role, groupName, imageURL, href FROM podcastPerson
            WHERE podcastId = ? ORDER BY position
            """,
            [id]
        ) { row in row.person() }
        podcast.funding = try unit.fetch(
            "SELECT url, text FROM podcastFunding WHERE podcastId = ? ORDER BY position",
            [id]
        ) { row in Funding(url: row.requiredText(), text: row.text()) }
    }

    private static func insert<Part>(
        _ parts: [Part],
        _ kind: RowWriters.Kind,
        _ id: Int64,
        _ unit: UnitOfWork,
        _ bind: (RowWriter, Part) throws(PersistenceError) -> Void
    ) throws(PersistenceError) {
        let row = try unit.writer(kind)
        for (position, part) in parts.enumerated() {
            row.integer(id)
            row.int(position)
            try bind(row, part)
            try row.run()
        }
    }
}
