/// Finds what the operator may have meant.
enum UnknownSetting {
    /// Says that a name is unknown, and which known one is nearest.
    ///
    /// - Parameters:
    ///   - name: the unknown one.
    ///   - known: those that there are.
    ///   - prefix: with what all of them begin, which makes none of them more like another.
    ///   - separator: what parts a heading from what stands below it.
    /// - Returns: the message.
    static func message(
        _ name: String,
        among known: [String],
        prefix: String = "",
        separator: Character = "."
    ) -> String {
        let name = name.singleLine
        let (end, ends) = (name.dropFirst(prefix.count), known.map { String($0.dropFirst(prefix.count)) })
        // Whoever leaves out the heading above a setting has its name right.
        let sameName = ends.filter { $0.hasSuffix("\(separator)\(end)") }
        let only = sameName.count == 1 ? sameName.first : nil
        guard let nearest = only ?? NearestName.nearest(to: String(end), among: ends) else {
            return "unknown setting “\(name)”; see podimport config show"
        }
        return "unknown setting “\(name)”; did you mean “\(prefix)\(nearest)”?"
    }
}
