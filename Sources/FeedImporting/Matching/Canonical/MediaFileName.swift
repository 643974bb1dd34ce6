/// What the last segment of an address says of the thing behind it.
enum MediaFileName {
    private static let mediaExtensions = packed([
        "mp3", "m4a", "m4b", "m4v", "mp4", "aac", "ogg", "oga", "ogv", "opus", "wav", "flac", "mov", "webm", "mkv",
        "avi", "wma", "wmv", "aif", "aiff", "3gp", "mpg", "mpeg", "mpga", "m3u8", "pdf", "epub",
    ])

    /// Programs, not files: the query says what they send.
    private static let programExtensions = packed([
        "php", "php5", "phtml", "asp", "aspx", "ashx", "jsp", "jspx", "cgi", "pl", "py", "do", "cfm", "dll", "html",
        "htm",
    ])

    /// Whether the name ends in an extension of audio, video or a document.
    static func isMedia(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        fileExtension(of: name).map(mediaExtensions.contains) ?? false
    }

    /// Whether the name is that of a file of its own, so that a query can only
    /// be a token, a counter or a tag.
    static func isFile(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        fileExtension(of: name).map { !programExtensions.contains($0) } ?? false
    }

    /// What stands behind the last slash of an address in canonical form, with its query.
    static func name(inCanonical address: String) -> String {
        let path = address.utf8.prefix { $0 != .question }
        let start = path.lastIndex(of: .slash).map { path.index(after: $0) } ?? path.startIndex
        return String(address[start...])
    }

    /// The same; nil without an address, or if its ending is not that of audio, video or a document.
    static func mediaName(inCanonical address: String?) -> String? {
        guard let name = address.map(name(inCanonical:)) else { return nil }
        return isMedia(name.utf8.prefix { $0 != .question }) ? name : nil
    }

    /// The two to five letters and digits after the last dot, in lower case, as one number.
    private static func fileExtension(of name: some BidirectionalCollection<UInt8>) -> UInt64? {
        guard let dot = name.lastIndex(of: .dot), dot > name.startIndex else { return nil }
        let letters = name[dot...].dropFirst()
        guard (2...5).contains(letters.count), letters.allSatisfy(\.isASCIILetterOrDigit),
            letters.contains(where: \.isASCIILetter)
        else { return nil }
        return pack(letters)
    }

    /// Texts of up to eight bytes as numbers: cheaper to compare than strings.
    private static func pack(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1.asciiLowercased) }
    }

    private static func packed(_ names: [String]) -> Set<UInt64> {
        Set(names.map { pack($0.utf8) })
    }
}
