/// The headers that are kept; all others are dropped as they pass by.
enum HeaderField: Int, CaseIterable {
    case age, authenticate, browserChallenge, cacheControl, contentEncoding, contentLength, contentType, date, etag
    case expires, firewallAction, instanceManipulation, lastModified, location, retryAfter, transferEncoding

    /// The field of a header name, in any case; nil for one not kept.
    init?(name: UnsafeBufferPointer<UInt8>) {
        let candidate: HeaderField
        switch (name.count, name.first.map { $0 | 0x20 }) {
        case (2, UInt8(ascii: "i")): candidate = .instanceManipulation
        case (3, UInt8(ascii: "a")): candidate = .age
        case (4, UInt8(ascii: "d")): candidate = .date
        case (4, UInt8(ascii: "e")): candidate = .etag
        case (7, UInt8(ascii: "e")): candidate = .expires
        case (8, UInt8(ascii: "l")): candidate = .location
        case (11, UInt8(ascii: "r")): candidate = .retryAfter
        case (12, UInt8(ascii: "c")): candidate = name[1] | 0x20 == UInt8(ascii: "f") ? .browserChallenge : .contentType
        case (13, UInt8(ascii: "c")): candidate = .cacheControl
        case (13, UInt8(ascii: "l")): candidate = .lastModified
        case (14, UInt8(ascii: "c")): candidate = .contentLength
        case (16, UInt8(ascii: "c")): candidate = .contentEncoding
        case (16, UInt8(ascii: "w")): candidate = .authenticate
        case (17, UInt8(ascii: "t")): candidate = .transferEncoding
        case (17, UInt8(ascii: "x")): candidate = .firewallAction
        default: return nil
        }
        let expected = candidate.name
        let isEqual = expected.withUTF8Buffer { expected in
            (0..<name.count).allSatisfy { name[$0] == expected[$0] || name[$0] | 0x20 == expected[$0] }
        }
        guard isEqual else { return nil }
        self = candidate
    }

    /// The name in lower case.
    var name: StaticString {
        switch self {
        case .age: "age"
        case .authenticate: "www-authenticate"
        case .browserChallenge: "cf-mitigated"
        case .cacheControl: "cache-control"
        case .contentEncoding: "content-encoding"
        case .contentLength: "content-length"
        case .contentType: "content-type"
        case .date: "date"
        case .etag: "etag"
        case .expires: "expires"
        case .firewallAction: "x-amzn-waf-action"
        case .instanceManipulation: "im"
        case .lastModified: "last-modified"
        case .location: "location"
        case .retryAfter: "retry-after"
        case .transferEncoding: "transfer-encoding"
        }
    }

    /// Whether several headers of the name mean one list.
    var isList: Bool {
        switch self {
        case .authenticate, .cacheControl, .contentEncoding, .contentLength, .instanceManipulation, .transferEncoding:
            true
        default: false
        }
    }
}

/// The status and the kept headers of a response.
struct ResponseHead {
    /// The status of the last status line; 0 before there was one.
    fileprivate(set) var status = 0
    /// `1.1`, `2`; empty before there was a status line.
    fileprivate(set) var httpVersion = ""
    /// The first kept header whose value holds a control character.
    fileprivate(set) var fieldWithControlCharacter: HeaderField?
    private var values = [String?](repeating: nil, count: HeaderField.allCases.count)

    /// How long the body is said to be.
    var contentLength: ContentLength {
        // Chunks say where they end, whatever else is said (RFC 9112 6.3).
        self[.transferEncoding] == nil ? self[.contentLength].map(ContentLength.init) ?? .unsaid : .unsaid
    }

    /// Whether the body is coded for its way, in another manner than by being cut into chunks.
    ///
    /// Nobody has asked for that, and the loader would take the coded bytes, or as many of them as came, for the body
    /// (RFC 9112 7).
    var isCodedForTransfer: Bool {
        self[.transferEncoding]?.split(separator: ",").contains { coding in
            !["", "chunked", "identity"].contains(coding.trimmedOfBlanks.lowercased())
        } ?? false
    }

    /// Whether a body would end with the connection alone, which serves for no other request then (RFC 9112 6.3).
    var endsWithConnection: Bool {
        guard httpVersion.hasPrefix("1"), status >= 200, status != 204, status != 304 else { return false }
        return contentLength == .unsaid && self[.transferEncoding] == nil
    }

    /// The value as received, one scalar for each byte; nil if there was none.
    fileprivate(set) subscript(field: HeaderField) -> String? {
        get { values[field.rawValue] }
        set { values[field.rawValue] = newValue }
    }
}

/// Reads header lines one by one, as bytes.
struct HeaderReader {
    private(set) var head = ResponseHead()
    /// Bytes of all lines so far.
    private(set) var byteCount = 0
    /// Whether the final response's headers have ended.
    ///
    /// What comes later are trailers, which must not replace them.
    private(set) var isComplete = false
    private var lastField: HeaderField?

    /// Takes one line, with or without its line break.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) {
        byteCount += line.count
        var line = UnsafeBufferPointer(rebasing: line[...])
        while let last = line.last, last == 0x0A || last == 0x0D {
            line = UnsafeBufferPointer(rebasing: line.dropLast())
        }
        guard let first = line.first else {
            // 100 Continue and 103 Early Hints are followed by the real response.
            isComplete = head.status >= 200
            return
        }
        if Self.isStatusLine(line) {
            startResponse(line)
        } else if isComplete {
            return
        } else if first == 0x20 || first == 0x09 {
            // A folded line continues the value before it (RFC 9112 5.2).
            if let lastField { store(line, in: lastField, separator: " ") }
        } else {
            readField(line)
        }
    }

    private mutating func readField(_ line: UnsafeBufferPointer<UInt8>) {
        lastField = nil
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let field = HeaderField(name: UnsafeBufferPointer(rebasing: line[..<colon]))
        else { return }
        // Of a header that may come once the first counts.
        guard head[field] == nil || field.isList else { return }
        lastField = field
        store(UnsafeBufferPointer(rebasing: line[(colon + 1)...]), in: field, separator: ", ")
    }

    private mutating func store(_ bytes: UnsafeBufferPointer<UInt8>, in field: HeaderField, separator: String) {
        var bytes = bytes[...]
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
        if bytes.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) {
            head.fieldWithControlCharacter = head.fieldWithControlCharacter ?? field
            return
        }
        let value = Latin1.text(of: UnsafeBufferPointer(rebasing: bytes))
        head[field] = head[field].map { $0.isEmpty ? value : $0 + separator + value } ?? value
    }

    private mutating func startResponse(_ line: UnsafeBufferPointer<UInt8>) {
        head = ResponseHead()
        isComplete = false
        lastField = nil
        let version = line.prefix { $0 != 0x20 }
        let code = line[version.endIndex...].drop { $0 == 0x20 }.prefix { $0 != 0x20 }
        guard let status = WholeNumber.parse(code) else { return }
        head.status = Int(status)
        head.httpVersion = String(decoding: version.dropFirst(5), as: UTF8.self)
    }

    private static func isStatusLine(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.count > 5 && line[0] == UInt8(ascii: "H") && line[1] == UInt8(ascii: "T") && line[2] == UInt8(ascii: "T")
            && line[3] == UInt8(ascii: "P") && line[4] == UInt8(ascii: "/")
    }
}
