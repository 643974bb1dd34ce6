/// What had been read of a document where its items begin.
struct ItemBlockStanding {
    /// How many elements were open.
    let depth: Int
    /// The page of the show, which items are compared with (identity C1 5).
    let link: String?
    private let channel: ParsedChannel
    private let choices: FieldChoices
    private let lasting: OpenParts.Lasting
    private let warningCount: Int
    private let allowanceLeft: Int
    private let extensionCount: Int

    init(_ builder: borrowing FeedBuilder) {
        depth = builder.frames.count
        channel = builder.channel
        link = builder.channel.link
        choices = builder.channelChoices
        lasting = builder.parts.lasting
        warningCount = builder.warnings.count
        allowanceLeft = builder.allowanceLeft
        extensionCount = builder.extensionCount
    }

    /// Whether the items that were read since have left no trace but themselves: not in the channel, nor by a warning.
    func isUntouched(in builder: borrowing FeedBuilder) -> Bool {
        builder.frames.count == depth && builder.warnings.count == warningCount && builder.parts.lasting == lasting
            && builder.channelChoices == choices && builder.channel == channel
    }

    /// Whether the items read since would be within the limits in whatever channel stays within its share of them.
    ///
    /// - Parameters:
    ///   - builder: What has read them.
    ///   - sourceBytes: How many bytes of the source are certainly theirs.
    /// - Returns: Whether they would.
    func leavesShare(in builder: borrowing FeedBuilder, sourceBytes: Int) -> Bool {
        let configuration = builder.configuration
        let total = configuration.allowanceBytes + sourceBytes * configuration.allowancePerByte
        return allowanceLeft - builder.allowanceLeft <= total - Self.channelAllowance
            && builder.extensionCount - extensionCount
                <= configuration.maximumExtensionElements - Self.channelExtensions(configuration)
    }

    /// Whether a channel that was read without its items has stayed within its share.
    static func isWithinShare(_ builder: borrowing FeedBuilder) -> Bool {
        builder.allowanceUsed <= channelAllowance
            && builder.extensionCount <= channelExtensions(builder.configuration)
    }

    /// A channel weighs a few kilobytes.
    private static let channelAllowance = 1 << 20

    private static func channelExtensions(_ configuration: FeedParserConfiguration) -> Int {
        configuration.maximumExtensionElements / 20
    }
}
