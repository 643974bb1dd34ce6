import Testing

@testable import FeedLoading

struct HeaderReaderTests {
    @Test func readsNamesInAnyCaseAndTrimsValues() {
        let head = read("HTTP/2 200", "ETAG:  \"1\" \t", "last-modified:then", "CaChE-CoNtRoL: max-age=1")

        #expect(head.status == 200)
        #expect(head.httpVersion == "2")
        #expect(head[.etag] == "\"1\"")
        #expect(head[.lastModified] == "then")
        #expect(head[.cacheControl] == "max-age=1")
    }

    @Test func knowsEveryKeptHeaderByItsName() {
        for field in HeaderField.allCases {
            let head = read("HTTP/1.1 200 OK", "\(field.name): value")
            #expect(head[field] == "value", "\(field)")
        }
    }

    @Test(arguments: ["etaq", "locatiom", "x-etag", "dates", "", "age ", "cache_control"])
    func ignoresOtherNames(name: String) {
        let head = read("HTTP/1.1 200 OK", "\(name): value")
        #expect(HeaderField.allCases.allSatisfy { head[$0] == nil })
    }

    @Test func joinsListsAndTakesTheFirstOfEverythingElse() {
        let head = read(
            "HTTP/1.1 200 OK",
            "Cache-Control: public",
            "Cache-Control: max-age=1",
            "ETag: \"1\"",
            "ETag: \"2\""
        )
        #expect(head[.cacheControl] == "public, max-age=1")
        #expect(head[.etag] == "\"1\"")
    }

    @Test func unfoldsAFoldedValue() {
        let head = read("HTTP/1.1 200 OK", "Cache-Control: public,", "\t max-age=1", "X-Other: a", " b")
        #expect(head[.cacheControl] == "public, max-age=1")
    }

    @Test func anInterimResponseLeavesNothingBehind() {
        let head = read(
            "HTTP/1.1 103 Early Hints",
            "Age: 1",
            "ETag: \"early\"",
            "",
            "HTTP/1.1 200 OK",
            "Age: 2"
        )
        #expect(head.status == 200)
        #expect(head[.age] == "2")
        #expect(head[.etag] == nil)
    }

    @Test func trailersReplaceNothing() {
        let head = read("HTTP/1.1 200 OK", "ETag: \"1\"", "", "Last-Modified: then", "Location: /evil")
        #expect(head[.etag] == "\"1\"")
        #expect(head[.lastModified] == nil)
        #expect(head[.location] == nil)
    }

    @Test(arguments: ["ETag: \"a\rX: b\"", "Last-Modified: a\u{0}b", "Location: /\u{7F}", "ETag: \u{1B}[31m"])
    func noticesControlCharactersInKeptValues(line: String) {
        #expect(read("HTTP/1.1 200 OK", line).fieldWithControlCharacter != nil)
    }

    @Test func keepsBytesOutsideOfASCII() {
        var reader = HeaderReader()
        feed("HTTP/1.1 200 OK", to: &reader)
        (Array("ETag: \"".utf8) + [0xC3, 0xFF, 0x80, 0x22]).withUnsafeBufferPointer { reader.read($0) }

        let etag = reader.head[.etag] ?? ""
        var bytes: [UInt8] = []
        Latin1.append(etag, to: &bytes)
        #expect(bytes == [0x22, 0xC3, 0xFF, 0x80, 0x22])
    }

    private func read(_ lines: String...) -> ResponseHead {
        var reader = HeaderReader()
        for line in lines { feed(line, to: &reader) }
        return reader.head
    }

    private func feed(_ line: String, to reader: inout HeaderReader) {
        Array((line + "\r\n").utf8).withUnsafeBufferPointer { reader.read($0) }
    }
}
