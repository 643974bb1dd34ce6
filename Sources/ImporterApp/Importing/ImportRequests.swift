import FeedImporting

/// Requests that are made a few at a time, when they are asked for: one look
/// into the store is enough for many.
struct ImportRequests: AsyncSequence, Sendable {
    let count: Int
    let make: @Sendable (Range<Int>) throws -> [FeedImportRequest]

    func makeAsyncIterator() -> Iterator { Iterator(count: count, make: make) }

    struct Iterator: AsyncIteratorProtocol {
        /// How many are made at once: each look into the store that has changed
        /// meanwhile begins with an empty page cache.
        private static let chunk = 256

        let count: Int
        let make: @Sendable (Range<Int>) throws -> [FeedImportRequest]
        private var index = 0
        /// What was made and not handed out, last first.
        private var ready: [FeedImportRequest] = []

        init(count: Int, make: @escaping @Sendable (Range<Int>) throws -> [FeedImportRequest]) {
            self.count = count
            self.make = make
        }

        mutating func next() async throws -> FeedImportRequest? {
            while ready.isEmpty, index < count {
                let range = index..<Swift.min(index + Self.chunk, count)
                index = range.upperBound
                ready = try make(range).reversed()
            }
            return ready.popLast()
        }
    }
}
