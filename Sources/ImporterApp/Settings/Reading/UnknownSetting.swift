/// Finds what the operator may have meant.
enum UnknownSetting {
    /// Says that a name is unknown, and which known one is nearest.
    static func message(_ name: String, among known: [String]) -> String {
        // Whoever leaves out the heading above a setting has its name right.
        let sameName = known.filter { $0.split(separator: ".").last.map(String.init) == name }
        let only = sameName.count == 1 ? sameName.first : nil
        guard let nearest = only ?? NearestName.nearest(to: name, among: known) else {
            return "unknown setting “\(name)”; see podimport config show"
        }
        return "unknown setting “\(name)”; did you mean “\(nearest)”?"
    }
}
