/// A podcast:value block.
package struct ParsedValue: Sendable, Equatable {
    /// The layer that carries payments, such as lightning.
    package var type: String?
    /// The method, such as keysend.
    package var method: String?
    /// The suggested amount, as written.
    package var suggested: String?
    /// Who is paid.
    package var recipients: [ParsedValueRecipient] = []
    /// Who is paid instead during parts of the episode.
    package var timeSplits: [ParsedValueTimeSplit] = []
}

/// A podcast:valueRecipient.
package struct ParsedValueRecipient: Sendable, Equatable {
    /// The name.
    package var name: String?
    /// The kind of address.
    package var type: String?
    /// The address.
    package var address: String?
    /// The share.
    package var split: Double?
    /// The key of a custom record.
    package var customKey: String?
    /// The value of a custom record.
    package var customValue: String?
    /// Whether the share is a fee taken off the top.
    package var isFee = false
}

/// A podcast:valueTimeSplit.
package struct ParsedValueTimeSplit: Sendable, Equatable {
    /// The start in seconds.
    package var startSeconds: Double?
    /// The length in seconds.
    package var durationSeconds: Double?
    /// The start in the remote item, in seconds.
    package var remoteStartSeconds: Double = 0
    /// The share for the remote item, 0 to 100.
    package var remotePercentage: Double = 100
    /// The item that is played.
    package var remoteItem: ParsedRemoteItem?
    /// Who is paid, when no remote item says so.
    package var recipients: [ParsedValueRecipient] = []
}

/// A podcast:remoteItem.
package struct ParsedRemoteItem: Sendable, Equatable {
    /// The podcast:guid of the other feed.
    package var feedGUID: String?
    /// The address of the other feed.
    package var feedURL: String?
    /// The guid of an item in it.
    package var itemGUID: String?
    /// The medium of the other feed.
    package var medium: String?
    /// The title.
    package var title: String?

    /// Makes an empty value, to be filled field by field.
    package init() {}
}
