import Testing

@testable import FeedParsing

struct MediaTypeTests {
    @Test(arguments: [
        ("audio/mpeg", "a.mp3", "audio/mpeg"), ("AUDIO/MPEG", "a", "audio/mpeg"),
        (" audio/mpeg; charset=utf-8 ", "a", "audio/mpeg"),
        ("audio/mp3", "a.mp3", "audio/mpeg"), ("audio/x-mp3", "a", "audio/mpeg"), ("x-audio/mp3", "a", "audio/mpeg"),
        ("audio/mpeg3", "a", "audio/mpeg"), ("audio/m4a", "a", "audio/x-m4a"),
        ("image/jpg", "a", "image/jpeg"), ("video/mp4", "a.mp4", "video/mp4"),
        ("application/pdf", "a.pdf", "application/pdf"), ("image/jpeg", "a.pdf", "image/jpeg"),
        ("application/ogg", "a.ogg", "application/ogg"),
        ("application/x-bittorrent", "a.mp3", "application/x-bittorrent"),
        ("application/vnd.apple.mpegurl", "a.m3u", "application/vnd.apple.mpegurl"), ("image/jpeg", "a", "image/jpeg"),
        ("video/mp4", "a.ogg", "video/mp4"), ("application/zip", "a", "application/zip"),
        ("audio/x-own", "a.mp3", "audio/x-own"), ("text/html", "a.html", "text/html"),
        ("text/html", "watch?v=1", "text/html"),
        ("audio/mpeg", "a.m4a", "audio/mpeg"), ("video/mpeg", "a.mpg", "video/mpeg"),
        ("application/x-shockwave-flash", "player.swf", "application/x-shockwave-flash"),
    ])
    func keepsWhatThePublisherSays(published: String, file: String, expected: String) {
        let type = MediaType(published, url: "https://example.org/" + file)
        #expect(type.text == expected)
        #expect(!type.isGuessed)
    }

    @Test(
        arguments: [
            (nil, "a.mp3", "audio/mpeg"), ("", "a.MP3?x=1.ogg", "audio/mpeg"), ("xxx11", "a.m4a#t=1", "audio/x-m4a"),
            ("/", "a.ogg", "audio/ogg"), ("audio/", "a.opus", "audio/opus"), ("a/b/c", "a.flac", "audio/flac"),
            ("application/octet-stream", "a.mp3", "audio/mpeg"), ("binary/octet-stream", "a.mp4", "video/mp4"),
            ("text/html", "a.mp3", "audio/mpeg"), ("text/plain", "a.png", "image/png"),
            ("video/mpeg", "a.mp3", "audio/mpeg"), ("video/mp4", "a.m4a", "audio/x-m4a"),
            ("application/pdf", "a.mp3", "audio/mpeg"), ("application/force-download", "a.mp3", "audio/mpeg"),
            ("application/x-download", "a.mp4", "video/mp4"), ("image/jpeg", "a.mp3", "audio/mpeg"),
            (nil, "a.jpg", "image/jpeg"), (nil, "a.pdf", "application/pdf"), (nil, "a.vtt", "text/vtt"),
            (nil, "a.m3u8", "application/x-mpegurl"),
            // Words that are no types: the file knows better, if it knows anything.
            ("audio", "a.m4a", "audio/x-m4a"), ("audio", "a.ogg", "audio/ogg"), ("mp4", "a.m4a", "audio/x-m4a"),
            ("MP3", "a.mp3", "audio/mpeg"), ("mp3", "a", "audio/mpeg"), ("audio", "a.html", "audio/mpeg"),
            (" mp4 ", "a?b=c.mp3", "video/mp4"), ("xxx", "a.pdf", "application/pdf"),
        ] as [(String?, String, String)]
    )
    func guessesByTheExtension(published: String?, file: String, expected: String) {
        let type = MediaType(published, url: "https://example.org/" + file)
        #expect(type.text == expected)
        #expect(type.isGuessed)
    }

    @Test(
        arguments: [
            (nil, "https://example.org/a"), ("", "https://example.org"), ("xxx", "https://example.org/a.unknownext"),
            (nil, ""), (nil, "."),
            (nil, "https://example.mp3/a"), ("application/octet-stream", "https://example.org/a"),
            (nil, "https://example.org/.mp3/x"),
        ] as [(String?, String)]
    )
    func isOctetStreamWhenNothingIsKnown(published: String?, url: String) {
        #expect(MediaType(published, url: url) == MediaType(nil, url: "https://example.org/x"))
        #expect(MediaType(published, url: url).text == "application/octet-stream")
        #expect(MediaType(published, url: url).isGuessed)
    }
}
