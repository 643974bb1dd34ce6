import Foundation
import Testing

@testable import FeedLoading

/// Threads that wait for others, and what is said if there are none.
struct WaitingThreadTests {
    @Test func doesTheWork() async {
        await withCheckedContinuation { continuation in
            #expect(WaitingThread(name: "test").start { continuation.resume() })
        }
    }

    @Test func saysThatTheSystemHasNoThreadLeft() {
        // No machine has that much memory for a stack.
        let thread = WaitingThread(name: "test", stackBytes: 1 << 60)

        #expect(!thread.start { Issue.record("there is a thread") })
    }
}
