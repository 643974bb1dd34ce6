/// Dates as feeds write them, read to seconds since 1970 in UTC (feed formats D).
///
/// RFC 822 and RFC 3339, which are nearly all there is, take a fast path without allocation; everything else goes
/// through `LooseDateReader`. A date that cannot be read is nil, never the present moment: an undated episode that is
/// "today" at each refresh would be new for ever.
enum FeedDate {
    /// What a text was read as.
    enum Reading: Equatable {
        /// Seconds since 1970-01-01T00:00:00Z.
        case date(Int64)
        /// A date that can be read but not believed: before 1995, when there were no feeds, such as 1970-01-01, or
        /// after the year 9999.
        case suspicious(Int64)
        /// Not a date. An empty text is this too.
        case unparsable
    }

    /// 1995-01-01T00:00:00Z; what lies before it is a default value that escaped from a publishing system.
    private static let earliestCredible: Int64 = 788_918_400

    /// 9999-12-31T23:59:59Z: what lies behind it, in UTC, cannot be written as RFC 3339, nor read back.
    private static let latestWritable: Int64 = 253_402_300_799

    /// The date as seconds since 1970 in UTC; nil when it cannot be read or not be believed.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard case .date(let seconds) = read(bytes) else { return nil }
        return seconds
    }

    /// The date with the reason why it is not one, for those who warn.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading {
        let trimmed = ASCIIText.trimmed(bytes)
        // "Y" is the shortest thing tried; nothing below four bytes holds a year.
        guard trimmed.count >= 4 else { return .unparsable }
        let seconds: Int64? =
            if let common = RFC822Date.read(trimmed) ?? RFC3339Date.read(trimmed) {
                common
            } else {
                MarkupDate.read(trimmed) ?? LooseDateReader.read(trimmed)
            }
        guard let seconds else { return .unparsable }
        return (earliestCredible...latestWritable).contains(seconds) ? .date(seconds) : .suspicious(seconds)
    }
}
