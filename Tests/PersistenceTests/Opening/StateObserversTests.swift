import Foundation
import Synchronization
import Testing

@testable import Persistence

struct StateObserversTests {
    private final class Shared: Sendable {
        let lock = Mutex(())
        let isDone = Mutex(false)
    }

    @Test func tellsNothingMoreToWhoeverHasStopped() async {
        let observers = StateObservers()
        var states = observers.add(from: .notLoaded).makeAsyncIterator()

        await Task { for await _ in observers.add(from: .notLoaded) { return } }.value
        observers.tell(.loading)

        #expect(await states.next() == .notLoaded)
        #expect(await states.next() == .loading)
        #expect(observers.count == 1)
    }

    @Test(.timeLimit(.minutes(10)))
    func canTellUnderALockThatACancelledObserverWants() async {
        // Given observers that take a lock when they are cancelled
        let observers = StateObservers()
        let shared = Shared()
        let (end, teller) = AsyncStream.makeStream(of: Void.self)

        // When they are told something under that lock just then, on a thread that may be lost
        Thread.detachNewThread {
            let executor = ThreadOfItsOwn()
            for _ in 0..<4_000 {
                let hasHeard = DispatchSemaphore(value: 0)
                let observer = Task(executorPreference: executor) {
                    await withTaskCancellationHandler {
                        for await _ in observers.add(from: .notLoaded) { hasHeard.signal() }
                    } onCancel: {
                        shared.lock.withLock { _ in }
                    }
                }
                hasHeard.wait()
                DispatchQueue.concurrentPerform(iterations: 2) { number in
                    if number == 0 { observer.cancel() } else { shared.lock.withLock { _ in observers.tell(.loading) } }
                }
            }
            shared.isDone.withLock { $0 = true }
            teller.finish()
        }

        // Then it comes to an end
        for await _ in end {}
        #expect(shared.isDone.withLock { $0 })
    }
}
