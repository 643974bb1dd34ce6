/// The size of an enclosure in bytes (feed formats C4).
enum EnclosureLength {
    /// A positive number of digits alone.
    ///
    /// 0, −1, "", "unknown", "12,345" and "1.2MB" are nil: not known.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard let length = WholeNumber.parse(bytes), length > 0 else { return nil }
        return length
    }
}
