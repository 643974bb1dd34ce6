/// The labels that encodings go by, and what publishers mean by them: the table of the WHATWG Encoding Standard, as far
/// as iconv has the encodings.
///
/// A label that is not here is asked of iconv as it is.
enum EncodingLabels {
    /// The name by which iconv knows what a label in lower case means; nil for labels that are not in the table.
    static func name(of label: String) -> String? {
        names[label] ?? names[codePage(of: label)] ?? plainNames[plain(label)]
    }

    /// Whether a label means an encoding that switches its character sets with escape sequences.
    static func usesEscapes(_ label: String) -> Bool { plain(label).contains("iso2022") }

    /// A label without what some write as a hyphen, others as an underscore, and others not at all.
    private static func plain(_ label: String) -> String { label.filter { $0.isLetter || $0.isNumber } }

    /// "cp1251" for what people write in its place: "cp-1251", "win-1251", "windows_1251", "1251".
    private static func codePage(of label: String) -> String {
        let words = label.prefix { !$0.isNumber }
        let spellings = [
            "", "cp-", "cp_", "cp", "win-", "win_", "win", "windows_", "windows", "x-windows-", "ms-", "ms",
        ]
        return spellings.contains(String(words)) ? "cp" + label.dropFirst(words.count) : label
    }

    /// Labels of UTF-8, and of ASCII, which is UTF-8 too.
    static let utf8: Set<String> = [
        "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8", "us-ascii", "ascii",
        "ansi_x3.4-1968",
    ]

    /// The encoding that a label in lower case means, UTF-8 among them; nil for labels that nobody knows.
    static func encoding(of label: String) -> String? { utf8.contains(label) ? "utf-8" : name(of: label) }

    /// The encoding of Windows whose characters stand in the place of the controls of one of ISO 8859; nil for others.
    static func windowsName(for name: String) -> String? { windowsNames[name] }

    private static let windowsNames = [
        "iso-8859-2": "windows-1250", "iso-8859-3": "windows-1254", "iso-8859-4": "windows-1257",
        "iso-8859-5": "windows-1251", "iso-8859-6": "windows-1256", "iso-8859-7": "windows-1253",
        "iso-8859-8": "windows-1255", "iso-8859-10": "windows-1257", "iso-8859-13": "windows-1257",
        "iso-8859-14": "windows-1252", "iso-8859-15": "windows-1252", "iso-8859-16": "windows-1250",
    ]

    private static let names: [String: String] = {
        var names: [String: String] = [:]
        for (name, labels) in table {
            for label in labels.split(whereSeparator: \.isWhitespace) { names[String(label)] = name }
        }
        return names
    }()

    private static let plainNames: [String: String] = Dictionary(
        names.map { (plain($0.key), $0.value) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Encodings, each with its labels.
    ///
    /// Some encodings stand for narrower ones that they contain: nobody who writes "iso-8859-1" means its control
    /// characters.
    private static let table: [(name: String, labels: String)] = [
        (
            "windows-1252",
            """
            cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1
            latin1 latin-1 windows-1252 windows1252 win-1252 x-cp1252 ansi
            """
        ),
        ("windows-1250", "cp1250 windows-1250 windows1250 win-1250 x-cp1250"),
        ("windows-1251", "cp1251 windows-1251 windows1251 win-1251 win1251 x-cp1251"),
        ("windows-1253", "cp1253 windows-1253 windows1253 win-1253 x-cp1253"),
        (
            "windows-1254",
            """
            cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5
            windows-1254 windows1254 win-1254 x-cp1254
            """
        ),
        ("windows-1255", "cp1255 windows-1255 windows1255 win-1255 x-cp1255"),
        ("windows-1256", "cp1256 windows-1256 windows1256 win-1256 x-cp1256"),
        ("windows-1257", "cp1257 windows-1257 windows1257 win-1257 x-cp1257"),
        ("windows-1258", "cp1258 windows-1258 windows1258 win-1258 x-cp1258"),
        ("iso-8859-2", "csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2 latin-2"),
        ("iso-8859-3", "csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3 latin-3"),
        ("iso-8859-4", "csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4 latin-4"),
        ("iso-8859-5", "csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"),
        (
            "iso-8859-6",
            """
            arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127
            iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
            """
        ),
        (
            "iso-8859-7",
            """
            csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987
            sun_eu_greek
            """
        ),
        (
            "iso-8859-8",
            """
            csiso88598e csiso88598i csisolatinhebrew hebrew iso-8859-8-e iso-8859-8-i iso-ir-138 iso8859-8 iso88598
            iso_8859-8 iso_8859-8:1988 logical visual
            """
        ),
        ("iso-8859-10", "csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
        ("iso-8859-13", "iso8859-13 iso885913"),
        ("iso-8859-14", "iso8859-14 iso885914"),
        ("iso-8859-15", "csisolatin9 iso8859-15 iso885915 iso_8859-15 l9 latin9 latin-9"),
        ("windows-874", "cp874 dos-874 iso-8859-11 iso8859-11 iso885911 iso-ir-166 thai tis-620 tis620 windows-874"),
        ("ibm866", "866 cp866 csibm866 dos-866 ibm866"),
        ("koi8-r", "cskoi8r koi koi8 koi8-r koi8_r"),
        ("koi8-u", "koi8-ru koi8-u"),
        ("macintosh", "csmacintosh mac mac-roman macintosh x-mac-roman"),
        ("mac-cyrillic", "mac-cyrillic x-mac-cyrillic x-mac-ukrainian"),
        (
            "gb18030",
            """
            chinese cp936 csgb2312 csiso58gb231280 gb18030 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk euc-cn x-euc-cn
            """
        ),
        ("big5-hkscs", "big5 big5-hkscs cn-big5 cp950 csbig5 x-x-big5"),
        ("euc-jp-ms", "cseucpkdfmtjapanese euc-jp euc_jp eucjp x-euc-jp"),
        ("iso-2022-jp", "csiso2022jp iso-2022-jp"),
        ("cp932", "cp932 csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
        (
            "cp949",
            """
            cp949 cseuckr csksc56011987 euc-kr euc_kr euckr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601
            windows-949 x-euc-kr
            """
        ),
    ]
}
