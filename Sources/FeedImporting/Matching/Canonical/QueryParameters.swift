/// The parameters of a query one after the other, where they lie: nearly every address has a query, and an array of its
/// parameters would cost more than looking at them.
///
/// What stands between two ampersands, if it is anything.
struct QueryParameters<Bytes: RandomAccessCollection<UInt8>>: Sequence, IteratorProtocol
where Bytes.SubSequence == Bytes {
    private var rest: Bytes

    init(_ query: Bytes) {
        rest = query
    }

    mutating func next() -> Bytes? {
        rest = rest.drop { $0 == .ampersand }
        guard !rest.isEmpty else { return nil }
        let parameter = rest.prefix { $0 != .ampersand }
        rest = rest[parameter.endIndex...]
        return parameter
    }
}
