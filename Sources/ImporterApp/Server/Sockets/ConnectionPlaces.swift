import Synchronization

/// How many of something there may be at once: connections, or those of them that stay open.
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

    /// A place that is free again when nobody holds it any more; nil if there is none.
    func hold() -> Held? { take() ? Held(self) : nil }

    final class Held: Sendable {
        private let places: ConnectionPlaces

        fileprivate init(_ places: ConnectionPlaces) {
            self.places = places
        }

        deinit { places.giveBack() }
    }
}
