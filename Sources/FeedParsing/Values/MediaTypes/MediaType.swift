/// The media type of an enclosure, put right where publishers get it wrong (feed formats C4).
struct MediaType: Equatable {
    /// Lower case, without parameters.
    ///
    /// `application/octet-stream` when nothing is known.
    let text: String
    /// Whether it comes from the URL's extension, or from nothing, because the publisher's was missing or no type.
    let isGuessed: Bool

    /// The type from the publisher's text and the URL it describes.
    ///
    /// The extension decides when the text is missing, has no "/", is octet-stream, or is text for what must be audio,
    /// video or an image; when it says image or application for audio or video, as "application/force-download" does;
    /// and when it says video for a file that can only be audio.
    ///
    /// "audio/*" says what is expected and no more: the extension fills it in where it agrees.
    init(_ published: UnsafeBufferPointer<UInt8>?, url: UnsafeBufferPointer<UInt8>) {
        if let published, !published.isEmpty, !published.contains(0x2F) {
            self = MediaType(word: published, url: url)
            return
        }
        let declared = published.flatMap(MediaType.normalized)
        if let declared, MediaType.isBelieved(declared) {
            text = declared
            isGuessed = false
            return
        }
        let expected = MediaType.fileExtension(of: url).flatMap { MediaTypeTable.type(forExtension: $0) }
        guard let declared else {
            text = expected ?? MediaType.unknown
            isGuessed = true
            return
        }
        isGuessed = MediaType.isContradicted(declared, by: expected)
        text = isGuessed ? expected ?? declared : declared
    }

    init(_ published: String?, url: String) {
        self = ASCIIText.withBytes(of: url) { url in
            guard let published else { return MediaType(nil, url: url) }
            return ASCIIText.withBytes(of: published) { MediaType($0, url: url) }
        }
    }

    /// The type where the publisher wrote a word that is none, such as "mp3" or "audio": the extension comes first,
    /// the word is for files whose extension says nothing of media.
    private init(word: UnsafeBufferPointer<UInt8>, url: UnsafeBufferPointer<UInt8>) {
        let expected = MediaType.fileExtension(of: url).flatMap { MediaTypeTable.type(forExtension: $0) }
        let word = String(decoding: ASCIIText.trimmed(word).map(ASCIIText.lowercased), as: UTF8.self)
        let meant = MediaTypeTable.usualSpelling(of: word)
        text = expected.flatMap { MediaType.isMedia($0) ? $0 : nil } ?? meant ?? expected ?? MediaType.unknown
        isGuessed = true
    }

    /// The type of what may be anything.
    static let unknown = "application/octet-stream"
}

extension MediaType {
    /// A type in its usual spelling, or nil if the text is not a type.
    private static func normalized(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var trimmed = ASCIIText.trimmed(bytes)
        if let semicolon = trimmed.firstIndex(of: 0x3B) {
            trimmed = ASCIIText.trimmed(UnsafeBufferPointer(rebasing: trimmed[..<semicolon]))
        }
        if ASCIIText.matches(trimmed, "audio/mpeg") { return "audio/mpeg" }
        let text = String(decoding: trimmed.map(ASCIIText.lowercased), as: UTF8.self)
        if let usual = MediaTypeTable.usualSpelling(of: text) { return usual }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !text.contains(" ") else { return nil }
        return text
    }

    /// Whether the type says enough by itself, which audio does: nobody writes it by mistake.
    private static func isBelieved(_ type: String) -> Bool {
        type.hasPrefix("audio/") && !type.hasSuffix("/*")
    }

    /// Whether the declared type says nothing, or the file cannot be of that type.
    private static func isContradicted(_ declared: String, by expected: String?) -> Bool {
        if declared == unknown || declared == "binary/octet-stream" { return true }
        guard let expected else { return declared.hasSuffix("/*") }
        if declared.hasSuffix("/*") { return expected.hasPrefix(declared.dropLast()) }
        if declared.hasPrefix("text/") || declared == "application/xml" { return isMedia(expected) }
        if declared.hasPrefix("video/") { return MediaTypeTable.onlyAudio.contains(expected) }
        guard declared.hasPrefix("image/") || declared.hasPrefix("application/") else { return false }
        return isPlayed(expected) && !MediaTypeTable.played.contains(declared)
    }

    /// Whether a type in lower case is audio or video.
    static func isPlayed(_ type: String) -> Bool {
        type.hasPrefix("audio/") || type.hasPrefix("video/")
    }

    private static func isMedia(_ type: String) -> Bool {
        isPlayed(type) || type.hasPrefix("image/")
    }

    /// The extension of the last path segment in lower case, query and fragment left out.
    private static func fileExtension(of url: UnsafeBufferPointer<UInt8>) -> String? {
        let end = url.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? url.count
        var start = end
        while start > 0, url[start - 1] != 0x2E {
            start -= 1
            if url[start] == 0x2F || end - start > 8 { return nil }
        }
        guard start > 0, start < end else { return nil }
        return String(decoding: url[start..<end].map(ASCIIText.lowercased), as: UTF8.self)
    }
}
