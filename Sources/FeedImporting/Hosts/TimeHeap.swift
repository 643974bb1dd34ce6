/// A queue of names by time, earliest first; names of one time in the order they came.
struct TimeHeap {
    struct Entry: Sendable {
        let time: Duration
        /// Numbers the entries, so that one that was overtaken is known by it.
        let number: Int
        let name: String

        fileprivate func isBefore(_ other: Entry) -> Bool {
            time == other.time ? number < other.number : time < other.time
        }
    }

    private var entries: [Entry] = []
    private var lastNumber = 0

    /// The earliest entry.
    var first: Entry? { entries.first }

    /// Puts a name in and returns the number of its entry.
    mutating func insert(_ name: String, at time: Duration) -> Int {
        lastNumber += 1
        entries.append(Entry(time: time, number: lastNumber, name: name))
        var child = entries.count - 1
        while child > 0, entries[child].isBefore(entries[(child - 1) / 2]) {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
        return lastNumber
    }

    /// Takes the earliest entry out.
    mutating func removeFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        entries[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].isBefore(entries[least]) { least = child }
            }
            guard least != parent else { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}

/// Tickets in the order they came.
struct TicketQueue {
    private var tickets: [Int] = []
    private var head = 0

    var isEmpty: Bool { head == tickets.count }

    var count: Int { tickets.count - head }

    /// The first ticket.
    var first: Int? { isEmpty ? nil : tickets[head] }

    mutating func append(_ ticket: Int) {
        tickets.append(ticket)
    }

    /// Puts a ticket before all others.
    mutating func prepend(_ ticket: Int) {
        if head > 0 {
            head -= 1
            tickets[head] = ticket
        } else {
            tickets.insert(ticket, at: 0)
        }
    }

    mutating func popFirst() -> Int? {
        guard head < tickets.count else { return nil }
        defer { head += 1 }
        // Half of it used up: the rest moves to the front, each ticket rarely.
        if head > 32, head * 2 > tickets.count {
            tickets.removeFirst(head)
            head = 0
        }
        return tickets[head]
    }
}
