/// Why a document would change too much to be believed at first sight.
enum HoldReason: String, CaseIterable {
    /// A channel without a single item, where there were some.
    case emptied
    /// Nothing of it is known, and it calls itself otherwise.
    case anotherShow = "another-show"
    /// Most known episodes would become others: title and media file differ.
    case massEdit = "mass-edit"
    /// Most listed episodes are gone, and others are in their place.
    case massReplacement = "mass-replacement"
    /// Most episodes would be taken for withdrawn at once.
    case massRemoval = "mass-removal"
}

/// A document that is held back, and what it would have done.
struct HoldFinding: Hashable {
    let reason: HoldReason
    /// One line for people.
    var detail: String
    /// The items that speak against it, by their places.
    var positions: [Int] = []
    /// Whether the guids only say where in the document an item stands.
    var guidsAreUnreliable = false

    /// So many documents in a row that are held for one reason are believed, though no two of them agree: the feed is
    /// like that now.
    static let believedSightings = 3
}
