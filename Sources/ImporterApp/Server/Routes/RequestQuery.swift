import Foundation
import Hummingbird

/// The parameters in the query of a request: all of them known, each given once and with a value.
///
/// One that was passed over would make the answer that of another question: with `limt=5`, fifty items.
struct RequestQuery {
    /// By name, as they were written.
    private var values: [String: Substring] = [:]

    /// Reads the query.
    ///
    /// - Parameters:
    ///   - request: whose query it is.
    ///   - known: the names of the parameters that it may have.
    /// - Throws: ``APIError`` about the first parameter that is unknown, there again, or empty.
    init(_ request: Request, known: [String]) throws(APIError) {
        for piece in (request.uri.query ?? "").split(separator: "&") where piece != "=" {
            let name = Self.decoded(piece.prefix { $0 != "=" })
            let value = piece.drop { $0 != "=" }.dropFirst()
            guard known.contains(name) else { throw Self.unknown(name, known) }
            guard values[name] == nil else { throw .badRequest("\(name): expected once, but it is there twice") }
            guard !value.isEmpty else { throw .badRequest("\(name): expected a value") }
            values[name] = value
        }
    }

    private static func unknown(_ name: String, _ known: [String]) -> APIError {
        guard !known.isEmpty else { return .badRequest("\(name): unknown; there are no parameters here") }
        let names = known.joined(separator: ", ")
        guard let meant = NearestName.nearest(to: name, among: known) else {
            return .badRequest("\(name): unknown; parameters here: \(names)")
        }
        return .badRequest("\(name): unknown; did you mean \(meant)? Parameters here: \(names)")
    }

    /// A parameter; nil if it is not there.
    func text(_ name: String) -> String? { values[name].map(Self.decoded) }

    /// A parameter that is made of words: many clients write the blanks between them as forms do, `+`.
    func words(_ name: String) -> String? { values[name].map { Self.decoded($0.replacing("+", with: " ")) } }

    private static func decoded(_ text: some StringProtocol) -> String {
        // What is no such encoding means itself.
        text.removingPercentEncoding ?? String(text)
    }

    /// A parameter that has to be a whole number in a range.
    func number(_ name: String, in range: ClosedRange<Int64>) throws(APIError) -> Int64? {
        guard let text = text(name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw .badRequest(
                "\(name): expected a whole number, at least \(range.lowerBound)"
                    + (range.upperBound == .max ? "" : " and at most \(range.upperBound)")
            )
        }
        return number
    }

    /// A parameter that has to be `true` or `false`.
    func flag(_ name: String) throws(APIError) -> Bool {
        switch text(name) {
        case nil, "false": return false
        case "true": return true
        default: throw .badRequest("\(name): expected true or false")
        }
    }
}

extension Router<StatusContext> {
    /// Answers a path of the interface for programs.
    ///
    /// - Parameters:
    ///   - method: what is done there.
    ///   - path: where.
    ///   - parameters: the names that its query may have.
    ///   - answer: what becomes of a request, whose query it is given.
    func answer(
        _ method: HTTPRequest.Method,
        _ path: RouterPath,
        parameters: [String] = [],
        _ answer: @escaping @Sendable (Request, StatusContext, RequestQuery) async throws -> Response
    ) {
        on(path, method: method) { request, context in
            try await answer(request, context, try RequestQuery(request, known: parameters))
        }
    }
}
