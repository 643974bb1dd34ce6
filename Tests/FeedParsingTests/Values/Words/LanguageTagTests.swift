import Testing

@testable import FeedParsing

struct LanguageTagTests {
    @Test(arguments: [
        ("en-us", "en-us"), ("en-US", "en-us"), ("en_US", "en-us"), ("de", "de"), (" fr-CH\n", "fr-ch"),
        ("zh-Hans-CN", "zh-hans-cn"),
        ("en_US.UTF-8", "en-us"), ("en, fr", "en"), ("en fr", "en"), ("es-419", "es-419"), ("x-klingon", "x-klingon"),
        ("i-default", "i-default"), ("gsw", "gsw"), ("sl-rozaj-1994", "sl-rozaj-1994"), ("de_DE@euro", "de-de"),
    ])
    func normalises(text: String, expected: String) {
        #expect(LanguageTag.parse(text) == expected)
    }

    @Test(arguments: [
        "", " ", "English", "language", "e", "1a", "en-", "-en", "en--us", "en/us", "Deutsch", "en-toolongpart", "日本語",
    ])
    func isNilWithoutTheShapeOfATag(text: String) {
        #expect(LanguageTag.parse(text) == nil)
    }
}
