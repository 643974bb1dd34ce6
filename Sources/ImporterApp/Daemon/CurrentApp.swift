import FeedImporting
import Persistence
import PodcastModel
import Synchronization

/// The program with the settings and the credentials that hold now.
final class CurrentApp: Sendable {
    private let value: Mutex<(app: ImporterApp, credentials: CredentialsFile)>

    init(_ app: ImporterApp, _ credentials: CredentialsFile) {
        value = Mutex((app, credentials))
    }

    var app: ImporterApp { value.withLock { $0.app } }

    /// Lets new settings hold; those that cannot be used change nothing.
    func adopt(_ settings: ImporterSettings) throws(ImporterAppError) {
        var app = app
        app.settings = settings
        let credentials = try app.checkedCredentials()
        app.adoptLogLevel()
        value.withLock { $0 = (app, credentials) }
    }

    /// Makes feeds due that wanted credentials which have come since.
    func noteNewCredentials(in persistence: PersistenceManager) async throws {
        let (app, credentials) = value.withLock { $0 }
        try await app.noteNewCredentials(credentials, in: persistence)
    }

    /// Asks for a feed as an import of all feeds does.
    func request(for feed: RefreshState) throws -> FeedImportRequest {
        let (app, credentials) = value.withLock { $0 }
        var request = FeedImportRequest(name: feed.feedURL, source: try FeedSource(storedURL: feed.feedURL))
        request.settle(feed, options: Boxed(wrappedValue: app.transferOptions), credentials: credentials)
        return request
    }
}
