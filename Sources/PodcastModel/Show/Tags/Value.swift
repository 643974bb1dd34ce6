/// Who receives a share of a payment (podcast:valueRecipient).
package struct ValueRecipient: Hashable, Sendable, Codable {
    package var name: String?
    package var type: String?
    package var address: String?
    package var split: Double?
    package var customKey: String?
    package var customValue: String?
    package var fee: Bool

    package init(
        name: String? = nil,
        type: String? = nil,
        address: String? = nil,
        split: Double? = nil,
        customKey: String? = nil,
        customValue: String? = nil,
        fee: Bool = false
    ) {
        self.name = name
        self.type = type
        self.address = address
        self.split = split
        self.customKey = customKey
        self.customValue = customValue
        self.fee = fee
    }
}

/// A stretch of an episode whose payments go elsewhere (podcast:valueTimeSplit).
package struct ValueTimeSplit: Hashable, Sendable, Codable {
    package var startSeconds: Double?
    package var durationSeconds: Double?
    package var remoteStartSeconds: Double?
    /// 0 to 100.
    package var remotePercentage: Double?
    package var remoteItem: RemoteItem?
    package var recipients: [ValueRecipient]

    package init(
        startSeconds: Double? = nil,
        durationSeconds: Double? = nil,
        remoteStartSeconds: Double? = nil,
        remotePercentage: Double? = nil,
        remoteItem: RemoteItem? = nil,
        recipients: [ValueRecipient] = []
    ) {
        self.startSeconds = startSeconds
        self.durationSeconds = durationSeconds
        self.remoteStartSeconds = remoteStartSeconds
        self.remotePercentage = remotePercentage
        self.remoteItem = remoteItem
        self.recipients = recipients
    }
}

/// How listeners can pay while they listen (podcast:value).
package struct Value: Hashable, Sendable, Codable {
    package var type: String?
    package var method: String?
    /// As published: the unit depends on the type.
    package var suggested: String?
    package var recipients: [ValueRecipient]
    package var timeSplits: [ValueTimeSplit]

    package init(
        type: String? = nil,
        method: String? = nil,
        suggested: String? = nil,
        recipients: [ValueRecipient] = [],
        timeSplits: [ValueTimeSplit] = []
    ) {
        self.type = type
        self.method = method
        self.suggested = suggested
        self.recipients = recipients
        self.timeSplits = timeSplits
    }
}
