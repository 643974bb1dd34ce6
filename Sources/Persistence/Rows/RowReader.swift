import Foundation
import GRDB
import PodcastModel

/// Reads the columns of a row from left to right.
struct RowReader {
    private let row: Row
    private var index = 0

    init(row: Row) {
        self.row = row
    }

    mutating func text() -> String? { row[next()] }
    mutating func integer() -> Int64? { row[next()] }
    mutating func real() -> Double? { row[next()] }
    mutating func data() -> Data { row[next()] ?? Data() }
    mutating func isNull() -> Bool { row.hasNull(atIndex: next()) }

    mutating func requiredText() -> String { text() ?? "" }
    mutating func requiredInteger() -> Int64 { integer() ?? 0 }
    mutating func int() -> Int? { integer().map { Int($0) } }
    mutating func flag() -> Bool? { integer().map { $0 != 0 } }
    mutating func requiredFlag() -> Bool { integer() == 1 }
    mutating func time() -> Timestamp? { integer().map(Timestamp.init(epochSeconds:)) }
    mutating func requiredTime() -> Timestamp { Timestamp(epochSeconds: requiredInteger()) }
    /// A 64-bit digest, stored by its bits because SQLite's integers are signed.
    mutating func digest() -> UInt64? { integer().map(UInt64.init(bitPattern:)) }

    /// One of a fixed set of words, as the CHECK of its column promises.
    mutating func word<Word: RawRepresentable>(
        _ type: Word.Type = Word.self
    ) throws(PersistenceError) -> Word? where Word.RawValue == String {
        guard let text = text() else { return nil }
        guard let word = Word(rawValue: text) else { throw unreadable("unknown word") }
        return word
    }

    mutating func requiredWord<Word: RawRepresentable>(
        _ type: Word.Type = Word.self
    ) throws(PersistenceError) -> Word where Word.RawValue == String {
        guard let word = try word(type) else { throw unreadable("missing") }
        return word
    }

    /// A value stored as JSON; NULL is absent.
    mutating func json<Value: Decodable>(_ type: Value.Type = Value.self) throws(PersistenceError) -> Value? {
        guard let text = text() else { return nil }
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw unreadable("not the JSON of \(type)")
        }
    }

    /// A list stored as JSON; NULL is the empty list.
    mutating func list<Element: Decodable>(of type: Element.Type = Element.self) throws(PersistenceError) -> [Element] {
        try json([Element].self) ?? []
    }
}

extension RowReader {
    private mutating func next() -> Int {
        defer { index += 1 }
        return index
    }

    private func unreadable(_ detail: String) -> PersistenceError {
        let names = Array(row.columnNames)
        return .unreadable(table: "row", column: names[index - 1], detail: detail)
    }
}
