package import PodcastModel

/// A row that a monitor can recognise again: its number is its identity.
package protocol FetchedRow: Equatable, Sendable {
    var id: Int64 { get }
}

extension StoredEpisode: FetchedRow {}
extension StoredPodcast: FetchedRow {}
extension Subscription: FetchedRow {}

/// Rows that belong together under a name.
package struct FetchedSection<Row: FetchedRow>: Equatable, Sendable {
    package let name: String
    package internal(set) var rows: [Row]

    package init(name: String, rows: [Row]) {
        self.name = name
        self.rows = rows
    }
}

/// What a request has found: rows in order, in sections in order.
///
/// Names of sections are unique, and so are the numbers of rows.
package struct FetchedResults<Row: FetchedRow>: Equatable, Sendable {
    package internal(set) var sections: [FetchedSection<Row>]

    /// No sections and no rows: what a monitor starts from.
    package static var empty: FetchedResults { FetchedResults(sections: []) }

    /// Makes results without sections; all rows are in one that has no name,
    /// also when there are none.
    package init(rows: [Row]) {
        var ids: Set<Int64> = []
        sections = [FetchedSection(name: "", rows: rows.filter { ids.insert($0.id).inserted })]
    }

    /// Makes results with sections; they stand in the order of their first rows.
    package init(rows: [Row], sectionedBy name: (Row) -> String) {
        var ids: Set<Int64> = []
        var places: [String: Int] = [:]
        sections = []
        for row in rows where ids.insert(row.id).inserted {
            let name = name(row)
            if let place = places[name] {
                sections[place].rows.append(row)
            } else {
                places[name] = sections.count
                sections.append(FetchedSection(name: name, rows: [row]))
            }
        }
    }

    init(sections: [FetchedSection<Row>]) {
        self.sections = sections
    }

    /// All rows, section after section.
    package var rows: [Row] { sections.flatMap(\.rows) }

    /// How many rows there are.
    package var count: Int { sections.reduce(0) { $0 + $1.rows.count } }

    /// The row at a position.
    package subscript(position: RowPosition) -> Row {
        sections[position.section].rows[position.row]
    }
}

/// Where a row stands: counted from 0.
package struct RowPosition: Hashable, Comparable, Sendable {
    package let section: Int
    package let row: Int

    package init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }

    package static func < (left: RowPosition, right: RowPosition) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}
