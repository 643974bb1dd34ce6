import PodcastModel
import Testing

@testable import ImporterApp

/// What is left of secrets in the texts of an answer.
struct SecretMaskTests {
    @Test(arguments: [
        ("https://a.example/f?b=1&token=geheim", "https://a.example/f?b=1&token=…"),
        ("HTTP://u:geheim@a.example/?TOKEN=geheim#top", "HTTP://a.example/?TOKEN=…#top"),
        ("feed://u:geheim@a.example/f", "feed://a.example/f"),
        ("https://a.example:99999/?token=geheim", "https://a.example:99999/?token=…"),
        ("https://a.example/?tok%65n=geheim&b=1", "https://a.example/?tok%65n=…&b=1"),
        ("https://a.example/?b=1;token=geheim", "https://a.example/?b=1;token=…"),
        ("https://a.example/f;token=geheim?b=1", "https://a.example/f;token=…?b=1"),
        ("https://a.example/?token=ge;heim&b=1", "https://a.example/?token=…&b=1"),
        ("https://a.example/#access_token=geheim", "https://a.example/#access_token=…"),
        ("https://a.example/?u=https://b.example/?key=geheim", "https://a.example/?u=https://b.example/?key=…"),
        (
            "<p>at <a href=\"https://u:geheim@a.example/?b=1&amp;token=geheim\">our site</a>, token=1</p>",
            "<p>at <a href=\"https://a.example/?b=1&amp;token=…\">our site</a>, token=1</p>"
        ),
        ("<a href='https://a.example/?key=geheim'>", "<a href='https://a.example/?key=…'>"),
        ("HTTPS://A.example/x?b=1#c", "HTTPS://A.example/x?b=1#c"), ("What is key=value?", "What is key=value?"),
    ])
    func isNothing(text: String, shown: String) {
        #expect(SecretMask.masking(.string(text)) == .string(shown))
        #expect(!shown.contains("geheim"))
    }

    @Test func onlyMediaFilesKeepTheirs() {
        let file = JSONValue.object([.init("url", .string("https://u:p@a.example/?token=1"))])
        let masked = JSONValue.object([.init("url", .string("https://a.example/?token=…"))])
        let answer = JSONValue.object([.init("enclosures", .array([file])), .init("chapters", .array([file]))])
        let expected = JSONValue.object([.init("enclosures", .array([file])), .init("chapters", .array([masked]))])

        #expect(SecretMask.masking(answer) == expected)
    }
}
