/// A place in the audio: `HH:MM:SS.mmm`, `MM:SS.mmm` or `SS.mmm`, in seconds (feed formats I).
enum NormalPlayTime {
    /// Seconds from the beginning, never negative, or nil if the text is not a time.
    ///
    /// "npt:" may stand before it and "s" behind it.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        var text = ASCIIText.trimmed(bytes)
        if ASCIIText.hasPrefix(text, "npt:") || ASCIIText.hasPrefix(text, "npt=") {
            text = UnsafeBufferPointer(rebasing: text[4...])
        }
        if let last = text.last, last | 0x20 == 0x73 { text = UnsafeBufferPointer(rebasing: text[..<(text.count - 1)]) }
        var total = 0.0
        var parts = 0
        var start = 0
        while let colon = text[start...].firstIndex(of: 0x3A) {
            guard parts < 2, let value = wholeNumber(text[start..<colon]) else { return nil }
            total = (total + Double(value)) * 60
            parts += 1
            start = colon + 1
        }
        guard let seconds = DecimalNumber.parse(UnsafeBufferPointer(rebasing: text[start...])), seconds >= 0 else {
            return nil
        }
        return total + seconds
    }

    private static func wholeNumber(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard !digits.isEmpty, digits.count < 10 else { return nil }
        var value = 0
        for byte in digits {
            guard let digit = ASCIIText.digitValue(byte) else { return nil }
            value = value * 10 + digit
        }
        return value
    }
}
