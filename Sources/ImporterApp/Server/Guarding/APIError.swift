import Hummingbird
import Persistence

/// Why a request got no better answer.
struct APIError: Error, Hashable, Sendable {
    let status: HTTPResponse.Status
    /// A short, stable word.
    let kind: String
    /// What failed, and what to do.
    let message: String
    /// How many seconds to wait before asking again.
    var retryAfter: Int?
    /// The methods that would have been answered.
    var allow: [String] = []

    static func badRequest(_ message: String) -> APIError {
        APIError(status: .badRequest, kind: "bad-request", message: message)
    }

    static func notFound(_ message: String) -> APIError {
        APIError(status: .notFound, kind: "not-found", message: message)
    }

    /// Nothing is at the path that was asked for.
    static let unknownPath = notFound("there is nothing at this address; /v1/openapi.json describes what there is")

    /// Too many are told of changes already.
    static let tooManyStreams = APIError(
        status: .serviceUnavailable,
        kind: "too-many-streams",
        message: "too many follow the changes at this moment; ask for them as a list, or come back later",
        retryAfter: 60
    )

    static func notAllowed(_ allowed: [String]) -> APIError {
        let message = "that cannot be done here; what can: \(allowed.joined(separator: ", "))"
        return APIError(status: .methodNotAllowed, kind: "method-not-allowed", message: message, allow: allowed)
    }
}

extension APIError: CustomStringConvertible {
    /// As the log has it.
    var description: String { message }
}

extension APIError {
    /// Whether the operator should hear of it: it is no fault of whoever asks, nor is it as the settings want it.
    var isTrouble: Bool { status.kind == .serverError && kind != "loading" && status != .notImplemented }

    /// The answer for an error of the store.
    init(_ error: PersistenceError) {
        switch error {
        case .notLoaded(.loading), .notLoaded(.notLoaded):
            self.init(
                status: .serviceUnavailable,
                kind: "loading",
                message: "loading: the store is not ready yet",
                retryAfter: 2
            )
        case .busy, .interrupted, .notLoaded:
            self.init(
                status: .serviceUnavailable,
                kind: error.shortDescription,
                message: error.description,
                retryAfter: 10
            )
        case .full:
            // It passes as soon as somebody makes room.
            self.init(
                status: .serviceUnavailable,
                kind: error.shortDescription,
                message: error.description,
                retryAfter: 60
            )
        default:
            self.init(status: .internalServerError, kind: error.shortDescription, message: error.description)
        }
    }
}
