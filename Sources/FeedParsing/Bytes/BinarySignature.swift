/// Recognises files that are no text by their first bytes.
enum BinarySignature {
    /// The error for a binary file; nil when the bytes may be text.
    static func kind(of bytes: UnsafeBufferPointer<UInt8>) -> FeedParsingError? {
        let compressed: [([UInt8], String)] = [
            ([0x1F, 0x8B], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x42, 0x5A, 0x68], "bzip2"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"),
        ]
        for (signature, format) in compressed where starts(bytes, with: signature) {
            return .compressed(format: format)
        }
        let binary: [([UInt8], String)] = [
            ([0x49, 0x44, 0x33], "an MP3 file"), ([0xFF, 0xFB], "an MP3 file"), ([0xFF, 0xF3], "an MP3 file"),
            ([0xFF, 0xF1], "an AAC file"), ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
            ([0xFF, 0xD8, 0xFF], "a JPEG picture"), ([0x47, 0x49, 0x46, 0x38], "a GIF picture"),
            ([0x4F, 0x67, 0x67, 0x53], "an Ogg file"), ([0x52, 0x49, 0x46, 0x46], "a RIFF file"),
            ([0x66, 0x4C, 0x61, 0x43], "a FLAC file"), ([0x25, 0x50, 0x44, 0x46], "a PDF document"),
            ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"), ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska file"),
        ]
        for (signature, kind) in binary where starts(bytes, with: signature) { return .binary(kind: kind) }
        if bytes.count > 8, starts(UnsafeBufferPointer(rebasing: bytes[4...]), with: [0x66, 0x74, 0x79, 0x70]) {
            return .binary(kind: "an MP4 file")
        }
        return nil
    }

    private static func starts(_ bytes: UnsafeBufferPointer<UInt8>, with signature: [UInt8]) -> Bool {
        bytes.count >= signature.count && bytes.prefix(signature.count).elementsEqual(signature)
    }
}
