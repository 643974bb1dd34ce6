import HTTPTypes
import Testing

@testable import ImporterApp

struct RequestGuardTests {
    private func refusal(
        _ host: String?,
        _ fields: HTTPFields = [:],
        method: HTTPRequest.Method = .get,
        isLocalSocket: Bool = false
    ) -> String? {
        let head = HTTPRequest(method: method, scheme: "http", authority: host, path: "/", headerFields: fields)
        return RequestGuard.refusal(of: head, isLocalSocket: isLocalSocket)
    }

    @Test(arguments: ["localhost", "localhost:80", "LOCALHOST:8123", "127.0.0.1:8123", "[::1]:8123", "[::1]"])
    func theLoopbackHasItsNames(host: String) {
        #expect(refusal(host) == nil)
    }

    @Test(arguments: [
        "evil.example", "127.0.0.1.evil.example", "localhost.evil.example:1", "192.168.1.5", "", "127.0.0.2",
    ])
    func aNameThatOnlyLeadsHereIsRefused(host: String) {
        #expect(refusal(host) != nil)
        // No browser can ask at a Unix socket, and a proxy before it has a name of its own.
        #expect(refusal(host, isLocalSocket: true) == nil)
    }

    @Test(arguments: ["null", "http://evil.example", "http://localhost:9", "http://localhost:80.evil.example"])
    func anotherOriginIsRefused(origin: String) {
        #expect(refusal("localhost:80", [.origin: origin]) != nil)
        #expect(refusal("podcasts.example", [.origin: origin], isLocalSocket: true) != nil)
    }

    @Test func theOwnOriginIsNotRefused() {
        #expect(refusal("localhost:80", [.origin: "http://localhost:80"], method: .post) == nil)
        #expect(refusal("podcasts.example", [.origin: "https://podcasts.example"], isLocalSocket: true) == nil)
    }

    @Test func whatOtherPagesLoadIsRefusedButNotALinkThatIsFollowed() throws {
        let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
        let mode = try #require(HTTPField.Name("Sec-Fetch-Mode"))

        #expect(refusal("localhost", [site: "none"]) == nil)
        #expect(refusal("localhost", [site: "same-site"]) != nil)
        #expect(refusal("localhost", [site: "cross-site", mode: "no-cors"]) != nil)
        #expect(refusal("localhost", [site: "cross-site", mode: "navigate"]) == nil)
        #expect(refusal("localhost", [site: "cross-site", mode: "navigate"], method: .post) != nil)
    }
}
