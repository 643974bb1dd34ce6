/// What had been read of a document where its items begin.
///
/// A class, for it is looked at with every piece of the document and holds all of the channel.
final class ItemBlockStanding {
    /// How many elements were open.
    let depth: Int
    /// The page of the show, which items are compared with (identity C1 5).
    let link: String?
    private let channel: ParsedChannel
    private let choices: FieldChoices
    private let lasting: OpenParts.Lasting
    private let costsBefore: ItemCosts

    init(_ builder: borrowing FeedBuilder) {
        depth = builder.frames.count
        channel = builder.channel
        link = builder.channel.link
        choices = builder.channelChoices
        lasting = builder.parts.lasting
        costsBefore = builder.costsSoFar
    }

    /// Whether the items that were read since have left no trace in the channel.
    func isUntouched(in builder: borrowing FeedBuilder) -> Bool {
        builder.frames.count == depth && builder.parts.lasting == lasting
            && builder.channelChoices == choices && builder.channel == channel
    }

    /// What the items that were read since have taken of the limits; nothing is known of the names.
    func costs(in builder: borrowing FeedBuilder) -> ItemCosts {
        builder.costsSoFar - costsBefore
    }

    /// Whether items would be within the limits in whatever channel stays within its share of them.
    ///
    /// - Parameters:
    ///   - costs: What they have taken.
    ///   - sourceBytes: How many bytes of the source are certainly theirs.
    ///   - configuration: The limits.
    /// - Returns: Whether they would.
    static func leavesShare(
        _ costs: ItemCosts,
        sourceBytes: Int,
        of configuration: FeedParserConfiguration
    ) -> Bool {
        let total = configuration.allowanceBytes + sourceBytes * configuration.allowancePerByte
        return costs.allowance <= total - channelAllowance
            && costs.extensions <= configuration.maximumExtensionElements - channelExtensions(configuration)
    }

    /// Whether a document would have been within the limits had its known items been read too.
    ///
    /// - Parameters:
    ///   - known: What these have taken when they were read.
    ///   - count: How many they are.
    ///   - sourceBytes: How many bytes of the source are certainly items.
    ///   - builder: What has read the rest.
    /// - Returns: Whether it would.
    static func hasRoom(
        for known: ItemCosts,
        count: Int,
        sourceBytes: Int,
        in builder: borrowing FeedBuilder
    ) -> Bool {
        let configuration = builder.configuration
        let total = configuration.allowanceBytes + sourceBytes * configuration.allowancePerByte
        return builder.allowance.used + known.allowance <= total
            && builder.extensionCount + known.extensions <= configuration.maximumExtensionElements
            && (builder.names.learnedCount + known.names) * 2 <= configuration.maximumNames
            && builder.items.count + count <= configuration.maximumItems
    }

    /// Whether a channel that was read without its items has stayed within its share.
    static func isWithinShare(_ builder: borrowing FeedBuilder) -> Bool {
        builder.allowance.used <= channelAllowance
            && builder.extensionCount <= channelExtensions(builder.configuration)
    }

    /// A channel weighs a few kilobytes.
    private static let channelAllowance = 1 << 20

    private static func channelExtensions(_ configuration: FeedParserConfiguration) -> Int {
        configuration.maximumExtensionElements / 20
    }
}
