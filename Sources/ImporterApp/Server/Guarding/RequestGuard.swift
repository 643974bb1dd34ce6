import HTTPTypes
import Hummingbird

/// Turns away what a web page somewhere makes a browser ask here.
///
/// Whoever can connect is trusted: the socket's file, and the loopback, see to
/// that. A browser can connect on behalf of any page, though. It says so in
/// `Origin` and `Sec-Fetch-Site`; and a name that a stranger has pointed at the
/// loopback (DNS rebinding) is in `Host`, which no browser leaves out.
struct RequestGuard: RouterMiddleware {
    typealias Context = StatusContext

    func handle(
        _ request: Request,
        context: StatusContext,
        next: (Request, StatusContext) async throws -> Response
    ) async throws -> Response {
        // The first is the authority; a second one might be what somebody else goes by (RFC 9112 3.2).
        if request.headers.text("host") != nil { throw APIError.badRequest("Host is there twice") }
        if !context.isLocalSocket, Self.lacksHost(request.head) {
            throw APIError.badRequest("Host is missing; only /healthz and /readyz are answered without it")
        }
        if let refusal = Self.refusal(of: request.head, isLocalSocket: context.isLocalSocket) {
            throw APIError(status: .forbidden, kind: "forbidden", message: refusal)
        }
        return try await next(request, context)
    }

    /// Whether a request names no host where one is needed: simple health checks name none.
    static func lacksHost(_ head: HTTPRequest) -> Bool {
        let path = head.path?.prefix { $0 != "?" }
        return head.authority == nil && path != "/healthz" && path != "/readyz"
    }

    /// Why a request is turned away; nil if it is not.
    static func refusal(of head: HTTPRequest, isLocalSocket: Bool) -> String? {
        let authority = head.authority ?? ""
        if !isLocalSocket, head.authority != nil, !isLoopback(authority) {
            return "the host \"\(authority)\" is not this machine's loopback; ask 127.0.0.1 or localhost"
        }
        if let origin = head.headerFields[.origin], !isSame(origin, as: authority) {
            return "requests of the page at \(origin) are not answered"
        }
        guard let site = head.headerFields.text("sec-fetch-site") else { return nil }
        // A link that somebody follows is no harm; what comes is a page, and changes nothing.
        let isNavigation = head.method == .get && head.headerFields.text("sec-fetch-mode") == "navigate"
        return ["same-origin", "none"].contains(site) || isNavigation ? nil : "requests of other pages are not answered"
    }

    private static func isSame(_ origin: String, as authority: String) -> Bool {
        !authority.isEmpty && (origin == "http://" + authority || origin == "https://" + authority)
    }

    private static func isLoopback(_ authority: String) -> Bool {
        var host = authority[...]
        if let colon = authority.lastIndex(of: ":"), authority[authority.index(after: colon)...].allSatisfy(\.isNumber)
        {
            host = authority[..<colon]
        }
        return ["localhost", "127.0.0.1", "[::1]"].contains(host.lowercased())
    }
}

extension HTTPFields {
    /// The value of a field that has no constant; the name is in lower case.
    func text(_ name: String) -> String? {
        first { $0.name.canonicalName == name }?.value
    }
}
