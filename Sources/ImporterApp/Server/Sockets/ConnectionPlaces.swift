import Synchronization

/// How many connections there may be at once.
final class ConnectionPlaces: Sendable {
    private let maximum: Int
    private let taken = Atomic(0)

    init(_ maximum: Int) {
        self.maximum = maximum
    }

    /// Takes a place; false if there is none.
    func take() -> Bool {
        guard taken.add(1, ordering: .relaxed).newValue <= maximum else {
            giveBack()
            return false
        }
        return true
    }

    /// Frees a place that was taken.
    func giveBack() {
        taken.subtract(1, ordering: .relaxed)
    }
}
