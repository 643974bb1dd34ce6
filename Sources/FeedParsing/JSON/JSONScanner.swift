/// Reads JSON from bytes, value by value and without a tree: memory stays flat
/// whatever the document holds.
struct JSONScanner {
    /// Why a document could not be read further.
    enum Failure: Error {
        /// It ends too early.
        case truncated
        /// Something else stands where a value or a mark should be.
        case malformed
        /// It is nested too deeply.
        case tooDeep
        /// The reader has had enough.
        case limit
    }

    /// A value that is not an object or array.
    enum Scalar {
        case string(String)
        /// A number as written.
        case number(String)
        case bool(Bool)
        case null
    }

    /// Values are read by functions that call themselves, and threads may have small stacks.
    private static let deepest = 64

    let bytes: UnsafeBufferPointer<UInt8>
    var position: Int
    /// How many objects and arrays are open.
    var depth = 0
    private let maximumDepth: Int
    /// How many more values may be kept as trees: two bytes can make a node.
    var treeBudget: Int
    /// What the values that are kept may weigh.
    var allowance: Allowance
    /// What readers have to say of the values.
    var warnings: WarningLog
    /// Whether bytes in a text are not UTF-8.
    var holdsInvalidBytes = false
    /// Whether commas between the objects of a list are missing, or stand there twice.
    private(set) var holdsWrongCommas = false
    /// Whether there are comments, which JSON does not have.
    private(set) var holdsComments = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int, configuration: FeedParserConfiguration) {
        treeBudget = configuration.maximumExtensionElements
        allowance = Allowance(documentBytes: bytes.count, configuration: configuration)
        warnings = WarningLog(maximum: configuration.maximumWarnings, firstLine: 0)
        self.bytes = bytes
        self.position = position
        maximumDepth = min(configuration.maximumDepth, Self.deepest)
    }

    /// The first byte of the next value, `{`, `[`, `"` and so on.
    mutating func peek() throws(Failure) -> UInt8 {
        position = endOfSpace(from: position)
        if position < bytes.count, bytes[position] == 0x2F {
            let next = endOfSpaceAndComments(from: position)
            if next > position { holdsComments = true }
            position = next
        }
        guard position < bytes.count else { throw .truncated }
        return bytes[position]
    }

    /// Reads an object; `body` must consume each value.
    ///
    /// Anything else is passed over.
    mutating func object(_ body: (inout JSONScanner, String) throws(Failure) -> Void) throws(Failure) {
        guard try peek() == 0x7B else { return try skip() }
        try enter()
        if try peek() == 0x7D { return leave() }
        while true {
            guard try peek() == 0x22 else { throw .malformed }
            let key = try string()
            guard try peek() == 0x3A else { throw .malformed }
            position += 1
            try body(&self, key)
            if try ends(with: 0x7D) { return leave() }
        }
    }

    /// Reads an array, or an object that numbers its values; `body` must consume each value.
    ///
    /// Anything else is taken as an array of one.
    mutating func array(_ body: (inout JSONScanner) throws(Failure) -> Void) throws(Failure) {
        guard try peek() == 0x5B else {
            guard isNumberedList else { return try body(&self) }
            return try object { scanner, _ throws(Failure) in try body(&scanner) }
        }
        try enter()
        if try peek() == 0x5D { return leave() }
        while true {
            try body(&self)
            if try ends(with: 0x5D) { return leave() }
        }
    }

    /// Reads an array of objects, which is next; commas may be missing before them, or stand there twice.
    ///
    /// `body` must consume each value.
    mutating func objects(_ body: (inout JSONScanner) throws(Failure) -> Void) throws(Failure) {
        try enter()
        while true {
            while try peek() == 0x2C {
                position += 1
                holdsWrongCommas = true
            }
            if try peek() == 0x5D { return leave() }
            try body(&self)
            switch try peek() {
            case 0x2C: position += 1
            case 0x7B: holdsWrongCommas = true
            case 0x5D: break
            default: throw .malformed
            }
        }
    }

    /// Reads a scalar; an object or array is passed over and gives nil.
    mutating func scalar() throws(Failure) -> Scalar? {
        switch try peek() {
        case 0x22: return .string(try string())
        case 0x7B, 0x5B:
            try skip()
            return nil
        default: return try literal()
        }
    }

    /// Passes over a value.
    mutating func skip() throws(Failure) {
        switch try peek() {
        case 0x7B: try object { scanner, _ throws(Failure) in try scanner.skip() }
        case 0x5B: try array { scanner throws(Failure) in try scanner.skip() }
        case 0x22: _ = try string()
        default: _ = try literal()
        }
    }

    private mutating func enter() throws(Failure) {
        depth += 1
        guard depth <= maximumDepth else { throw .tooDeep }
        position += 1
    }

    private mutating func leave() {
        depth -= 1
        position += 1
    }

    /// Whether a closing mark comes next, and not a comma.
    ///
    /// A comma right before the mark is forgiven.
    private mutating func ends(with mark: UInt8) throws(Failure) -> Bool {
        let byte = try peek()
        if byte == mark { return true }
        guard byte == 0x2C else { throw .malformed }
        position += 1
        return try peek() == mark
    }

    private mutating func literal() throws(Failure) -> Scalar {
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if ASCIIText.isSpace(byte) || byte == 0x2C || byte == 0x7D || byte == 0x5D || byte == 0x2F { break }
            position += 1
        }
        guard position < bytes.count else { throw .truncated }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        // What programs write for nothing that know more numbers than JSON does.
        case "null", "undefined", "NaN", "Infinity", "-Infinity": return .null
        default:
            guard Double(text) != nil else { throw .malformed }
            return .number(text)
        }
    }
}

extension JSONScanner.Scalar {
    /// The value as text, trimmed; numbers as written.
    ///
    /// Nil for nothing.
    var text: String? {
        switch self {
        case .string(let text): ASCIIText.withBytes(of: text) { FieldText($0).string }
        case .number(let text): text
        case .bool(let flag): flag ? "true" : "false"
        case .null: nil
        }
    }

    /// The value as a whole number, from a number or a text; fractions are cut.
    var integer: Int64? {
        guard let number = text.flatMap(Double.init), number.magnitude < 0x1p62 else { return nil }
        return Int64(number)
    }
}
