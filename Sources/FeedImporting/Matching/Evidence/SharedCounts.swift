/// How many items of a document, and how many stored episodes, have one thing in common; counted when first asked for.
final class SharedCounts<Key: Hashable> {
    private let itemKeys: () -> [Key?]
    private let rowKeys: () -> [Key?]
    private lazy var items = itemKeys().compactMap(\.self).occurrences
    private lazy var rows = rowKeys().compactMap(\.self).occurrences

    /// - Parameters:
    ///   - itemKeys: what each item has, if it has any.
    ///   - rowKeys: the same of the stored episodes.
    init(itemKeys: @escaping () -> [Key?], rowKeys: @escaping () -> [Key?]) {
        self.itemKeys = itemKeys
        self.rowKeys = rowKeys
    }

    /// Whether one item has the first, and one stored episode the second.
    func areAlone(item: Key, row: Key) -> Bool { items[item] == 1 && rows[row] == 1 }

    /// Whether one item and one stored episode have it.
    func isAlone(_ key: Key) -> Bool { areAlone(item: key, row: key) }
}
