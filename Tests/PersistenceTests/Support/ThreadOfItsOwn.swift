import Dispatch

/// Runs tasks on a thread of their own: in the pool, each of thousands of steps would wait for the other tests.
final class ThreadOfItsOwn: TaskExecutor {
    private let queue = DispatchQueue(label: "podimport.test")

    func enqueue(_ job: consuming ExecutorJob) {
        let step = UnownedJob(job)
        queue.async { step.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
