import ConformanceSuites
import Foundation
import Testing

struct FieldsTests {
    @Test
    func namesEveryValueOfADocument() throws {
        // Given
        let json = #"{"title": " A ", "flag": true, "items": [{"n": 1}, {"n": 2.5, "none": null, "empty": ""}]}"#

        // When
        let fields = Fields(json: try JSONSerialization.jsonObject(with: Data(json.utf8)))

        // Then
        #expect(
            fields.values == [
                "title": "A", "flag": "true", "items.count": "2", "items[0].n": "1", "items[1].n": "2.5",
            ]
        )
    }

    @Test
    func leavesPositionsOutOfPatterns() {
        #expect(Fields.pattern(of: "items[12].enclosures[0].url") == "items[].enclosures[].url")
    }

    @Test
    func findsSiblingsWithinTheSameItem() {
        #expect(Fields.sibling(of: "items[3].updated", "published") == "items[3].published")
        #expect(Fields.sibling(of: "title", "link") == "link")
    }
}
