import Foundation
import GRDBSQLite
import PodcastModel

/// Reads the columns of the current row of a statement from left to right.
///
/// It reads the statement directly: a refresh reads a hundred rows to match its
/// episodes with, and making a row object for each would take three times as long.
struct RowReader {
    private let statement: OpaquePointer
    private var index: Int32 = 0
    /// The columns of this row that cannot be read and so count as absent.
    private var unreadableColumns: [String] = []

    init(statement: OpaquePointer) {
        self.statement = statement
    }

    mutating func text() -> String? {
        let index = next()
        guard let bytes = sqlite3_column_text(statement, index) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    mutating func integer() -> Int64? {
        let index = next()
        guard sqlite3_column_type(statement, index) != SQLITE_NULL else { return nil }
        return sqlite3_column_int64(statement, index)
    }

    mutating func real() -> Double? {
        let index = next()
        guard sqlite3_column_type(statement, index) != SQLITE_NULL else { return nil }
        return sqlite3_column_double(statement, index)
    }

    mutating func bytes() -> [UInt8] {
        let index = next()
        guard let start = sqlite3_column_blob(statement, index) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
    }

    mutating func requiredText() -> String { text() ?? "" }
    mutating func requiredInteger() -> Int64 { integer() ?? 0 }
    /// A number that is safe to calculate with: as a time or a length it can be converted to a smaller unit, and two
    /// of them can be subtracted.
    ///
    /// Other programs may write any number into the store; no feed brings one beyond these.
    mutating func int() -> Int? { integer().map { Int(min(max(-Self.largestNumber, $0), Self.largestNumber)) } }
    static let largestNumber: Int64 = 1 << 52
    /// A count, limited to the range in which one more can still be added.
    ///
    /// Other programs may write any number into the store: a negative one is read as 0.
    mutating func count() -> Int? { integer().map { Int(min(max(0, $0), Self.largestCount)) } }
    static let largestCount: Int64 = 1_000_000_000
    mutating func flag() -> Bool? { integer().map { $0 != 0 } }
    mutating func requiredFlag() -> Bool { integer() == 1 }
    mutating func time() -> Timestamp? { integer().map(Timestamp.init(epochSeconds:)) }
    mutating func requiredTime() -> Timestamp { Timestamp(epochSeconds: requiredInteger()) }
    /// A 64-bit digest, stored by its bits because SQLite's integers are signed.
    mutating func digest() -> UInt64? { integer().map(UInt64.init(bitPattern:)) }

    /// Moments stored as a JSON list of epoch seconds; NULL is the empty list,
    /// and so is what cannot be read.
    ///
    /// Parsed by hand: this is done at every refresh, and a JSON decoder would
    /// take longer than the rest of the row.
    mutating func times() -> [Timestamp] {
        let index = next()
        guard let start = sqlite3_column_text(statement, index) else { return [] }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
        guard bytes.count > 2 else { return [] }
        var times: [Timestamp] = []
        times.reserveCapacity(bytes.count / 10)
        var (seconds, isNegative, hasDigits) = (Int64(0), false, false)
        for byte in bytes.dropFirst() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                seconds = seconds &* 10 &+ Int64(byte - UInt8(ascii: "0"))
                hasDigits = true
            case UInt8(ascii: "-") where !hasDigits && !isNegative:
                isNegative = true
            case UInt8(ascii: ",") where hasDigits, UInt8(ascii: "]") where hasDigits:
                times.append(Timestamp(epochSeconds: isNegative ? 0 &- seconds : seconds))
                (seconds, isNegative, hasDigits) = (0, false, false)
            default:
                unreadableColumns.append(columnName)
                return []
            }
        }
        return times
    }

    /// One of a fixed set of words, as the CHECK of its column promises.
    mutating func word<Word: RawRepresentable>() throws(PersistenceError) -> Word? where Word.RawValue == String {
        guard let text = text() else { return nil }
        guard let word = Word(rawValue: text) else { throw unreadable("unknown word") }
        return word
    }

    mutating func requiredWord<Word: RawRepresentable>() throws(PersistenceError) -> Word
    where Word.RawValue == String {
        guard let word: Word = try word() else { throw unreadable("missing") }
        return word
    }

    /// A value stored as JSON that a later refresh will bring again; NULL is
    /// absent.
    ///
    /// A value that cannot be read counts as absent too: an error would keep that
    /// refresh from replacing it.
    mutating func jsonIfReadable<Value: Decodable>(_ type: Value.Type = Value.self) -> Value? {
        do throws(PersistenceError) {
            return try json(type)
        } catch {
            unreadableColumns.append(columnName)
            return nil
        }
    }

    /// A list stored as JSON that a later refresh will bring again; NULL is the
    /// empty list, and so is a list that cannot be read.
    mutating func list<Element: Decodable>(of type: Element.Type = Element.self) -> [Element] {
        jsonIfReadable([Element].self) ?? []
    }

    /// Returns the columns that counted as absent because they cannot be read, and
    /// forgets them, so that they are reported once.
    mutating func takeUnreadableColumns() -> [String] {
        guard !unreadableColumns.isEmpty else { return [] }
        defer { unreadableColumns = [] }
        return unreadableColumns
    }

    /// The number in the first column, which is mostly the row's.
    var firstNumber: Int64 { sqlite3_column_int64(statement, 0) }

    /// A value stored as JSON that nobody but the user can replace; NULL is absent.
    mutating func json<Value: Decodable>(_ type: Value.Type = Value.self) throws(PersistenceError) -> Value? {
        guard let text = text() else { return nil }
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw unreadable("not the JSON of \(type)")
        }
    }
}

extension RowReader {
    /// How many bytes of text the row holds.
    var textBytes: Int {
        (0..<sqlite3_column_count(statement)).reduce(0) { sum, column in
            guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return sum }
            return sum + Int(sqlite3_column_bytes(statement, column))
        }
    }

    private mutating func next() -> Int32 {
        defer { index += 1 }
        return index
    }

    /// The column that was read last.
    private var columnName: String {
        sqlite3_column_name(statement, index - 1).map { String(cString: $0) } ?? "?"
    }

    private func unreadable(_ detail: String) -> PersistenceError {
        .unreadable(column: columnName, detail: detail)
    }
}
