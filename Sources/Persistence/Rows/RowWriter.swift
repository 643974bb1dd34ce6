import Foundation
import GRDB
import GRDBSQLite
import PodcastModel

/// Binds the values of a row from left to right and writes it.
///
/// An import writes three rows an episode, and GRDB's argument lists cost as
/// much as SQLite itself there. So values go straight to the statement; short
/// texts are gathered in one reused buffer, and SQLite reads it and the long
/// ones in place while the statement runs (SQLITE_STATIC): no allocation a
/// value, and no copy of show notes.
final class RowWriter {
    private let statement: Statement
    private let handle: OpaquePointer
    private let parameterCount: Int32
    private var index: Int32 = 0
    private var bytes: [UInt8] = []
    private var texts: [(index: Int32, start: Int, count: Int)] = []
    private var longTexts: [(index: Int32, text: String)] = []
    /// From how many bytes on a text is bound in place; copying a shorter one costs less.
    private static let longTextBytes = 512

    init(_ sql: String, in database: Database) throws {
        statement = try database.makeStatement(sql: sql)
        handle = statement.sqliteStatement
        parameterCount = sqlite3_bind_parameter_count(handle)
    }

    func integer(_ value: Int64?) {
        index += 1
        if let value {
            sqlite3_bind_int64(handle, index, value)
        } else {
            sqlite3_bind_null(handle, index)
        }
    }

    func real(_ value: Double?) {
        index += 1
        if let value {
            sqlite3_bind_double(handle, index, value)
        } else {
            sqlite3_bind_null(handle, index)
        }
    }

    func text(_ value: String?) {
        guard let value else {
            index += 1
            sqlite3_bind_null(handle, index)
            return
        }
        if value.utf8.count >= Self.longTextBytes {
            index += 1
            longTexts.append((index, value))
            return
        }
        let start = bytes.count
        value.utf8Span.span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        closeText(from: start)
    }

    /// Bytes, which SQLite copies.
    func blob(_ value: [UInt8]) {
        index += 1
        // SQLITE_TRANSIENT, a macro that is not imported.
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        value.withUnsafeBytes { bytes in
            _ = sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), copies)
        }
    }

    /// A list or structure as JSON; nil and the empty list are NULL.
    func json(_ value: (some Encodable)?) throws(PersistenceError) {
        guard let value else { return text(nil) }
        let start = bytes.count
        do {
            try JSONValue(encoding: value).write(to: &bytes)
        } catch {
            throw .unreadable(column: "parameter \(index + 1)", detail: "no JSON for \(type(of: value))")
        }
        closeText(from: start)
    }

    /// JSON that is appended to the bytes of the row; nothing is NULL.
    func json(_ append: (inout [UInt8]) -> Void) {
        let start = bytes.count
        append(&bytes)
        if bytes.count > start { closeText(from: start) } else { text(nil) }
    }

    func list(_ values: [some Encodable]) throws(PersistenceError) {
        if values.isEmpty { text(nil) } else { try json(values) }
    }

    func int(_ value: Int?) { integer(value.map(Int64.init)) }
    func flag(_ value: Bool?) { integer(value.map { $0 ? 1 : 0 }) }
    func time(_ value: Timestamp?) { integer(value?.epochSeconds) }
    func digest(_ value: UInt64?) { integer(value.map(Int64.init(bitPattern:))) }

    /// Runs the statement with what was bound since the last run.
    func run() throws(PersistenceError) {
        defer { reset() }
        guard step() == SQLITE_DONE else { throw PersistenceError(failureOf: handle) }
    }

    /// Runs a query with what was bound since the last run, and reads its first
    /// row, if there is one; the row must not return a text that was bound.
    func first<Value>(
        _ value: (inout RowReader) throws(PersistenceError) -> Value
    ) throws(PersistenceError) -> Value? {
        defer { reset() }
        let code = step()
        guard code != SQLITE_DONE else { return nil }
        guard code == SQLITE_ROW else { throw PersistenceError(failureOf: handle) }
        var reader = RowReader(statement: handle)
        return try value(&reader)
    }
}

extension RowWriter {
    private func step() -> Int32 {
        precondition(index == parameterCount, "a column was forgotten or bound twice")
        closeTexts()
        return bytes.withUnsafeBufferPointer { buffer -> Int32 in
            for text in texts {
                let code = bind(text.index, UnsafeBufferPointer(rebasing: buffer[text.start..<text.start + text.count]))
                guard code == SQLITE_OK else { return code }
            }
            return stepWithLongTexts(from: 0)
        }
    }

    private func bind(_ index: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        bytes.withMemoryRebound(to: CChar.self) { characters -> Int32 in
            sqlite3_bind_text64(handle, index, characters.baseAddress, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8))
        }
    }

    /// Binds the long texts from one on, each where it lies, and runs the statement while all of them are held there.
    private func stepWithLongTexts(from first: Int) -> Int32 {
        guard first < longTexts.count else { return sqlite3_step(handle) }
        var (index, text) = longTexts[first]
        return text.withUTF8 { bytes -> Int32 in
            guard !holdsNUL(bytes) else {
                return bytes.filter { $0 != 0 }.withUnsafeBufferPointer { stepWithLongText(first, at: index, $0) }
            }
            return stepWithLongText(first, at: index, bytes)
        }
    }

    private func stepWithLongText(_ number: Int, at index: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        let code = bind(index, bytes)
        return code == SQLITE_OK ? stepWithLongTexts(from: number + 1) : code
    }

    /// Readers in C end at NUL; a text with one inside could not be found
    /// again by what is read back.
    private func holdsNUL(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
    }

    private func closeText(from start: Int) {
        index += 1
        texts.append((index, start, bytes.count - start))
    }

    /// Takes the NULs out of the texts that were gathered, and gives their buffer an end.
    private func closeTexts() {
        if bytes.withUnsafeBufferPointer(holdsNUL) {
            let gathered = bytes
            bytes.removeAll(keepingCapacity: true)
            for place in texts.indices {
                let start = bytes.count
                bytes += gathered[texts[place].start...].prefix(texts[place].count).filter { $0 != 0 }
                (texts[place].start, texts[place].count) = (start, bytes.count - start)
            }
        }
        // So that the buffer has an address even if all texts are empty: an
        // empty text is not NULL.
        bytes.append(0)
    }

    private func reset() {
        sqlite3_reset(handle)
        discardBindings()
    }

    /// Discards the values bound so far, after one of the row's values could not
    /// be bound.
    func discardBindings() {
        index = 0
        bytes.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        longTexts.removeAll(keepingCapacity: true)
    }
}
