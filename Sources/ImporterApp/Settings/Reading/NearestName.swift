/// Finds what somebody may have meant who misspelled a name.
package enum NearestName {
    /// The known name that is most like another.
    ///
    /// - Parameters:
    ///   - name: the misspelled one.
    ///   - known: those that there are.
    ///   - limit: how many letters may be wrong; half of them, or three, if nothing is said.
    /// - Returns: the known name; nil if none is like it.
    package static func nearest(to name: String, among known: [String], within limit: Int? = nil) -> String? {
        let distances = known.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }),
            nearest.distance <= limit ?? max(3, name.count / 2)
        else { return nil }
        return nearest.name
    }

    /// Levenshtein's distance.
    private static func distance(_ first: String, _ second: String) -> Int {
        let right = Array(second.utf8)
        var row = Array(0...right.count)
        for (index, byte) in first.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let replaced = diagonal + (byte == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, min(row[column], diagonal) + 1)
            }
        }
        return row[right.count]
    }
}
