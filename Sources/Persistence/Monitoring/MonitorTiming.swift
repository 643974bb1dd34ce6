/// When a monitor looks at the store.
package struct MonitorTiming: Sendable {
    /// How long saves are collected after the first of a burst: they become one change.
    package var coalescing: Duration
    /// How to wait.
    package var pause: Pause

    /// Makes the timing of a screen: quick enough for eyes, calm enough for bursts.
    package init(
        coalescing: Duration = .milliseconds(50),
        pause: @escaping Pause = { try await Task.sleep(for: $0) }
    ) {
        self.coalescing = coalescing
        self.pause = pause
    }
}
