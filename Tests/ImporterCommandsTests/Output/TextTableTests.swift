import Testing

@testable import ImporterCommands

struct TextTableTests {
    private var table: TextTable {
        var table = TextTable([
            .init(title: "ID", isNumber: true), .init(title: "Title", isFlexible: true), .init(title: "State"),
        ])
        table.add(["7", "A rather long title that does not fit", "active"])
        table.add(["12", "短い題", "gone"])
        return table
    }

    @Test func cutsNothingInAPipe() {
        let lines = table.lines(for: Terminal(isTerminal: false, width: 20, usesColor: false))
        #expect(
            lines == [
                "ID  Title                                  State",
                " 7  A rather long title that does not fit  active",
                "12  短い題                                 gone",
            ]
        )
    }

    @Test func cutsFlexibleColumnsToTheTerminal() {
        let lines = table.lines(for: Terminal(isTerminal: true, width: 30, usesColor: false))
        #expect(lines[1] == " 7  A rather long tit…  active")
        #expect(lines.allSatisfy { $0.displayWidth <= 30 })
    }

    @Test(arguments: ["x", "短", "e\u{301}", "e" + String(repeating: "\u{301}", count: 3_000)], [true, false])
    func oneAbsurdTitleDoesNotMakeEveryLineLong(part: String, isTerminal: Bool) {
        var table = TextTable([.init(title: "Title", isFlexible: true), .init(title: "State")])
        table.add(["short", "active"])
        table.add([String(repeating: part, count: 100_000), "active"])

        let lines = table.lines(for: Terminal(isTerminal: isTerminal, width: 1_000, usesColor: false))

        #expect(lines.allSatisfy { $0.displayWidth <= 208 && $0.unicodeScalars.count <= 1_700 })
        #expect(lines[2].contains("…  "))
        #expect(lines[2].hasSuffix("  active"))
    }

    @Test(arguments: ["⭐", "⚡", "✅", "🇩🇪", "❤️", "🎙️", "👩‍👩‍👧", "短"])
    func emojiTakeTwoColumns(emoji: String) {
        #expect(emoji.displayWidth == 2)
    }

    @Test(arguments: ["❤", "★", "é", "e\u{301}", "—", "™"])
    func signsTakeOneColumn(sign: String) {
        #expect(sign.displayWidth == 1)
    }

    @Test func whatEndsInTimeIsShownWhole() {
        let title = String(repeating: "x", count: 200)
        #expect(title.shortLine() == title)
        #expect((title + "y").shortLine() == title.dropLast() + "…")
    }

    @Test(arguments: [(36, true), (35, false), (30, false)])
    func leavesOutWhatCanBeDoneWithoutBeforeTimesAreCut(width: Int, hasFeed: Bool) {
        // Given
        var table = TextTable([
            .init(title: "Since"), .init(title: "Title", isFlexible: true),
            .init(title: "Feed", isFlexible: true, isDispensable: true),
        ])
        table.add(["2026-11-29 00:54", "Show 1", "https://example.com/feed.xml"])

        // When
        let lines = table.lines(for: Terminal(isTerminal: true, width: width, usesColor: false))

        // Then
        #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines)")
        #expect(lines[1].hasPrefix("2026-11-29 00:54  Show 1"))
        #expect(lines[0].contains("Feed") == hasFeed)
        #expect(lines[1].contains("https") == hasFeed)
        #expect(table.lines(for: Terminal(isTerminal: false, width: 30, usesColor: false))[1].hasSuffix("feed.xml"))
    }

    @Test(arguments: [24, 18, 14])
    func othersGiveWayOnANarrowTerminal(width: Int) {
        let lines = table.lines(for: Terminal(isTerminal: true, width: width, usesColor: false))
        #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines)")
        // Numbers last.
        #expect(lines[2].hasPrefix("12  "))
    }

    @Test func keepsControlCharactersFromTheTerminal() {
        var table = TextTable([.init(title: "Title")])
        table.add(["evil\u{1B}[2Jtitle\nsec\u{202E}ond\u{2066}"])
        let lines = table.lines(for: Terminal(isTerminal: true, width: 80, usesColor: false))
        #expect(lines[1] == "evil [2Jtitle second")
    }
}
