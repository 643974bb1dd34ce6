/// Two numbers of which words say which is meant: "S1E5", "1x05", "5 of 10", "5/10" (feed formats C8).
struct NumberPair {
    /// The season, or nil if the text is about one thing of several.
    let season: Int?
    /// The episode, or which one of several.
    let number: Int

    /// Reads a text of two numbers and nothing else but the words for them.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        let text = ASCIIText.trimmed(bytes)
        guard text.count <= 40, let (first, before, rest) = NumberPair.number(text),
            let (second, between, end) = NumberPair.number(rest), end.isEmpty
        else { return nil }
        let isSeason =
            ["s", "season", "staffel"].contains(before) && ["e", "ep", "episode", "folge"].contains(between)
        if isSeason || (before.isEmpty && between == "x") {
            season = first
            number = second
        } else if ["", "#", "e", "ep", "episode", "part", "season", "folge", "teil"].contains(before), first <= second,
            ["/", "of", "von", "de", "di", "van"].contains(between)
        {
            season = nil
            number = first
        } else {
            return nil
        }
    }

    /// The first number of a text if it is above zero, the word before it in lower case, and what is behind it.
    private static func number(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (value: Int, word: String, rest: UnsafeBufferPointer<UInt8>)? {
        guard let start = text.firstIndex(where: ASCIIText.isDigit) else { return nil }
        let end = text[start...].firstIndex { !ASCIIText.isDigit($0) } ?? text.count
        guard let value = PositiveInteger.parse(UnsafeBufferPointer(rebasing: text[start..<end])) else { return nil }
        let word = text[..<start].filter { !ASCIIText.isSpace($0) && ![0x2C, 0x2E, 0x3A].contains($0) }
        return (
            value, String(decoding: word.map(ASCIIText.lowercased), as: UTF8.self),
            UnsafeBufferPointer(rebasing: text[end...])
        )
    }
}
