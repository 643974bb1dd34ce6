import Foundation
import Testing

@testable import FeedParsing

struct CombiningMarksTests {
    private func bounded(_ text: String) -> String? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            CombiningMarks.bounded(bytes).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Whether a text has to be copied.
    private func holdsTooMany(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer(CombiningMarks.holdsTooMany)
    }

    /// As many scalars, of which each is a mark of another class than the one before.
    private func marks(_ count: Int) -> String {
        String(repeating: "\u{301}\u{323}", count: count / 2) + String(repeating: "\u{301}", count: count % 2)
    }

    @Test(arguments: 0..<70)
    func keepsThirtyInARowWhereverTheyBegin(offset: Int) throws {
        let beginning = String(repeating: "x", count: offset)
        #expect(bounded(beginning + marks(30) + "y" + marks(30)) == nil)
        let text = try #require(bounded(beginning + "e" + marks(31) + "y"))
        #expect(text.unicodeScalars.elementsEqual((beginning + "e" + marks(30) + "y").unicodeScalars))
    }

    @Test(arguments: [
        "Từ điển tiếng Việt, được viết bằng chữ Quốc ngữ với nhiều dấu".decomposedStringWithCanonicalMapping,
        "हिन्दी में एक कार्यक्रम, जो हर हफ़्ते आता है और सुनने लायक है", "בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ",
        "ประเทศไทยมีรายการที่น่าฟังมากมายทุกสัปดาห์", "Ещё один подкаст о том и о сём, с гостями и без них",
        "毎週月曜日に新しいエピソードを公開しています",
    ])
    func leavesLanguagesAlone(text: String) {
        #expect(bounded(text) == nil)
        #expect(bounded(String(repeating: text, count: 20)) == nil)
        #expect(!holdsTooMany(String(repeating: text, count: 200)))
    }

    /// A run is found wherever it stands in a text that has marks everywhere, in characters of any length.
    @Test(
        arguments: ["e\u{301}", "\u{E01}\u{E48}", "x\u{E01}\u{E48}\u{301}", "\u{5D1}\u{5B0}\u{5BC}"],
        ["\u{301}", "\u{E48}", "\u{1D165}"]
    )
    func findsEveryRunThatIsTooLong(syllable: String, mark: String) {
        let text = String(repeating: syllable, count: 40)
        for offset in 0..<40 {
            let beginning = String(repeating: "x", count: offset) + text + "x"
            #expect(!holdsTooMany(beginning + String(repeating: mark, count: 30) + "x" + text))
            #expect(holdsTooMany(beginning + String(repeating: mark, count: 31) + "x" + text))
        }
    }

    /// Which characters are none is told by their first bytes, and must not miss any that Unicode knows.
    @Test func findsEveryMarkThereIs() {
        let marks = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
            $0.properties.canonicalCombiningClass != .notReordered
        }
        #expect(marks.count > 800)
        #expect(marks.filter { !holdsTooMany("x" + String(repeating: String($0), count: 31)) } == [])
    }

    @Test func noFieldOfADocumentHasMore() throws {
        let many = marks(2_000)
        let document = """
            <rss version="2.0" xmlns:x="urn:\(many)"><channel><title>T\(many)</title><description>d</description>
            <managingEditor>a\(many) b</managingEditor><category>\(many)</category><x:y z="\(many)">\(many)</x:y>
            <item><guid>\(many)</guid><title>&amp;#x41;\(many)</title><author>\(many)</author>
            <enclosure url="https://a.example/1.mp3" type="audio/\(many)"/></item></channel></rss>
            """
        let feed = try FeedParser().parse(Array(document.utf8))
        let texts = Array("\(feed)".unicodeScalars)
        var (run, longest) = (0, 0)
        for scalar in texts {
            run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
            longest = max(longest, run)
        }
        #expect(feed.items.count == 1)
        #expect(longest == CombiningMarks.longestRun)
    }
}
