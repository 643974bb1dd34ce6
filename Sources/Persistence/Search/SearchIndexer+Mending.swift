import Logging

extension SearchIndexer {
    /// Makes the index anew if it is damaged, and says so; nothing is lost, because it is made of what is in the store.
    ///
    /// - Returns: whether it was damaged.
    /// - Throws: ``PersistenceError``.
    package func mend() async throws(PersistenceError) -> Bool {
        try await mend(of: tablesVersion())
    }

    /// Uses the index, and where that fails because it is damaged, the new one.
    package func mending<Value: Sendable>(
        _ body: () async throws(PersistenceError) -> Value
    ) async throws(PersistenceError) -> Value {
        let version = try await tablesVersion()
        do throws(PersistenceError) {
            return try await body()
        } catch {
            guard error.mayComeOfTheSearchIndex, try await mend(of: version) else { throw error }
            return try await body()
        }
    }

    /// Whoever else has met the damage of this version may make it anew first: the new index is sound, and is kept.
    ///
    /// - Returns: whether there may be another index now.
    /// - Throws: ``PersistenceError``.
    private func mend(of version: Int64) async throws(PersistenceError) -> Bool {
        guard try await isDamaged() else { return try await tablesVersion() != version }
        try await makeAnew(of: version)
        return true
    }

    private func makeAnew(of version: Int64) async throws(PersistenceError) {
        let care = try persistence.care()
        let isMade = try await care.makeSearchIndexAnew(at: now()) { search throws(PersistenceError) in
            try search.tablesVersion() == version
        }
        if isMade { care.store.logger.notice("the search index was damaged; it is built anew") }
    }

    private func tablesVersion() async throws(PersistenceError) -> Int64 {
        try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.search.tablesVersion()
        }
    }

    /// Whether the index cannot be read, or nothing be joined in it; reads all of it, while others may write.
    private func isDamaged() async throws(PersistenceError) -> Bool {
        if try await persistence.care().searchIndexDamage() != nil { return true }
        do throws(PersistenceError) {
            // Not all damage shows where it is only read.
            _ = try await merge(pages: 1, isFirst: true)
            return false
        } catch {
            guard error.mayComeOfTheSearchIndex else { throw error }
            return true
        }
    }

    /// Joins the index's pieces; builds it anew first if it is damaged, or if more than a quarter of it, and of a
    /// thousand documents, is out of date.
    ///
    /// Where another process adds to the index meanwhile, some pieces may be left; SQLite joins them as more are added.
    ///
    /// - Parameter pages: how much of it is joined in one unit of work: an index of gigabytes keeps others from writing
    ///   for a minute if it is joined at once.
    /// - Throws: ``PersistenceError``.
    package func tidy(pagesAtOnce pages: Int = 500) async throws(PersistenceError) {
        _ = try await mend()
        _ = try await startAnew(ifOutdated: 4)
        let version = try await tablesVersion()
        do throws(PersistenceError) {
            // What is added is joined to the rest from time to time.
            _ = try await catchUp()
            try await join(pagesAtOnce: pages)
        } catch {
            // Where it can be read, and its first pages be joined, but not all, words may be out of order.
            guard error.mayComeOfTheSearchIndex, try await !canBeJoined(pagesAtOnce: pages) else { throw error }
            try await makeAnew(of: version)
            _ = try await catchUp()
            try await join(pagesAtOnce: pages)
        }
    }

    private func canBeJoined(pagesAtOnce pages: Int) async throws(PersistenceError) -> Bool {
        do throws(PersistenceError) {
            try await join(pagesAtOnce: pages)
            return true
        } catch {
            guard error.mayComeOfTheSearchIndex else { throw error }
            return false
        }
    }

    private func join(pagesAtOnce pages: Int) async throws(PersistenceError) {
        var isFirst = true
        while try await merge(pages: pages, isFirst: isFirst) {
            isFirst = false
            // Each step has the room in the file and in the log that the one before has left. SQLite waits until the
            // log is longer than a small disk may have room for.
            try await persistence.care().mergeLog()
        }
    }

    private func merge(pages: Int, isFirst: Bool) async throws(PersistenceError) -> Bool {
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            try unit.search.merge(pages: pages, isFirst: isFirst)
        }
    }
}
