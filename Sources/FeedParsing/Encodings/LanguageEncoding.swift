/// The encoding that people who write a language used before UTF-8: what a document is in that should be UTF-8 and is
/// not (feed formats E3).
///
/// The languages and their encodings are those of browsers, which take them where nothing else is known (HTML Standard
/// 13.2.3.2, the suggested default encodings); those of all others are windows-1252.
enum LanguageEncoding {
    /// A document in the encoding of the language that it says it is in; nil where it says none, where that does not
    /// fit, and for windows-1252.
    ///
    /// The letters of Greek, Cyrillic or Chinese stand side by side: where most bytes outside ASCII stand alone, as in
    /// "café" or beside a quotation mark, the text is in the letters of Latin, and the language of another.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - invalidCount: How many of its bytes are not UTF-8; a tenth of them may be no character.
    /// - Returns: The name of the encoding, and the document in UTF-8.
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, invalidCount: Int) -> (name: String, bytes: [UInt8])? {
        guard let labels = language(of: bytes).flatMap(labels(of:)),
            labels.allSatisfy(isLatin.contains) || standTogether(bytes)
        else { return nil }
        var best: (name: String, text: DecodedText)?
        for label in labels {
            guard let encoding = encoding(label, of: bytes), let text = encoding.decode(bytes),
                text.failureCount < best?.text.failureCount ?? (invalidCount / 10 + 1)
            else { continue }
            best = (encoding.name, text)
        }
        return best.map { ($0.name, $0.text.bytes) }
    }

    /// The encoding with a label, or that of Windows in its place if there are characters that only that one has.
    private static func encoding(_ label: String, of bytes: UnsafeBufferPointer<UInt8>) -> CharacterEncoding? {
        let windows = EncodingLabels.windowsName(for: label)
        return CharacterEncoding(label: bytes.contains(where: UpperControls.all.contains) ? windows ?? label : label)
    }

    /// The labels of the encodings of a language, the best first; nil for windows-1252.
    private static func labels(of language: String) -> [String]? {
        labels[language] ?? language.split(separator: "-").first.flatMap { labels[String($0)] }
    }

    /// The language that the beginning of a feed names first.
    private static func language(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let beginning = UnsafeBufferPointer(rebasing: bytes.prefix(64 << 10))
        let marks: [StaticString] = ["<language>", "<dc:language>", "xml:lang=", "\"language\":"]
        var scanner = MarkupScanner(beginning, at: 0)
        for mark in marks {
            guard let start = scanner.find(mark, from: 0) else { continue }
            scanner.position = start + mark.utf8CodeUnitCount
            scanner.skipBlanks()
            if let text = scanner.sectionText { scanner.position = text }
            if scanner.has("\"") || scanner.has("'") { scanner.position += 1 }
            scanner.skipBlanks()
            if let language = LanguageTag.parse(scanner.word()) { return language }
        }
        return nil
    }

    /// Whether most bytes outside ASCII have another one beside them.
    private static func standTogether(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var (alone, together) = (0, 0)
        var index = UTF8Check.firstBeyondASCII(bytes)
        while index < bytes.count {
            let start = index
            while index < bytes.count, bytes[index] >= 0x80 { index += 1 }
            if index - start == 1 { alone += 1 } else { together += index - start }
            index = UTF8Check.firstBeyondASCII(bytes, from: index)
        }
        return together > alone
    }

    /// Encodings of the letters of Latin, most of which stand alone among those of ASCII.
    private static let isLatin: Set = ["windows-1250", "iso-8859-2", "windows-1254", "windows-1257", "windows-1258"]

    private static let labels: [String: [String]] = {
        var labels: [String: [String]] = [:]
        for (label, languages) in table {
            for language in languages.split(separator: " ") { labels[String(language), default: []].append(label) }
        }
        return labels
    }()

    /// Browsers have one encoding for Japanese; those in which Unix wrote it look like the other, but not the reverse.
    private static let table: [(label: String, languages: String)] = [
        ("windows-1250", "cs hr sk"), ("iso-8859-2", "hu pl sl"),
        ("windows-1251", "ba be bg kk ky mk ru sah sr tg tt uk"),
        ("iso-8859-7", "el"), ("windows-1254", "az ku tr"), ("windows-1255", "he iw"), ("windows-1256", "ar fa"),
        ("windows-1257", "et lt lv"), ("windows-1258", "vi"), ("windows-874", "th"), ("euc-jp", "ja"),
        ("shift_jis", "ja"), ("euc-kr", "ko"), ("big5", "zh-hant zh-hk zh-mo zh-tw"), ("gb18030", "zh"),
    ]
}
