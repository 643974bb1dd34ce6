import Hummingbird

/// Which part of a list a request asks for.
struct PageWish {
    /// How many at most.
    let limit: Int
    /// Where the page before ended; nil for the first.
    let cursor: Int64?

    static let defaultLimit = 50
    static let maximumLimit = 500

    /// Reads `limit` and `cursor`.
    ///
    /// - Throws: ``APIError`` if one of them is no number, or out of range.
    init(_ request: Request) throws {
        limit = try request.number("limit", in: 1...Int64(Self.maximumLimit)).map(Int.init) ?? Self.defaultLimit
        cursor = try request.number("cursor", in: 0...Int64.max)
    }
}

extension Request {
    /// A parameter of the query; nil if it is missing or empty.
    func text(_ name: String) -> String? {
        let text = uri.queryParameters.get(name)
        return text?.isEmpty == true ? nil : text
    }

    /// A parameter that has to be a whole number in a range.
    func number(_ name: String, in range: ClosedRange<Int64>) throws -> Int64? {
        guard let text = text(name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw APIError.badRequest(
                "\(name): expected a whole number, at least \(range.lowerBound)"
                    + (range.upperBound == .max ? "" : " and at most \(range.upperBound)")
            )
        }
        return number
    }

    /// A parameter that has to be `true` or `false`.
    func flag(_ name: String) throws -> Bool {
        switch text(name) {
        case nil, "false": return false
        case "true": return true
        default: throw APIError.badRequest("\(name): expected true or false")
        }
    }
}

extension StatusContext {
    /// The number at the end of the path.
    var id: Int64 {
        get throws {
            guard let id = parameters.get("id", as: Int64.self) else {
                throw APIError.notFound("there is nothing at this address; it has to be a number")
            }
            return id
        }
    }
}
