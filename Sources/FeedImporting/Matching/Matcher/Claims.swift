/// Which item of a document is which stored row, and why.
///
/// Each item has one row at most, and each row one item. An item is settled once there is a reason: it has a row, is
/// part of another item, was deleted here, or is new. What has a row or is part of another is settled in any case.
/// Until then it is pending.
struct Claims {
    /// The claimed row of each item, and the item that claimed each row; -1 for none.
    private var rowOfItem: [Int]
    private var itemOfRow: [Int]
    /// How many rows are claimed.
    private(set) var count = 0
    /// Why, for each item that is settled.
    private var reasons: [MatchReason?]
    private var details: [Int: String] = [:]
    /// Items that are the same episode as another one.
    private(set) var originals: [Int: Int] = [:]
    /// Items that nothing has been found for yet, in document order, as of the last ``findPending()`` or
    /// ``dropSettled()``.
    private(set) var pending: [Int] = []

    init(itemCount: Int, rowCount: Int) {
        rowOfItem = Array(repeating: -1, count: itemCount)
        itemOfRow = Array(repeating: -1, count: rowCount)
        reasons = Array(repeating: nil, count: itemCount)
    }

    func row(of item: Int) -> Int? { rowOfItem[item] >= 0 ? rowOfItem[item] : nil }

    func item(of row: Int) -> Int? { itemOfRow[row] >= 0 ? itemOfRow[row] : nil }

    func isClaimed(_ row: Int) -> Bool { itemOfRow[row] >= 0 }

    func isSettled(_ item: Int) -> Bool { reasons[item] != nil }

    func reason(for item: Int) -> MatchReason? { reasons[item] }

    /// The reason in words; empty where there is nothing to say.
    func detail(of item: Int) -> String { details.isEmpty ? "" : details[item] ?? "" }

    /// How many rows no item has claimed.
    var unclaimedCount: Int { itemOfRow.count - count }

    var unclaimedRows: [Int] { unclaimedCount == 0 ? [] : itemOfRow.indices.filter { itemOfRow[$0] < 0 } }

    /// The items that have rows, in document order, each with its row.
    var pairs: [(item: Int, row: Int)] {
        rowOfItem.indices.lazy.filter { rowOfItem[$0] >= 0 }.map { ($0, rowOfItem[$0]) }
    }

    /// The items that are part of no other, and how many these are: twice the same is one.
    var distinctItems: [Int] { reasons.indices.filter { originals[$0] == nil } }
    var distinctCount: Int { reasons.count - originals.count }

    /// The items that are episodes deleted here, as far as is known yet.
    var itemsOfDeleted: [Int] { reasons.indices.filter { reasons[$0] == .tombstone } }
}

extension Claims {
    mutating func add(_ row: Int, for item: Int, by reason: MatchReason, detail: String = "") {
        if itemOfRow[row] < 0 { count += 1 }
        itemOfRow[row] = item
        rowOfItem[item] = row
        reasons[item] = reason
        if !detail.isEmpty { details[item] = detail }
    }

    /// Takes back a claim; the item is not settled any more.
    mutating func release(_ item: Int) {
        guard rowOfItem[item] >= 0 else { return }
        itemOfRow[rowOfItem[item]] = -1
        count -= 1
        rowOfItem[item] = -1
        (reasons[item], details[item]) = (nil, nil)
    }

    /// Settles an item that has no row.
    mutating func settle(_ item: Int, as reason: MatchReason, detail: String) {
        reasons[item] = reason
        details[item] = detail
    }

    /// Makes an item part of another; a claim it may have goes to the other.
    mutating func merge(_ item: Int, into original: Int, detail: String) {
        let row = rowOfItem[item]
        if row >= 0 {
            rowOfItem[item] = -1
            add(row, for: original, by: reasons[item] ?? .key, detail: details[item] ?? "")
        }
        originals[item] = original
        settle(item, as: .duplicate, detail: detail)
    }

    /// The item that another is part of in the end; itself if it is part of none.
    mutating func original(of item: Int) -> Int {
        var original = item
        while let next = originals[original] { original = next }
        // Of ten thousand copies each may be part of the next one: none of these steps is taken again.
        var step = item
        while let next = originals[step], next != original {
            originals[step] = original
            step = next
        }
        return original
    }

    /// Makes all items pending that are not settled.
    mutating func findPending() {
        pending = reasons.indices.filter { reasons[$0] == nil }
    }

    /// Leaves only those items pending that are not settled.
    mutating func dropSettled() {
        pending.removeAll { reasons[$0] != nil }
    }
}

extension Claims {
    /// The items that were recognised though their keys were unknown, each with its row.
    var foundByContent: [(item: Int, row: Int)] { pairs.filter { isFoundByContent($0.item) } }

    /// Whether the item was recognised though its key was unknown.
    func isFoundByContent(_ item: Int) -> Bool {
        guard rowOfItem[item] >= 0 else { return false }
        return switch reasons[item] {
        case .enclosure, .page, .titleAndDate, .gainedGuid: true
        default: false
        }
    }
}
