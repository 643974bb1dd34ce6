/// Which part of a list a request asks for.
struct PageRequest {
    /// How many at most.
    let limit: Int
    /// Where the page before ended; nil for the first.
    let cursor: Int64?

    static let parameters = ["limit", "cursor"]
    private static let defaultLimit = 50
    static let maximumLimit = 500

    /// Reads `limit` and `cursor`.
    ///
    /// - Throws: ``APIError`` if one of them is no number, or out of range.
    init(_ query: RequestQuery) throws(APIError) {
        limit = try Self.limit(query)
        cursor = try query.number("cursor", in: 0...Int64.max)
    }

    /// Reads `limit`.
    static func limit(_ query: RequestQuery) throws(APIError) -> Int {
        try query.number("limit", in: 1...Int64(maximumLimit)).map(Int.init) ?? defaultLimit
    }
}
