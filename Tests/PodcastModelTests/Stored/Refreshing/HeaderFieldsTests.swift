import Foundation
import PodcastModel
import Testing

struct HeaderFieldsTests {
    @Test func fieldsAreInTheOrderOfTheirNamesAndThereOnce() {
        var fields: HeaderFields = ["ETag": "\"1\"", "Cache-Control": "no-cache"]
        fields["Expires"] = "0"
        fields["Content-Type"] = "text/xml"
        fields["ETag"] = "\"2\""
        fields["Expires"] = nil
        fields["Link"] = nil
        #expect(fields.all.map(\.name) == ["Cache-Control", "Content-Type", "ETag"])
        #expect(fields["ETag"] == "\"2\"")
        #expect(fields["Expires"] == nil)
        #expect(fields["etag"] == nil)
    }

    @Test func anObjectInJSON() throws {
        let fields: HeaderFields = ["ETag": "W/\"é\"", "Date": ""]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = try encoder.encode(fields)
        #expect(String(decoding: json, as: UTF8.self) == #"{"Date":"","ETag":"W/\"é\""}"#)
        #expect(try JSONDecoder().decode(HeaderFields.self, from: json) == fields)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(HeaderFields.self, from: Data("[1]".utf8)) }
    }
}
