import Testing

@testable import FeedLoading

struct MediaSignatureTests {
    @Test(
        arguments: [
            (Array("ID3\u{4}\0\0\0\0\0\0".utf8), "an MP3 file"),
            ([0xFF, 0xFB, 0x90, 0x64, 0, 0], "an MP3 or AAC file"),
            ([0xFF, 0xF3, 0x40, 0xC0, 0, 0], "an MP3 or AAC file"),
            ([0xFF, 0xF1, 0x50, 0x80, 0, 0], "an MP3 or AAC file"),
            ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG image"),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a PNG image"),
            (Array("%PDF-1.7".utf8), "a PDF document"),
            ([0x50, 0x4B, 0x03, 0x04, 0x14], "a ZIP archive"),
            ([0, 0, 0, 0x20] + Array("ftypM4A ".utf8), "an MPEG-4 file"),
            (Array("OggS".utf8), "an Ogg file"),
        ] as [([UInt8], String)]
    )
    func recognisesMedia(bytes: [UInt8], kind: String) {
        #expect(MediaSignature.kind(of: bytes) == kind)
    }

    @Test(
        arguments: [
            Array("<?xml version=".utf8), Array("\u{FEFF}<rss>".utf8), Array("{\"version\":".utf8),
            Array("  \n<rss".utf8),
            [0xFF, 0xFE, 0x3C, 0x00, 0x3F, 0x00], [0xFE, 0xFF, 0x00, 0x3C], [0x1F, 0x8B, 8], [], [0xFF],
            Array("RSS".utf8), Array("<!-- ftyp -->".utf8),
        ] as [[UInt8]]
    )
    func letsEverythingElsePass(bytes: [UInt8]) {
        #expect(MediaSignature.kind(of: bytes) == nil)
    }
}
