/// Finds out which items can take over the keys they come under.
///
/// An episode gives its key up only where it can take another one. So one that
/// cannot keeps its key from the next, which keeps its own from another, and so
/// on: a publisher may have moved thousands of guids on by one.
enum KeyTakers {
    /// Who has the key of an item.
    enum Holder {
        /// No episode, or one that gets another key in any case.
        case nobody
        /// An episode that is not listed, and keeps its key.
        case missing
        /// The episode of an item, which keeps it unless that takes another.
        case item(Int)
    }

    /// The items that can take their keys.
    ///
    /// - Parameters:
    ///   - items: Those that may.
    ///   - holder: Who has the key of one of them; asked once for each.
    /// - Returns: As many as can at once: the key of each is nobody's or that of
    ///   one of them.
    static func among(_ items: Set<Int>, holder: (Int) -> Holder) -> Set<Int> {
        var takers = items
        var inVain: [Int] = []
        var waiting: [Int: [Int]] = [:]
        for item in items {
            switch holder(item) {
            case .nobody: break
            case .item(let other) where items.contains(other): waiting[other, default: []].append(item)
            case .item, .missing: inVain.append(item)
            }
        }
        while let item = inVain.popLast() {
            takers.remove(item)
            inVain += waiting[item] ?? []
        }
        return takers
    }
}
