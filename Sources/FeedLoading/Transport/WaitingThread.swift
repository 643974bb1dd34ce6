import Foundation

/// A thread for work that waits, which those that run tasks are too few for.
///
/// Foundation's does not say that the system has no thread left; whoever waits for its work then waits for ever.
struct WaitingThread {
    /// What the system calls it, in at most fifteen letters.
    let name: String
    /// How large its stack may become; nil for what is usual.
    var stackBytes: Int?

    /// Starts the thread, which ends when the work is done.
    ///
    /// - Returns: whether there is one; if not, the work is not done.
    func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        pthread_attr_init(attributes)
        defer { pthread_attr_destroy(attributes) }
        pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
        if let stackBytes { pthread_attr_setstacksize(attributes, stackBytes) }
        let job = Unmanaged.passRetained(Job(name: name, work: work))
        var thread = pthread_t()
        let failure = pthread_create(&thread, attributes, { Job.run($0) }, job.toOpaque())
        if failure != 0 { job.release() }
        return failure == 0
    }

    private final class Job {
        private let name: String
        private let work: @Sendable () -> Void

        init(name: String, work: @escaping @Sendable () -> Void) {
            self.name = name
            self.work = work
        }

        static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            guard let pointer else { return nil }
            let job = Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue()
            Thread.current.name = job.name
            job.work()
            return nil
        }
    }
}
