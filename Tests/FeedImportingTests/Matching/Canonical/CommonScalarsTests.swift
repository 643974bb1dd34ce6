import Testing

@testable import FeedImporting

/// The shortcuts have to say what Unicode says, for every character there is.
struct CommonScalarsTests {
    @Test func everyKnownLowercaseFormIsThatOfUnicode() {
        let wrong = Self.allScalars.filter { scalar in
            guard let lowercase = scalar.commonLowercase else { return false }
            return String(lowercase) != scalar.properties.lowercaseMapping
        }
        #expect(wrong.map(\.value) == [])
    }

    @Test func everyWideSpaceIsWhiteSpaceOfUnicode() {
        let wrong = Self.allScalars.filter { !$0.isASCII && $0.isWideSpace != $0.properties.isWhitespace }
        #expect(wrong.map(\.value) == [])
    }

    private static var allScalars: some Sequence<Unicode.Scalar> {
        (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init)
    }
}
