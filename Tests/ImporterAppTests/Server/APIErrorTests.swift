import HTTPTypes
import Persistence
import Testing

@testable import ImporterApp

struct APIErrorTests {
    @Test func aFullDiskPassesAsALockDoes() {
        for (error, kind) in [(PersistenceError.busy, "busy"), (PersistenceError.full, "full")] {
            let answer = APIError(error)
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.kind == kind)
            #expect(answer.retryAfter != nil)
            #expect(answer.isTrouble)
        }
    }

    @Test func whatTheSettingsRuleOutIsNoTrouble() {
        #expect(!APIError(status: .notImplemented, kind: "turned-off", message: "").isTrouble)
        #expect(!APIError.notFound("").isTrouble)
        #expect(!APIError(PersistenceError.notLoaded(.loading)).isTrouble)
        #expect(APIError(status: .internalServerError, kind: "internal", message: "").isTrouble)
    }

    @Test func isLoggedInTheWordsOfItsAnswer() {
        #expect("\(APIError.tooManyStreams as any Error)" == APIError.tooManyStreams.message)
    }
}
