/// The bytes of a feed while it is written.
struct FeedText {
    var random: SplitMix64
    private(set) var bytes: [UInt8] = []

    init(random: SplitMix64) {
        self.random = random
    }

    /// Appends markup as it stands.
    mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends an element that holds some words.
    mutating func element(_ name: String, words count: Int) {
        raw("    <\(name)>")
        words(count)
        raw("</\(name)>\n")
    }

    /// Appends words with blanks between them.
    mutating func words(_ count: Int) {
        for index in 0..<count {
            if index > 0 { bytes.append(UInt8(ascii: " ")) }
            raw(Self.vocabulary[random.below(Self.vocabulary.count)])
        }
    }

    /// Words of several languages, one in ten beyond ASCII, and one that has to be escaped.
    private static let vocabulary = """
        about after again always another because before between body bring building called change children city \
        conversation country course different early earth economy education energy episode every evening example family \
        feeling first follow forest friend garden general government group guest happen health history house however \
        human idea important interview island journey kitchen language later leave letter light listen little living \
        machine market matter memory minute moment money morning mountain music nature never night nothing number ocean \
        office often open order other paper people perhaps person picture place planet point politics possible power \
        present problem question radio really reason research river school science season second sentence series several \
        simple society something sometimes sound special station story street student summer system talk teacher thing \
        thought through together travel understand university village voice water weather week while winter without woman \
        wonder words work world writer year young über für Größe Straße café déjà naïve señor mañana coração smörgåsbord \
        Привет история мир 世界 物語 東京 한국어 שלום مرحبا “quoted” – R&amp;B
        """.split(separator: " ").map(String.init)
}

/// A day in the form of RFC 822, counted from 1 January 2001.
struct FeedDate: CustomStringConvertible {
    var day: Int
    var second = 0

    var description: String {
        let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // Civil date from a day number, in eras of four years: 2001 to 2099 has no exception.
        var rest = day % 1_461
        let yearInEra = min(rest / 365, 3)
        rest -= yearInEra * 365
        let lengths = [31, yearInEra == 3 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var month = 0
        while rest >= lengths[month] {
            rest -= lengths[month]
            month += 1
        }
        let year = 2_001 + day / 1_461 * 4 + yearInEra
        let clock = [second / 3_600, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
        return "\(weekdays[day % 7]), \(twoDigits(rest + 1)) \(months[month]) \(year) \(clock) +0000"
    }

    private func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

/// A small random generator whose sequence is fixed by its seed and stream.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64, stream: UInt64) {
        state = seed &* 0xD134_2543_DE82_EF95 ^ stream
    }

    /// A number from 0 up to, not including, the bound.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next() >> 1) % bound
    }

    /// Sixteen hexadecimal digits at most.
    mutating func hexadecimal() -> String {
        String(next(), radix: 16)
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
