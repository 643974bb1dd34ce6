import Hummingbird
import Logging
import NIOCore
import Persistence
import PodcastModel

/// Answers errors as JSON, and gives every answer its date and the headers that keep browsers
/// from doing more with it than was meant.
struct ErrorAnswers: RouterMiddleware {
    typealias Context = StatusContext

    let logger: Logger
    let now: @Sendable () -> Timestamp

    func handle(
        _ request: Request,
        context: StatusContext,
        next: (Request, StatusContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = try answer(to: error)
        }
        // Whoever has a clock says what it shows (RFC 9110 6.6.1).
        response.headers[.date] = now().rfc822
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.contentSecurityPolicy] =
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    private func answer(to error: any Error) throws -> Response {
        let known: APIError =
            switch error {
            case let error as APIError: error
            case let error as PersistenceError: APIError(error)
            case let error as ImporterAppError: APIError(error)
            case let error as HTTPError where error.status == .notFound: .unknownPath
            case let error as HTTPError:
                APIError(
                    status: error.status,
                    kind: Self.kind(of: error.status),
                    message: error.body ?? error.status.reasonPhrase
                )
            case is NIOTooManyBytesError:
                APIError(status: .contentTooLarge, kind: "too-large", message: "the body is too large")
            default:
                APIError(status: .internalServerError, kind: "internal", message: "something went wrong; see the log")
            }
        if known.isTrouble {
            logger.warning("a request failed", metadata: ["error": "\(error)"])
        }
        var response = try Answer.json(["error": ["kind": known.kind, "message": known.message]], status: known.status)
        if !known.allow.isEmpty { response.headers[.allow] = known.allow.joined(separator: ", ") }
        if let seconds = known.retryAfter { response.headers[.retryAfter] = String(seconds) }
        return response
    }

    private static func kind(of status: HTTPResponse.Status) -> String {
        status.reasonPhrase.lowercased().replacing(" ", with: "-")
    }
}

extension APIError {
    /// The answer for an error of a command.
    fileprivate init(_ error: ImporterAppError) {
        switch error.kind {
        case .usage: self = .badRequest(error.message)
        case .notFound: self = .notFound(error.message)
        case .busy: self.init(status: .serviceUnavailable, kind: "busy", message: error.message, retryAfter: 10)
        case .configuration: self.init(status: .notImplemented, kind: "turned-off", message: error.message)
        default: self.init(status: .internalServerError, kind: "internal", message: error.message)
        }
    }
}
