import Operations
import Persistence

/// Notes in the store what a failed load told of its host.
final class RecordHostOperation: BaseOperation<Void>, @unchecked Sendable {
    private let host: String
    private let pause: HostPause?
    private let isUnreachable: Bool
    private let tools: ImportTools

    init(host: String, pause: HostPause?, isUnreachable: Bool, tools: ImportTools) {
        self.host = host
        self.pause = pause
        self.isUnreachable = isUnreachable
        self.tools = tools
    }

    override func execute() async throws {
        let (host, pause, isUnreachable, now) = (host, pause, isUnreachable, tools.now())
        if let pause { tools.logger.note(pause, of: host) }
        try await tools.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: nil)
            if isUnreachable { try unit.hosts.noteFailure(of: host, at: now) }
            if let pause { try unit.hosts.pause(host, until: pause.until, reason: pause.reason, at: now) }
        }
    }
}
