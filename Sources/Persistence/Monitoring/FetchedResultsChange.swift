/// The differences between two successive results: what one burst of saves changed.
///
/// Positions that something is taken `from` are those of the results before,
/// positions it is put `at` are those of ``results``. To bring a list up to
/// date, take out what is deleted or moved, then put in what is inserted or
/// moved, in ascending order; ``applied(to:)`` does it.
package struct FetchedResultsChange<Row: FetchedRow>: Equatable, Sendable {
    /// What there is now.
    package let results: FetchedResults<Row>
    package let sections: [SectionChange]
    package let rows: [RowChange<Row>]

    /// Finds out what is different between two results.
    package init(from old: FetchedResults<Row>, to new: FetchedResults<Row>) {
        let diff = FetchedResultsDiff(old: old, new: new)
        results = new
        sections = diff.sectionChanges
        rows = diff.rowChanges
    }

    /// Whether nothing is different.
    package var isEmpty: Bool { sections.isEmpty && rows.isEmpty }
}

/// What happened to a section.
package enum SectionChange: Hashable, Sendable {
    case insert(name: String, at: Int)
    /// Its rows are reported one by one as well: deleted, or moved to another section.
    case delete(name: String, from: Int)
    /// It went past another section, with the rows that stayed in it.
    case move(name: String, from: Int, at: Int)
}

/// What happened to a row; the row is given as it is now.
package enum RowChange<Row: FetchedRow>: Equatable, Sendable {
    case insert(Row, at: RowPosition)
    /// The row as it was.
    case delete(Row, from: RowPosition)
    /// Its content changed, not its place among the rows that stayed.
    case update(Row, from: RowPosition, at: RowPosition)
    /// It went past another row or into another section; its content may have
    /// changed as well.
    case move(Row, from: RowPosition, at: RowPosition)
}

extension FetchedResultsChange {
    /// The results before, brought up to date by the changes alone.
    package func applied(to old: FetchedResults<Row>) -> FetchedResults<Row> {
        var lists = old.sections.map { (name: $0.name, rows: $0.rows.map(Optional.some)) }
        var arriving: [(position: RowPosition, row: Row)] = []
        for change in rows {
            switch change {
            case .insert(let row, let position): arriving.append((position, row))
            case .delete(_, let from): lists[from.section].rows[from.row] = nil
            case .update(let row, let from, _): lists[from.section].rows[from.row] = row
            case .move(let row, let from, let position):
                lists[from.section].rows[from.row] = nil
                arriving.append((position, row))
            }
        }
        var sections = sectionsInPlace(lists.map { FetchedSection(name: $0.name, rows: $0.rows.compactMap(\.self)) })
        for (position, row) in arriving.sorted(by: { $0.position < $1.position }) {
            sections[position.section].rows.insert(row, at: position.row)
        }
        return FetchedResults(sections: sections)
    }

    private func sectionsInPlace(_ old: [FetchedSection<Row>]) -> [FetchedSection<Row>] {
        var leaving: Set<Int> = []
        var arriving: [(place: Int, section: FetchedSection<Row>)] = []
        for change in sections {
            switch change {
            case .insert(let name, let place): arriving.append((place, FetchedSection(name: name, rows: [])))
            case .delete(_, let from): leaving.insert(from)
            case .move(_, let from, let place):
                leaving.insert(from)
                arriving.append((place, old[from]))
            }
        }
        var sections = old.indices.filter { !leaving.contains($0) }.map { old[$0] }
        for (place, section) in arriving.sorted(by: { $0.place < $1.place }) { sections.insert(section, at: place) }
        return sections
    }
}
