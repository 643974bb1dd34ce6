import FeedParsing
import Testing

/// Media RSS values hold for what is inside (feed formats J).
struct MediaInheritanceTests {
    @Test func letsContentsInheritFromTheirGroup() throws {
        // When
        let item = try item(
            """
            <media:group><media:title>Of the group</media:title>
            <media:content url="https://a.example/1.mp4" type="video/mp4"><media:title>Its own</media:title></media:content>
            <media:content url="https://a.example/2.mp4" type="video/mp4"/>
            <media:description>Said last</media:description><media:thumbnail url="https://a.example/t.jpg"/></media:group>
            <media:content url="https://a.example/3.mp4" type="video/mp4"/>
            """
        )

        // Then the nearest wins, and nothing reaches beyond the group
        #expect(item.mediaContents.map(\.title) == ["Its own", "Of the group", nil])
        #expect(item.mediaContents.map(\.description) == ["Said last", "Said last", nil])
        #expect(item.mediaContents.map(\.thumbnailURL) == ["https://a.example/t.jpg", "https://a.example/t.jpg", nil])
        #expect(item.enclosures.map(\.title) == ["Its own", "Of the group", nil])
    }

    @Test func takesForTheItemWhatStandsNearestToIt() throws {
        // When
        let item = try item(
            """
            <media:group><media:content url="https://a.example/1.mp4"><media:title>Content</media:title></media:content>
            <media:title>Group</media:title></media:group><media:title>Item</media:title>
            """
        )

        // Then
        #expect(item.otherTexts.mediaTitle == "Item")
        #expect(item.extensions.map(\.value) == ["Content", "Group"])
    }
}
