import PodcastModel

extension Array where Element: Equatable & Encodable {
    /// Whether both lists have the same bytes.
    ///
    /// Two texts are equal for Swift if they look alike (``ExactText``), but `é` in one piece is another address than `é`
    /// in two.
    func isExactly(_ other: Self) throws(PersistenceError) -> Bool {
        guard self == other else { return false }
        // Most lists are empty.
        guard !isEmpty, let own = try ColumnJSON.text(self), let its = try ColumnJSON.text(other) else { return true }
        return own.isExactly(its)
    }
}
