/// Why a document would change too much to be believed at first sight.
enum HoldReason: String, CaseIterable {
    /// A channel without a single item, where there were some.
    case emptied
    /// No item is known, but for guids, and the show has another name.
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

    /// After how many held documents in a row for one reason the next is imported although no two of them agree: that
    /// is what the feed is like now.
    static let believedSightings = 3
}
