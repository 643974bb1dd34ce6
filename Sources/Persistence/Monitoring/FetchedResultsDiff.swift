/// The differences between two results: as few moves as there can be.
///
/// A pure function of the two; it takes time in proportion to their length and
/// the logarithm of it.
struct FetchedResultsDiff<Row: FetchedRow> {
    let old: FetchedResults<Row>
    let new: FetchedResults<Row>
    private let oldPlaces: [Int64: RowPosition]

    init(old: FetchedResults<Row>, new: FetchedResults<Row>) {
        self.old = old
        self.new = new
        oldPlaces = Self.places(of: old)
    }

    var sectionChanges: [SectionChange] {
        let oldPlaces = Self.sectionPlaces(of: old)
        let newPlaces = Self.sectionPlaces(of: new)
        let deletes = old.sections.enumerated().compactMap { place, section -> SectionChange? in
            newPlaces[section.name] == nil ? .delete(name: section.name, from: place) : nil
        }
        let inserts = new.sections.enumerated().compactMap { place, section -> SectionChange? in
            oldPlaces[section.name] == nil ? .insert(name: section.name, at: place) : nil
        }
        let kept = new.sections.compactMap { oldPlaces[$0.name] }
        let staying = LongestIncreasingSubsequence.members(of: kept)
        let moves = zip(kept, staying).compactMap { from, stays -> SectionChange? in
            let name = old.sections[from].name
            guard !stays, let place = newPlaces[name] else { return nil }
            return .move(name: name, from: from, at: place)
        }
        return deletes.reversed() + inserts + moves
    }

    var rowChanges: [RowChange<Row>] {
        let newPlaces = Self.places(of: new)
        var deletes: [RowChange<Row>] = []
        for (place, section) in old.sections.enumerated() {
            for (index, row) in section.rows.enumerated() where newPlaces[row.id] == nil {
                deletes.append(.delete(row, from: RowPosition(section: place, row: index)))
            }
        }
        var arrivals: [RowChange<Row>] = []
        var updates: [RowChange<Row>] = []
        for (place, section) in new.sections.enumerated() {
            appendChanges(of: section, at: place, &arrivals, &updates)
        }
        return deletes.reversed() + arrivals + updates
    }

    /// What came into a section and what changed in it.
    private func appendChanges(
        of section: FetchedSection<Row>,
        at place: Int,
        _ arrivals: inout [RowChange<Row>],
        _ updates: inout [RowChange<Row>]
    ) {
        // Where the rows that were in this section before stood in it.
        let kept = section.rows.map { row -> Int? in
            guard let position = oldPlaces[row.id], old.sections[position.section].name == section.name else {
                return nil
            }
            return position.row
        }
        var staying = LongestIncreasingSubsequence.members(of: kept.compactMap(\.self)).makeIterator()
        for (index, row) in section.rows.enumerated() {
            let at = RowPosition(section: place, row: index)
            guard let from = oldPlaces[row.id] else {
                arrivals.append(.insert(row, at: at))
                continue
            }
            if kept[index] != nil, staying.next() == true {
                if old[from] != row { updates.append(.update(row, from: from, at: at)) }
            } else {
                arrivals.append(.move(row, from: from, at: at))
            }
        }
    }

    private static func places(of results: FetchedResults<Row>) -> [Int64: RowPosition] {
        var places: [Int64: RowPosition] = [:]
        places.reserveCapacity(results.count)
        for (place, section) in results.sections.enumerated() {
            for (index, row) in section.rows.enumerated() { places[row.id] = RowPosition(section: place, row: index) }
        }
        return places
    }

    private static func sectionPlaces(of results: FetchedResults<Row>) -> [String: Int] {
        var places: [String: Int] = [:]
        for (place, section) in results.sections.enumerated() { places[section.name] = place }
        return places
    }
}
