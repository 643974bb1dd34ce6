import FeedParsing
import Foundation
import Testing

struct EncodingTests {
    private static func document(_ label: String?, _ title: [UInt8]) -> [UInt8] {
        let declaration = label.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        return Array((declaration + "<rss version=\"2.0\"><channel><title>").utf8) + title
            + Array("</title></channel></rss>".utf8)
    }

    @Test(
        arguments: [
            ("windows-1251", [0xCF, 0xF0, 0xE8], "При", "windows-1251"),
            ("koi8-r", [0xF0, 0xD2, 0xC9], "При", "koi8-r"),
            ("iso-8859-1", [0xFC, 0x93, 0x94], "ü“”", "windows-1252"),
            ("ISO-8859-2", [0xB1], "ą", "iso-8859-2"),
            ("iso-8859-15", [0xA4], "€", "iso-8859-15"),
            ("gb2312", [0xC4, 0xE3, 0xBA, 0xC3], "你好", "gb18030"),
            ("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本", "cp932"),
            ("euc-jp", [0xC6, 0xFC, 0xAD, 0xA1, 0xAD, 0xEA], "日①㈱", "euc-jp-ms"),
            ("euc-kr", [0xC7, 0xD1], "한", "cp949"),
            ("big5", [0xA4, 0xA4], "中", "big5-hkscs"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日", "iso-2022-jp"),
            ("no-such-thing", [0xFC], "ü", "windows-1252"),
            ("utf-8", [0xFC], "ü", "windows-1252"),
            ("utf-16", [0xC3, 0xBC], "ü", "utf-8"),
            ("ISO-8859-8-I", [0xF9, 0xEC], "של", "iso-8859-8"), ("iso-8859-6-e", [0xC8], "ب", "iso-8859-6"),
            ("korean", [0xC7, 0xD1], "한", "cp949"), ("windows-949", [0xC7, 0xD1], "한", "cp949"),
            ("euc_kr", [0xC7, 0xD1], "한", "cp949"), ("ksc5601", [0xC7, 0xD1], "한", "cp949"),
            ("windows1251", [0xCF, 0xF0], "Пр", "windows-1251"), ("win-1251", [0xCF, 0xF0], "Пр", "windows-1251"),
            ("x-cp1251", [0xCF, 0xF0], "Пр", "windows-1251"), ("windows1250", [0xEC], "ě", "windows-1250"),
            ("x-mac-cyrillic", [0x8F, 0xF0], "П\u{440}", "mac-cyrillic"), ("x-mac-roman", [0x8E], "é", "macintosh"),
            ("x-euc-jp", [0xC6, 0xFC], "日", "euc-jp-ms"), ("chinese", [0xC4, 0xE3], "你", "gb18030"),
            ("cp-1251", [0xCF, 0xF0], "Пр", "windows-1251"), ("windows_1250", [0xEC], "ě", "windows-1250"),
            ("win1253", [0xE1], "α", "windows-1253"), ("Unicode", [0xFC], "ü", "windows-1252"),
            ("ISO-10646-UCS-2", [0xFC], "ü", "windows-1252"),
            ("iso-8859-2", [0x84, 0xB1, 0x9C, 0x94], "„ąś”", "iso-8859-2"),
            ("iso-8859-5", [0x93, 0xBF, 0xE0, 0x94], "“Пр”", "iso-8859-5"),
            ("greek", [0x93, 0xE1, 0x94], "“α”", "iso-8859-7"), ("latin9", [0x80, 0x91], "€‘", "iso-8859-15"),
            ("ISO8859_5", [0xBF, 0xE0], "Пр", "iso-8859-5"), ("1251", [0xCF, 0xF0], "Пр", "windows-1251"),
            ("MacRoman", [0x8E], "é", "macintosh"), ("mac-roman", [0x8E], "é", "macintosh"),
            ("MS949", [0xC7, 0xD1], "한", "cp949"), ("cp936", [0xC4, 0xE3], "你", "gb18030"),
            ("iso2022_jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日", "iso-2022-jp"),
            ("dos-866", [0x8F, 0xE0], "Пр", "ibm866"), ("tis-620", [0xA1, 0x80], "ก€", "windows-874"),
        ] as [(String, [UInt8], String, String)]
    )
    func readsTheDeclaredEncoding(label: String, title: [UInt8], expected: String, encoding: String) throws {
        // When
        let feed = try FeedParser().parse(Self.document(label, title))

        // Then
        #expect(feed.channel.title == expected)
        #expect(feed.encoding == encoding)
    }

    @Test(arguments: [
        "<?XML VERSION=\"1.0\" ENCODING=\"KOI8-R\"?>", "<?xml version=\"1.0\" Encoding=\"koi8-r\"?>",
        "warning\n<?Xml version=\"1.0\" encoding='KOI8-R'?>",
    ])
    func readsDeclarationsInCapitals(declaration: String) throws {
        // When
        let feed = try FeedParser().parse(Array(declaration.utf8) + Self.document(nil, [0xF0, 0xD2, 0xC9]))

        // Then
        #expect(feed.channel.title == "При")
        #expect(feed.encoding == "koi8-r")
    }

    @Test(arguments: [
        "<?xml version=\"1.0\" encoding=KOI8-R?>", "<?xml version=1.0 encoding=koi8-r ?>",
        "<?xml version=\"1.0\" encoding = koi8-r standalone=yes?>",
    ])
    func readsDeclarationsWithoutQuotationMarks(declaration: String) throws {
        // When
        let feed = try FeedParser().parse(Array(declaration.utf8) + Self.document(nil, [0xF0, 0xD2, 0xC9]))

        // Then
        #expect(feed.channel.title == "При")
        #expect(feed.encoding == "koi8-r")
    }

    /// A text that was cut in the middle of a character makes no other encoding of the whole document.
    @Test(
        arguments: [
            ("ISO-8859-1", nil), ("ISO-8859-1", "utf-8"), (nil, "windows-1251"), ("iso-8859-2", nil), ("gbk", nil),
            ("utf-8", "iso-8859-1"),
        ] as [(String?, String?)]
    )
    func readsDamagedUTF8WhateverTheLabel(charset: String?, label: String?) throws {
        // When
        let feed = try FeedParser().parse(
            Self.document(label, Array("日本語の第１回 caf".utf8) + [0xC3, 0x2E]),
            context: FeedParsingContext(baseURL: nil, httpCharset: charset)
        )

        // Then
        #expect(feed.channel.title == "日本語の第１回 cafÃ.")
        #expect(feed.encoding == "utf-8")
        #expect(defects(feed) == [.encodingMismatch, .invalidBytes])
    }

    /// Their letters look like characters of UTF-8 now and then.
    @Test(
        arguments: [
            // "« Ä“É» é", "าน ที่นี่", "日本語の歴史"
            (
                "iso-8859-1", [0xAB, 0xC4, 0x93, 0xC9, 0xBB, 0x20, 0xE9], "«Ä“É» é", "windows-1252"
            ),
            ("tis-620", [0xD2, 0xB9, 0x20, 0xB7, 0xD5, 0xE8, 0xB9, 0xD5, 0xE8], "าน ที่นี่", "windows-874"),
            (
                "euc-jp", [0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC, 0xA4, 0xCE, 0xCE, 0xF2, 0xBB, 0xCB], "日本語の歴史",
                "euc-jp-ms"
            ),
        ] as [(String, [UInt8], String, String)]
    )
    func believesALabelWhereFewBytesAreUTF8(
        label: String,
        title: [UInt8],
        expected: String,
        encoding: String
    ) throws {
        // When
        let feed = try FeedParser().parse(Self.document(label, title))

        // Then
        #expect(feed.channel.title == expected)
        #expect(feed.encoding == encoding)
        #expect(defects(feed).isEmpty)
    }

    @Test(
        arguments: [
            ("shift_jis", [0x93, 0xFA, 0x81, 0x20, 0x96, 0x7B], "日"), ("euc-jp", [0xC6, 0xFC, 0xFF, 0xC6, 0xFC], "日"),
            ("gb18030", [0xC4, 0xE3, 0xFF, 0xBA, 0xC3], "你"), ("big5", [0xA4, 0xA4, 0xFF, 0x20], "中"),
            ("utf-16le", [0xE5, 0x65, 0x00, 0xD8, 0x2C, 0x67], "日"), ("utf-16be", [0x65, 0xE5, 0xDC, 0x00], "日"),
        ] as [(String, [UInt8], String)]
    )
    func saysThatABadByteWasReplaced(label: String, title: [UInt8], beginning: String) throws {
        // Given
        let isWide = label.hasPrefix("utf-16")
        let encoding = label == "utf-16le" ? String.Encoding.utf16LittleEndian : .utf16BigEndian
        let parts = [
            "<?xml version=\"1.0\" encoding=\"\(label)\"?>\n<rss><channel><title>", "</title></channel></rss>",
        ]
        .map { isWide ? Array($0.data(using: encoding) ?? Data()) : Array($0.utf8) }

        // When
        let feed = try FeedParser().parse(parts[0] + title + parts[1])

        // Then
        #expect(feed.channel.title?.hasPrefix(beginning + "\u{FFFD}") == true)
        let warnings = feed.warnings.filter { $0.kind != .missingTag }
        #expect(warnings.map(\.kind) == [.invalidBytes])
        #expect(warnings.first?.line == 2)
        #expect(warnings.first?.detail == "bytes that are no character in \(feed.encoding) were replaced by U+FFFD")
    }

    @Test(
        arguments: [
            ("windows-1251", "koi8-r", [.encodingMismatch]), ("utf-8", "windows-1251", [.encodingMismatch]),
            ("windows-1251", "cp1251", []), (nil, "windows-1251", []), ("windows-1251", "none", []),
            ("none", "windows-1251", []),
        ] as [(String?, String, [FeedWarning.Kind])]
    )
    func saysThatHTTPAndTheDocumentDisagree(
        charset: String?,
        label: String,
        expected: [FeedWarning.Kind]
    ) throws {
        // When
        let feed = try FeedParser().parse(
            Self.document(label, [0xCF, 0xF0]),
            context: FeedParsingContext(baseURL: nil, httpCharset: charset)
        )

        // Then
        #expect(feed.encoding == "windows-1251")
        #expect(defects(feed) == expected)
    }

    @Test(arguments: ["iso-8859-1", "windows-1251", "gb2312", "no-such-thing"])
    func readsUTF8WhateverTheLabel(label: String) throws {
        // When
        let feed = try FeedParser().parse(Self.document(label, Array("größer — 日本".utf8)))

        // Then
        #expect(feed.channel.title == "größer — 日本")
        #expect(feed.encoding == "utf-8")
        #expect(defects(feed) == [.encodingMismatch])
    }

    @Test(
        arguments: [
            ("windows-1251", "windows-1252", [0xCF, 0xF0], "Пр"), ("us-ascii", nil, [0xC3, 0xBC], "ü"),
            ("no-such-thing", "windows-1251", [0xCF, 0xF0], "Пр"), ("utf-8", "windows-1251", [0xCF, 0xF0], "Пр"),
            // What servers say of every text is no better than what the document says.
            ("iso-8859-1", "windows-1251", [0xCF, 0xF0], "Пр"), ("ISO-8859-1", "no-such-thing", [0xFC], "ü"),
            ("iso-8859-1", "euc-jp", [0xC6, 0xFC], "日"), ("iso-8859-1", "utf-8", [0xFC], "ü"),
        ] as [(String, String?, [UInt8], String)]
    )
    func prefersTheCharsetOfTheTransferIfItFits(
        charset: String,
        label: String?,
        title: [UInt8],
        expected: String
    ) throws {
        // When
        let feed = try FeedParser().parse(
            Self.document(label, title),
            context: FeedParsingContext(baseURL: nil, httpCharset: charset)
        )

        // Then
        #expect(feed.channel.title == expected)
    }

    @Test(arguments: [
        "iso-8859-1", "ISO_8859-1:1987", "csISOLatin1", "l1", "latin1", "iso88591", "iso8859-1", "CP819", "IBM819",
        "ISO-IR-100", "windows-1252", "x-cp1252",
    ])
    func readsLatin1AsWindows1252UnderAllItsNames(label: String) throws {
        // When
        let feed = try FeedParser().parse(Self.document(label, [0x93, 0xE9, 0x94, 0x80]))

        // Then
        #expect(feed.channel.title == "“é”€")
        #expect(feed.encoding == "windows-1252")
        #expect(defects(feed).isEmpty)
    }

    @Test(arguments: [nil, "utf-8", "us-ascii", "no-such-thing"] as [String?])
    func readsWhatIsNotUTF8AsWindows1252(label: String?) throws {
        // Given "«É» d’été…", in which some bytes look like characters of UTF-8
        let title: [UInt8] = [0xAB, 0xC9, 0xBB, 0x20, 0x64, 0x92, 0xE9, 0x74, 0xE9, 0x85]

        // When
        let feed = try FeedParser().parse(Self.document(label, title))

        // Then
        #expect(feed.channel.title == "«É» d’été…")
        #expect(feed.encoding == "windows-1252")
        #expect(feed.isComplete)
        #expect(defects(feed) == [label == "no-such-thing" ? .encodingMismatch : .invalidBytes])
    }

    /// A document that should be UTF-8 and is not is in what people of its language wrote before.
    @Test(
        arguments: [
            ("<language>ru-RU</language>", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x85], "Привет…", "windows-1251"),
            ("<language><![CDATA[uk]]></language>", [0xC3, 0xB3, 0xEF, 0xF1], "Гіпс", "windows-1251"),
            ("<dc:language>\n cs_CZ</dc:language>", [0x65, 0xEC, 0x20, 0xF8], "eě ř", "windows-1250"),
            ("<x xml:lang='el'/>", [0xE1, 0xE2, 0xE3], "αβγ", "iso-8859-7"),
            ("<language>ja</language>", [0x93, 0xFA, 0x96, 0x7B], "日本", "cp932"),
            ("<language>ja</language>", [0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC], "日本語", "euc-jp-ms"),
            ("<language>pl</language>", [0x67, 0xEA, 0x9C, 0x6C, 0xB9], "gęślą", "windows-1250"),
            ("<language>pl</language>", [0x67, 0xEA, 0xB6, 0x6C, 0xB1], "gęślą", "iso-8859-2"),
            ("<language>zh-TW</language>", [0xA4, 0xA4, 0xA4, 0xE5], "中文", "big5-hkscs"),
            ("<language>zh-cn</language>", [0xC4, 0xE3, 0xBA, 0xC3], "你好", "gb18030"),
            // Letters of Latin among those of ASCII are no Cyrillic.
            ("<language>ru</language>", [0x63, 0x61, 0x66, 0xE9, 0x20, 0x92], "café ’", "windows-1252"),
            ("<language>ja</language>", [0x64, 0x92, 0x74], "d’t", "windows-1252"),
            ("<language>de</language>", [0xE4, 0xF6, 0xFC], "äöü", "windows-1252"),
            ("<language>Russian</language>", [0xCF, 0xF0], "Ïð", "windows-1252"),
        ] as [(String, [UInt8], String, String)],
        [nil, "utf-8", "no-such-thing"]
    )
    func readsWhatIsNotUTF8ByItsLanguage(
        document: (language: String, title: [UInt8], expected: String, encoding: String),
        label: String?
    ) throws {
        // Given
        let declaration = label.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        let start = Array("\(declaration)<rss version=\"2.0\"><channel>\(document.language)<title>".utf8)

        // When
        let feed = try FeedParser().parse(start + document.title + Array("</title></channel></rss>".utf8))

        // Then
        #expect(feed.channel.title == document.expected)
        #expect(feed.encoding == document.encoding)
        let warnings = feed.warnings.filter { $0.kind == .invalidBytes || $0.kind == .encodingMismatch }
        #expect(warnings.count == 1)
        #expect(warnings.first?.detail.contains("read as \(document.encoding)") == true)
    }

    /// UTF-8 with something pasted into it stays UTF-8 in any language.
    @Test func readsDamagedUTF8InAnyLanguage() throws {
        // Given
        let text = Array("<rss><channel><language>ru</language><title>Привет ".utf8) + [0x93, 0xE9, 0x94]

        // When
        let feed = try FeedParser().parse(text + Array("</title></channel></rss>".utf8))

        // Then
        #expect(feed.channel.title == "Привет “é”")
        #expect(feed.encoding == "utf-8")
    }

    @Test func readsJSONThatIsNotUTF8ByItsLanguage() throws {
        // Given
        let start = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"language\": \"ru\",\"title\":\""

        // When
        let feed = try FeedParser().parse(Array(start.utf8) + [0xCF, 0xF0] + Array("\",\"items\":[]}".utf8))

        // Then
        #expect(feed.channel.title == "Пр")
        #expect(feed.encoding == "windows-1251")
    }

    @Test func readsJSONThatIsNotUTF8AsWindows1252() throws {
        // Given
        let bytes =
            Array("{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"d".utf8) + [
                0x92, 0xE9, 0x74, 0xE9, 0x85,
            ]
            + Array("\",\"items\":[{\"id\":\"caf".utf8) + [0xE9] + Array("\",\"title\":\"\\n".utf8) + [0xE0]
            + Array("\"}]}".utf8)

        // When
        let feed = try FeedParser().parse(bytes)

        // Then
        #expect(feed.channel.title == "d’été…")
        #expect(feed.items.map(\.guid) == ["café"])
        #expect(feed.items.map(\.title) == ["à"])
        #expect(feed.encoding == "windows-1252")
        #expect(defects(feed) == [.invalidBytes])
    }

    @Test func findsTheDeclarationBehindJunk() throws {
        // Given
        let bytes = Array("Notice: x in y.php\n".utf8) + Self.document("windows-1251", [0xCF, 0xF0])

        // Then
        #expect(try FeedParser().parse(bytes).channel.title == "Пр")
    }

    @Test func repairsStrayBytesInUTF8() throws {
        // Given UTF-8 with a byte of windows-1252 and a character cut short
        let title = Array("größe ".utf8) + [0x92, 0x20, 0xE2, 0x80, 0x20, 0xE9, 0x2E]

        // When
        let feed = try FeedParser().parse(Self.document("utf-8", title))

        // Then
        #expect(feed.channel.title == "größe ’ â€ é.")
        #expect(feed.encoding == "utf-8")
        #expect(defects(feed) == [.invalidBytes])
    }

    @Test(
        arguments: [[0xC1, 0x81], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80]]
            as [[UInt8]]
    )
    func letsNoInvalidSequenceThrough(sequence: [UInt8]) throws {
        // Given sequences that look like characters, in a text, a section and an attribute
        let bytes =
            Array("<rss><channel><title>ü".utf8) + sequence + Array("</title><description><![CDATA[x".utf8) + sequence
            + Array("]]></description><atom:link rel=\"self\" href=\"https://a.example/".utf8) + sequence
            + Array("\"/></channel></rss>".utf8)

        // When
        let channel = try FeedParser().parse(bytes).channel

        // Then every text is valid UTF-8
        for text in [channel.title, channel.description, channel.selfURL] {
            let text = try #require(text)
            #expect(String(validating: Array(text.utf8), as: UTF8.self) == text)
        }
    }

    @Test(arguments: ["euc-jp", "shift_jis", "gb2312", "big5", "euc-kr", "iso-2022-jp", "utf-7", "iso-8859-7"])
    func survivesBytesThatDoNotFitTheLabel(label: String) throws {
        // Given bytes that are neither UTF-8 nor, most of them, of the encoding
        let start = "<?xml version=\"1.0\" encoding=\"\(label)\"?><rss version=\"2.0\"><channel><title>a"
        let bytes = Array(start.utf8) + [0xFF, 0x80, 0xD2, 0xFF] + Array("b</title></channel></rss>".utf8)

        // When
        let title = try #require(try FeedParser().parse(bytes).channel.title)

        // Then what can be read is there
        #expect(title.hasPrefix("a"))
        #expect(title.hasSuffix("b"))
    }

    @Test(arguments: ["\0", "\0\0", "\0\0\0", "\0\0\0\0"])
    func isNotMisledByNullsBeforeTheDocument(start: String) throws {
        // Given
        let bytes = Array(start.utf8) + Self.document("utf-8", Array("ü".utf8))

        // Then
        #expect(try FeedParser().parse(bytes).channel.title == "ü")
    }
}
