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

    @Test func inJSONTheyAreInTheOrderOfTheirNames() throws {
        let fields: HeaderFields = ["g": "7", "b": "2", "e": "5", "a": "1", "d": "4", "f": "6", "c": "3"]
        let json = try JSONValue(encoding: fields).text
        #expect(json == #"{"a":"1","b":"2","c":"3","d":"4","e":"5","f":"6","g":"7"}"#)
    }
}
