/// Recognises by its first bytes what is certainly no feed, so that a podcast
/// episode is not downloaded for a feed (http polling A5 58).
enum MediaSignature {
    /// How many bytes it takes to tell.
    static let length = 12

    /// What the bytes are, as a noun phrase; nil if they may be a feed.
    static func kind(of bytes: some Collection<UInt8>) -> String? {
        let head = Array(bytes.prefix(length))
        if let known = prefixes.first(where: { head.starts(with: $0.bytes) }) { return known.kind }
        if head.count >= 8, head[4..<8].elementsEqual("ftyp".utf8) { return "an MPEG-4 file" }
        return isAudioFrame(head) ? "an MP3 or AAC file" : nil
    }

    private static let prefixes: [(bytes: [UInt8], kind: String)] = [
        (Array("ID3".utf8), "an MP3 file"),
        ([0xFF, 0xD8, 0xFF], "a JPEG image"),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "a PNG image"),
        (Array("GIF8".utf8), "a GIF image"),
        (Array("%PDF-".utf8), "a PDF document"),
        ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
        (Array("RIFF".utf8), "a WAVE, AVI or WebP file"),
        (Array("OggS".utf8), "an Ogg file"),
        (Array("fLaC".utf8), "a FLAC file"),
        ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM file"),
        ([0x00, 0x00, 0x01, 0xBA], "an MPEG file"),
        ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    ]

    /// Whether an MPEG audio or ADTS frame begins here.
    ///
    /// It does with eleven set bits. A layer III header is FF Ex or FF
    /// Fx with layer bits 01; ADTS has layer bits 00 and is FF Fx. FF FE, the
    /// byte order mark of UTF-16, has layer bits 11.
    private static func isAudioFrame(_ head: [UInt8]) -> Bool {
        guard head.count >= 3, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return false }
        switch (head[1] >> 1) & 0b11 {
        // The version bits 01 and the bit rate 1111 are reserved.
        case 0b01: return (head[1] >> 3) & 0b11 != 0b01 && head[2] & 0xF0 != 0xF0
        case 0b00: return head[1] & 0xF0 == 0xF0
        default: return false
        }
    }
}
