/// What the values of one document may weigh in memory, beside their texts.
///
/// A few bytes of a hostile document can ask for a value of hundreds. Whatever
/// lists and trees it is put into, there is only as much of it as the size of
/// the document allows, and enough for any that is written in earnest.
struct Allowance {
    /// What one value costs in bytes: as parsed, as handed on, and while the
    /// list it is in grows.
    ///
    /// Measured with documents of nothing else.
    enum Weight {
        static let item = 1_950
        /// Live items are handed on in one piece with their channel.
        static let liveItem = 6_000
        /// An entry of most lists.
        static let entry = 220
        static let link = 400
        static let mediaContent = 520
        /// A category, keyword or name.
        static let word = 80
        static let extensionNode = 800
        static let extensionAttribute = 220
    }

    /// What the warning about values that were left out says.
    static let warning = "the document holds more values than its size allows; some were left out"

    /// What the warning about items that were left out says.
    static let itemWarning = "the feed has more items than its size allows"

    private(set) var left: Int
    private let total: Int
    /// What was taken.
    var used: Int { total - left }
    /// Whether there was not enough left for a value.
    private(set) var wasExceeded = false

    /// The allowance of a document.
    init(documentBytes: Int, configuration: FeedParserConfiguration) {
        // Who allows for more items allows for what they weigh.
        let itemShare = max(1, Double(configuration.maximumItems) / Double(FeedParserConfiguration.usualItems))
        total = Int(Double(configuration.allowanceBytes) * itemShare) + documentBytes * configuration.allowancePerByte
        left = total
    }

    /// Whether there is enough left for a value, which is taken.
    mutating func take(_ weight: Int) -> Bool {
        guard weight <= left else {
            wasExceeded = true
            return false
        }
        left -= weight
        return true
    }

    /// Gives back what was taken for a value that is not kept.
    mutating func giveBack(_ weight: Int) {
        left += weight
    }
}
