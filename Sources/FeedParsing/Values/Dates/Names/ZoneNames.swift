internal import Foundation

/// Names of time zones and what they stand for.
///
/// Abbreviations are fixed offsets, as in RFC 822: "PST" in July is −0800, because that is what was written. The
/// ambiguous ones take the meaning most common in feeds: IST is India, CST is North America, BST is Britain.
enum ZoneNames {
    /// The offset east of UTC in seconds, or nil when the name is not known.
    static func offset(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        guard name.count >= 1, name.count <= 5 else { return nil }
        var key: UInt64 = 0
        for byte in name { key = key << 8 | UInt64(ASCIIText.lowercased(byte)) }
        guard let minutes = name.count == 1 ? military(key) : abbreviation(key) else { return nil }
        return minutes * 60
    }

    /// The offset of an IANA zone at a local time, both in seconds, or nil when there is no such zone.
    ///
    /// "ET" and "CET/CEST" are such zones, too. Daylight time needs the zone's history, so this asks Foundation; it is
    /// for the rare feed that writes such a name.
    static func offset(ofIdentifier name: String, atLocal local: Int64) -> Int? {
        let identifier = name.lowercased().split(separator: "/").lazy.compactMap { zones[String($0)] }.first ?? name
        guard let area = identifier.split(separator: "/").first, areas.contains(area.lowercased()),
            let zone = TimeZone(identifier: identifier)
        else { return nil }
        let guess = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(local)))
        return zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(local - Int64(guess))))
    }

    /// Whether a name in lower case means the time of a zone at any time of the year: "ET".
    static func isZone(_ name: String) -> Bool {
        ["et", "ct", "mt", "pt", "at"].contains(name)
    }

    /// What is meant by a zone without a season, or by the names of both its times: "EST/EDT".
    private static let zones = [
        "et": "America/New_York", "ct": "America/Chicago", "mt": "America/Denver", "pt": "America/Los_Angeles",
        "at": "America/Halifax",
        "est": "America/New_York", "cst": "America/Chicago", "mst": "America/Denver", "pst": "America/Los_Angeles",
        "cet": "Europe/Berlin", "mez": "Europe/Berlin", "eet": "Europe/Athens", "wet": "Europe/Lisbon",
        "bst": "Europe/London", "aest": "Australia/Sydney",
    ]

    /// The first parts of the names in the IANA database; only these are looked up there.
    private static let areas: Set<String> = [
        "africa", "america", "antarctica", "arctic", "asia", "atlantic", "australia", "brazil", "canada", "chile",
        "etc",
        "europe", "indian", "mexico", "pacific", "us",
    ]

    /// The military letters in minutes, with the signs RFC 822 gave them: A is −1 hour, M −12, N +1, Y +12, Z zero.
    private static func military(_ letter: UInt64) -> Int? {
        switch letter {
        case 0x61...0x69: (0x60 - Int(letter)) * 60
        case 0x6B...0x6D: (0x61 - Int(letter)) * 60
        case 0x6E...0x79: (Int(letter) - 0x6D) * 60
        case 0x7A: 0
        default: nil
        }
    }

    /// Minutes east of UTC.
    ///
    /// The letters of the name are packed into a number, so that the switch compares integers.
    private static func abbreviation(_ key: UInt64) -> Int? {
        for entry in table where entry.key == key { return entry.minutes }
        return nil
    }

    private struct Entry {
        let key: UInt64
        let minutes: Int

        init(_ name: StaticString, _ minutes: Int) {
            var key: UInt64 = 0
            for index in 0..<name.utf8CodeUnitCount { key = key << 8 | UInt64(name.utf8Start[index]) }
            self.key = key
            self.minutes = minutes
        }
    }

    /// The commonest first.
    private static let table: [Entry] = [
        Entry("gmt", 0), Entry("utc", 0), Entry("ut", 0), Entry("est", -300), Entry("edt", -240), Entry("pst", -480),
        Entry("pdt", -420), Entry("cst", -360), Entry("cdt", -300), Entry("mst", -420), Entry("mdt", -360),
        Entry("cet", 60), Entry("cest", 120), Entry("mez", 60), Entry("mesz", 120), Entry("met", 60),
        Entry("mest", 120),
        Entry("bst", 60), Entry("wet", 0), Entry("west", 60), Entry("eet", 120), Entry("eest", 180), Entry("msk", 180),
        Entry("msd", 240), Entry("ist", 330), Entry("pkt", 300), Entry("npt", 345), Entry("jst", 540),
        Entry("kst", 540), Entry("hkt", 480), Entry("sgt", 480), Entry("pht", 480), Entry("wib", 420),
        Entry("ict", 420), Entry("aest", 600), Entry("aedt", 660), Entry("acst", 570), Entry("acdt", 630),
        Entry("awst", 480), Entry("nzst", 720), Entry("nzdt", 780), Entry("ast", -240), Entry("adt", -180),
        Entry("nst", -210), Entry("ndt", -150), Entry("akst", -540), Entry("akdt", -480), Entry("hst", -600),
        Entry("sast", 120), Entry("cat", 120), Entry("eat", 180), Entry("wat", 60), Entry("brt", -180),
        Entry("brst", -120), Entry("art", -180), Entry("clt", -240), Entry("clst", -180), Entry("idt", 180),
        Entry("trt", 180), Entry("cot", -300), Entry("bot", -240), Entry("pyt", -240),
        Entry("uyt", -180), Entry("myt", 480), Entry("wita", 480), Entry("wit", 540), Entry("chst", 600),
        Entry("vet", -240), Entry("pet", -300), Entry("hast", -600), Entry("hadt", -540), Entry("gst", 240),
        Entry("cedt", 120), Entry("yekt", 300), Entry("novt", 420), Entry("krat", 420), Entry("vlat", 600),
        Entry("zulu", 0),
    ]
}
