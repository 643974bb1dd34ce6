import Synchronization

/// How many of something there may be at once: connections, or those of them that stay open.
final class ConnectionSlots: Sendable {
    private let maximum: Int
    private let taken = Atomic(0)

    init(_ maximum: Int) {
        self.maximum = maximum
    }

    /// Takes a slot; false if none is free.
    func take() -> Bool {
        guard taken.add(1, ordering: .relaxed).newValue <= maximum else {
            release()
            return false
        }
        return true
    }

    /// Frees a slot that was taken.
    func release() {
        taken.subtract(1, ordering: .relaxed)
    }

    /// A slot that is free again when nobody holds it any more; nil if none is free.
    func hold() -> Held? { take() ? Held(self) : nil }

    final class Held: Sendable {
        private let slots: ConnectionSlots

        fileprivate init(_ slots: ConnectionSlots) {
            self.slots = slots
        }

        deinit { slots.release() }
    }
}
