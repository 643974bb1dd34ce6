import Testing

@testable import FeedParsing

struct UUIDTextTests {
    @Test func readsAUUIDInAnyCase() {
        #expect(UUIDText.parse("917393E3-1B1E-5CEF-ACE4-EDAA54E1F810") == "917393e3-1b1e-5cef-ace4-edaa54e1f810")
        #expect(UUIDText.parse(" 917393e3-1b1e-5cef-ace4-edaa54e1f810\n") == "917393e3-1b1e-5cef-ace4-edaa54e1f810")
    }

    @Test(arguments: [
        "{917393E3-1B1E-5CEF-ACE4-EDAA54E1F810}", "urn:uuid:917393e3-1b1e-5cef-ace4-edaa54e1f810",
        " URN:UUID:917393E3-1b1e-5cef-ace4-edaa54e1f810\n",
    ])
    func readsWhatLibrariesPrint(text: String) {
        #expect(UUIDText.parse(text) == "917393e3-1b1e-5cef-ace4-edaa54e1f810")
    }

    @Test(arguments: [
        "", "{917393e3-1b1e-5cef-ace4-edaa54e1f810", "urn:uuid:",
        "917393e31b1e5ceface4edaa54e1f810", "917393e3-1b1e-5cef-ace4-edaa54e1f81",
        "g17393e3-1b1e-5cef-ace4-edaa54e1f810",
        "{917393e3-1b1e-5cef-ace4-edaa54e1f8}", "917393e3_1b1e_5cef_ace4_edaa54e1f810", "https://example.org/feed.xml",
    ])
    func refusesOtherShapes(text: String) {
        #expect(UUIDText.parse(text) == nil)
    }
}
