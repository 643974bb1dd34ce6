import CCurl
import Foundation
import PodcastModel
import Testing

@testable import FeedLoading

/// What this machine has no more of is told from what a server does.
struct LocalShortageTests {
    @Test(arguments: [EMFILE, ENFILE, ENOBUFS])
    func aSocketThatCannotBeHadIsOurOwnTrouble(code: Int32) throws {
        // Given a name of two addresses, one of a kind that is not spoken here
        let transfer = try Self.transfer()
        transfer.connection.opened(CURL_SOCKET_BAD, error: code)
        transfer.connection.opened(CURL_SOCKET_BAD, error: EAFNOSUPPORT)

        // When
        let error = try Self.error(of: transfer)

        // Then
        #expect(error == .noResources(feed: "http://a.example/…", reason: String(cString: strerror(code))))
        #expect(error.isLocalTrouble && error.isTransient)
    }

    @Test func aSocketOfAnotherKindIsNot() throws {
        let transfer = try Self.transfer()
        transfer.connection.opened(CURL_SOCKET_BAD, error: EAFNOSUPPORT)

        #expect(try Self.error(of: transfer).shortDescription == "unreachable")
    }

    @Test func aNameWithoutAnAddressIsItsOwnTroubleAsLongAsThereAreDescriptors() {
        #expect(LocalShortage.behind(CURLE_COULDNT_RESOLVE_HOST, socketError: 0, hasConnection: false) == nil)
        #expect(LocalShortage.behind(CURLE_COULDNT_CONNECT, socketError: EMFILE, hasConnection: true) == nil)
    }

    private static func transfer() throws -> Transfer {
        let request = HopRequest(
            url: try FeedURL("http://a.example/feed"),
            validators: HTTPValidators(),
            authorization: nil,
            httpVersion: .http1,
            acceptEncoding: "gzip",
            options: Boxed(wrappedValue: TransferOptions())
        )
        return Transfer(request: request, clock: LoopClock(), connections: ConnectionBook())
    }

    /// What a load ends with whose connection could not be made.
    private static func error(of transfer: Transfer) throws -> FeedLoadingError {
        let easy = try #require(EasyHandle())
        guard case .failed(let failure, _) = transfer.end(code: CURLE_COULDNT_CONNECT, easy: easy) else {
            throw UnexpectedResult()
        }
        return FeedLoadingError(failure: failure, url: transfer.request.url, options: TransferOptions(), totalLimit: 1)
    }
}
