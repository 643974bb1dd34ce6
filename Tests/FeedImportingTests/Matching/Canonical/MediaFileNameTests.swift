import Testing

@testable import FeedImporting

struct MediaFileNameTests {
    @Test(arguments: [
        ("talk.mp3", true, true), ("TALK.Mp3", true, true), ("a.b.m3u8", true, true), ("notes.PDF", true, true),
        ("talk.tar", true, false),
        // A program sends what its query says.
        ("download.php", false, false), ("play.aspx", false, false),
        // No extension: nothing in front of the dot, too short or too long, a version, a domain or a number.
        ("download", false, false), (".mp3", false, false), ("talk.m", false, false), ("talk.playlist", false, false),
        ("talk.m-3", false, false), ("talk.2024", false, false), ("talk.", false, false), ("", false, false),
    ])
    func knowsFilesByTheirExtensions(name: String, isFile: Bool, isMedia: Bool) {
        #expect(MediaFileName.isFile(Array(name.utf8)) == isFile)
        #expect(MediaFileName.isMedia(Array(name.utf8)) == isMedia)
    }

    @Test(arguments: [
        ("example.com/2024/talk.mp3", "talk.mp3"), ("example.com/talk.mp3?id=7", "talk.mp3?id=7"),
        ("example.com/play.php?id=7", nil), ("example.com/talk?file=a/b.mp3", nil), ("talk.mp3", "talk.mp3"),
        (nil, nil),
    ])
    func theNameIsTheLastPartOfThePathWithItsQuery(address: String?, name: String?) {
        #expect(MediaFileName.mediaName(inCanonical: address) == name)
    }
}
