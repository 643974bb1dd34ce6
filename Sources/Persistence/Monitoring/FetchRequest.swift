/// Which rows a monitor keeps, in which order and sections, and how many.
///
/// Requests for episodes, podcasts and subscriptions are made from the queries of
/// their stores. A request can be exchanged for another while a monitor runs.
package struct FetchRequest<Row: FetchedRow>: Sendable {
    private let fetch: @Sendable (UnitOfWork) throws(PersistenceError) -> FetchedResults<Row>

    /// Makes a request of one's own.
    ///
    /// - Parameters:
    ///   - limit: at most this many rows, also if more are found; nil for all.
    ///   - section: the name of the section a row belongs to; nil for no sections.
    ///   - rows: reads the rows in order.
    package init(
        limit: Int? = nil,
        sectionedBy section: (@Sendable (Row) -> String)? = nil,
        rows: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> [Row]
    ) {
        fetch = { unit throws(PersistenceError) in
            let found = try rows(unit)
            let kept = limit.map { Array(found.prefix(max(0, $0))) } ?? found
            return section.map { FetchedResults(rows: kept, sectionedBy: $0) } ?? FetchedResults(rows: kept)
        }
    }

    private init(fetch: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> FetchedResults<Row>) {
        self.fetch = fetch
    }

    /// The same rows, in the same sections, as another type: so that rows of
    /// several kinds can be watched together.
    package func map<Other: FetchedRow>(_ other: @escaping @Sendable (Row) -> Other) -> FetchRequest<Other> {
        let fetch = fetch
        return FetchRequest<Other>(fetch: { unit throws(PersistenceError) in
            FetchedResults(
                sections: try fetch(unit).sections.map { section in
                    FetchedSection(name: section.name, rows: section.rows.map(other))
                }
            )
        })
    }

    /// What the store has now.
    func results(in unit: UnitOfWork) throws(PersistenceError) -> FetchedResults<Row> {
        try fetch(unit)
    }
}
