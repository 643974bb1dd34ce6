/// The place in a `geo:` URI (RFC 5870), as podcast:location carries it (feed formats H).
struct GeoLocation: Equatable {
    /// Degrees, −90 to 90.
    let latitude: Double
    /// Degrees, −180 to 180.
    let longitude: Double

    /// nil unless both numbers are there and on the globe.
    ///
    /// "geo:" may be missing; parameters and altitude are passed over.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var text = ASCIIText.trimmed(bytes)
        if ASCIIText.hasPrefix(text, "geo:") { text = UnsafeBufferPointer(rebasing: text[4...]) }
        if let semicolon = text.firstIndex(of: 0x3B) { text = UnsafeBufferPointer(rebasing: text[..<semicolon]) }
        let parts = text.split(separator: 0x2C, omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3,
            let latitude = DecimalNumber.parse(UnsafeBufferPointer(rebasing: parts[0])),
            let longitude = DecimalNumber.parse(UnsafeBufferPointer(rebasing: parts[1])),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    init?(_ text: String) {
        guard let location = ASCIIText.withBytes(of: text, { GeoLocation($0) }) else { return nil }
        self = location
    }
}
