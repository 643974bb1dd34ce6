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

    @Test(arguments: [
        ("/healthz", false), ("/readyz?a", false), ("/healthzz", true), ("/", true), ("/v1/status", true),
    ])
    func onlyHealthCanBeAskedForWithoutAHost(path: String, lacks: Bool) {
        func head(_ host: String?) -> HTTPRequest {
            HTTPRequest(method: .get, scheme: "http", authority: host, path: path)
        }
        #expect(RequestGuard.lacksHost(head(nil)) == lacks)
        #expect(!RequestGuard.lacksHost(head("evil.example")))
        #expect(refusal(nil) == nil)
        #expect(refusal(nil, [.origin: "http://evil.example"]) != nil)
    }

    @Test(arguments: [
        ("/healthz", 200), ("/readyz", 200), ("/v1/status", 400), ("/", 400),
    ])
    func anAnswerWithoutAHostEndsWithTheConnection(path: String, status: Int) async throws {
        try await ServerTestBed.run { bed in
            for version in ["1.0", "1.1"] {
                let answer = try await HTTPClient(port: bed.port).answer(to: "GET \(path) HTTP/\(version)\r\n\r\n")

                #expect(answer.hasPrefix("HTTP/\(version) \(status) "))
                #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
                #expect(answer.hasSuffix("\n"))
            }
        }
    }

    @Test func aUnixSocketAnswersWithoutAHostAndAForeignHostIsRefusedEverywhere() async throws {
        try await ServerTestBed.run { bed in
            let whole = try await HTTPClient(path: bed.path).answer(to: "GET /v1/openapi.json HTTP/1.0\r\n\r\n")
            #expect(whole.hasPrefix("HTTP/1.0 200 "))
            #expect(whole.hasSuffix("\r\n\r\n" + String(decoding: PackageResources.openapi_json, as: UTF8.self)))

            let foreign = try await HTTPClient(port: bed.port).send("GET", "/healthz", headers: ["Host: evil.example"])
            #expect(foreign.status == 403)
        }
    }

    @Test func aRequestOfTwoHostsIsRefusedEverywhere() async throws {
        try await ServerTestBed.run { bed in
            let hosts = ["Host: localhost", "Host: evil.example"]
            let answers = [
                try await HTTPClient(port: bed.port).send("GET", "/healthz", headers: hosts),
                try await bed.get("/healthz", headers: hosts),
            ]
            #expect(answers.map(\.status) == [400, 400])
        }
    }

    @Test(arguments: [
        ("http://evil.example/v1/status", "localhost", 403), ("http://localhost@evil.example/", "localhost", 403),
        ("http://localhost:80/healthz?a", "evil.example", 200), ("HTTP://LOCALHOST", "evil.example", 200),
        // What is in a query is no target.
        ("/healthz?http://localhost/", "evil.example", 403),
    ])
    func aTargetThatIsAWholeAddressSaysWhomItIsFor(target: String, host: String, status: Int) async throws {
        try await ServerTestBed.run { bed in
            let request = "GET \(target) HTTP/1.0\r\nHost: \(host)\r\n\r\n"
            let answer = try await HTTPClient(port: bed.port).answer(to: request)

            #expect(answer.hasPrefix("HTTP/1.0 \(status) "), "\(answer.prefix(200))")
        }
    }

    @Test func aTargetThatIsAWholeAddressNeedsNoHost() async throws {
        try await ServerTestBed.run { bed in
            let own = try await HTTPClient(port: bed.port).answer(to: "GET http://localhost/v1/status HTTP/1.0\r\n\r\n")
            #expect(own.hasPrefix("HTTP/1.0 200 "))
        }
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
