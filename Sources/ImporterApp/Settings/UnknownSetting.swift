/// Finds what the operator may have meant.
enum UnknownSetting {
    /// Says that a name is unknown, and which known one is nearest.
    static func message(_ name: String, among known: [String]) -> String {
        guard let nearest = NearestName.nearest(to: name, among: known) else {
            return "unknown setting “\(name)”; see podimport config show"
        }
        return "unknown setting “\(name)”; did you mean “\(nearest)”?"
    }
}
