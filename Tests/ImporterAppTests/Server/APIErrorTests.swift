import HTTPTypes
import Persistence
import Testing

@testable import ImporterApp

struct APIErrorTests {
    @Test func whatTheSettingsRuleOutIsNoTrouble() {
        #expect(!APIError(status: .notImplemented, kind: "turned-off", message: "").isTrouble)
        #expect(!APIError.notFound("").isTrouble)
        #expect(!APIError(PersistenceError.notLoaded(.loading)).isTrouble)
        #expect(APIError(status: .internalServerError, kind: "internal", message: "").isTrouble)
    }
}
