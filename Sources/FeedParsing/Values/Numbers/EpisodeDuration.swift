/// The length of an episode in whole seconds (feed formats C5).
///
/// `SS`, `MM:SS`, `HH:MM:SS` and `D:HH:MM:SS` with any number of digits in each part, so that 61:08 is 3668, and with
/// spaces around the colons. A fraction is dropped, and so is what follows seconds in `HH:MM:SS:mmm` and `HH:MM:SS:FF`.
/// The unit behind two parts is that of the first where it says hours: "1:30h" is 5400. Zero, negative and unreadable
/// lengths are nil: zero is what systems write that do not know.
enum EpisodeDuration {
    enum Reading: Equatable {
        case seconds(Int)
        /// A bare number above 100 hours, read as milliseconds.
        case milliseconds(asSeconds: Int)
        /// Zero, empty: the publisher does not know.
        case unknown
        case unreadable

        /// How long it is; nil where that is not known.
        var seconds: Int? {
            switch self {
            case .seconds(let seconds), .milliseconds(let seconds): seconds
            case .unknown, .unreadable: nil
            }
        }
    }

    /// Ten days.
    ///
    /// Nothing longer is an episode.
    static let longest = 864_000
    /// 100 hours: a bare number above it counts milliseconds.
    private static let longestBareSeconds = 360_000

    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        read(bytes).seconds
    }

    /// The reading of a text that can be read, if only as one that says nothing; nil for any other.
    static func known(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading? {
        let reading = read(bytes)
        return reading == .unreadable ? nil : reading
    }

    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading {
        let text = ASCIIText.trimmed(bytes)
        guard let first = text.first else { return .unknown }
        if text.contains(where: { $0 >= 0x80 }), let plain = DateDigits.plain(text) {
            return plain.withUnsafeBufferPointer { read($0) }
        }
        guard ASCIIText.isDigit(first) else {
            return first | 0x20 == 0x70 ? checked(DurationWords.iso8601(text)) : .unreadable
        }
        guard let clock = clock(text) else { return checked(DurationWords.spelledOut(text)) }
        guard !clock.isBare || clock.seconds <= longestBareSeconds else {
            let seconds = clock.seconds / 1_000
            return seconds <= longest ? .milliseconds(asSeconds: seconds) : .unreadable
        }
        return checked(clock.seconds)
    }

    private static func checked(_ seconds: Int?) -> Reading {
        guard let seconds, seconds <= longest else { return .unreadable }
        return seconds == 0 ? .unknown : .seconds(seconds)
    }

    /// Numbers with colons between them, to the end of the text.
    private static func clock(_ text: UnsafeBufferPointer<UInt8>) -> (seconds: Int, isBare: Bool)? {
        var parts = 0
        var (days, hours, minutes, seconds) = (0, 0, 0, 0)
        var index = 0
        var start = 0
        while true {
            guard parts < 4, index < text.count, ASCIIText.isDigit(text[index]) else { return nil }
            (days, hours, minutes, seconds) = (hours, minutes, seconds, 0)
            start = index
            while index < text.count, let digit = ASCIIText.digitValue(text[index]) {
                seconds = min(seconds * 10 + digit, 1_000_000_000_000)
                index += 1
            }
            parts += 1
            let colon = endOfSpace(text, from: index)
            guard colon < text.count, text[colon] == 0x3A else { break }
            index = endOfSpace(text, from: colon + 1)
        }
        guard let unit = unit(text, from: index, isBare: parts == 1) else { return nil }
        // Nobody writes seconds with three digits behind minutes and hours: these are thousandths. Nor more than 23
        // hours behind days: what is behind "00:45:03" are frames, as programs for editing count them.
        let isTimecode = index - start == 3 || hours > 23
        if parts == 4, isTimecode { (days, hours, minutes, seconds) = (0, days, hours, minutes) }
        // "1:30h" is an hour and a half, "1:30 min" a minute and a half; "1:05 days" is anything.
        if parts == 2, unit == DurationWords.hour { (hours, minutes, seconds) = (minutes, seconds, 0) }
        guard unit <= DurationWords.hour || parts == 4 else { return nil }
        return (days * 86_400 + hours * 3600 + minutes * 60 + seconds, parts == 1)
    }

    private static func endOfSpace(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        text[start...].firstIndex { !ASCIIText.isSpace($0) } ?? text.count
    }

    /// The seconds of the unit behind a clock time that ends at `index`, but for a fraction: "12:34 min".
    ///
    /// 0 without a unit, nil if anything else follows. Three digits behind the comma of a bare number may be the last
    /// of thousands as well as a fraction.
    private static func unit(_ text: UnsafeBufferPointer<UInt8>, from start: Int, isBare: Bool) -> Double? {
        var index = start
        if index < text.count, text[index] == 0x2E || text[index] == 0x2C {
            index += 1
            while index < text.count, ASCIIText.isDigit(text[index]) { index += 1 }
            if isBare, DurationWords.mayBeThousands(text, from: start) { return nil }
        }
        if index == text.count { return 0 }
        guard !isBare else { return nil }
        var unit = ASCIIText.trimmed(UnsafeBufferPointer(rebasing: text[index...]))
        // "12:34 min."
        if unit.last == 0x2E { unit = UnsafeBufferPointer(rebasing: unit.dropLast()) }
        return DurationWords.weight(of: unit)
    }
}
