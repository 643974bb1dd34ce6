import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

/// What a user or another process does to the store while a server answers.
final class Interjection: Sendable {
    typealias Change = @Sendable (UnitOfWork, Timestamp) throws(PersistenceError) -> Void

    private let action = Locked<@Sendable () -> Void>({})

    /// The step of an answer at which it is done, if there is anything to do.
    var step: ServerStep {
        .perform { [action] in
            let perform = action.withLock { $0 }
            perform()
        }
    }

    /// Says what is to be done from now on.
    func set(in bed: WebTestBed, _ change: @escaping Change) {
        action.withLock { action in
            // A server's thread may be blocked.
            action = {
                do {
                    try bed.persistence.newBackgroundContext().saveAndWait { unit throws(PersistenceError) in
                        try change(unit, bed.clock.timestamp)
                    }
                } catch {
                    Issue.record(error)
                }
            }
        }
    }

    /// Nothing is to be done any more.
    func clear() { action.withLock { $0 = {} } }
}
