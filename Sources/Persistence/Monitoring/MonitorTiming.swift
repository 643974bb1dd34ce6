/// When a monitor looks at the store.
package struct MonitorTiming: Sendable {
    /// How long saves are collected after the first of a burst: they become one change.
    package var coalescing: Duration
    /// How to wait.
    package var pause: Pause

    /// Makes the timing for a user interface: a short delay, in which the saves of a burst become one change.
    package init(
        coalescing: Duration = .milliseconds(50),
        pause: @escaping Pause = { try await Task.sleep(for: $0) }
    ) {
        self.coalescing = coalescing
        self.pause = pause
    }
}
