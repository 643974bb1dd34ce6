/// The fields one by one, as they are asked for.
extension RefreshState {
    package var subscriptionID: Int64 { fields.subscriptionID }
    package var podcastID: Int64? { fields.podcastID }
    package var feedURL: String { fields.feedURL }
    package var state: SubscriptionState { fields.state }
    package var validators: HTTPValidators { fields.validators }
    package var validatorsMark: String? { fields.validatorsMark }
    package var bodyDigest: UInt64? { fields.bodyDigest }
    package var parserVersion: Int? { fields.parserVersion }
    package var lastDocumentIsCut: Bool { fields.lastDocumentIsCut }
    package var credentials: FeedCredentials? { fields.credentials }
    package var failures: Int { fields.failures }
    package var nextDueAt: Timestamp? { fields.nextDueAt }
    package var lastSuccessAt: Timestamp? { fields.lastSuccessAt }
    package var validatorsAt: Timestamp? { fields.validatorsAt }
    package var overrides: [String: String] { fields.overrides }
    package var hints: PollingHints { fields.hints }
    package var releaseTimes: [Timestamp] { fields.releaseTimes }
    package var guidsAreUnreliable: Bool { fields.guidsAreUnreliable }
    package var provenance: AddressProvenance { fields.provenance }
    package var itemBlockDigest: UInt64? { fields.itemBlockDigest }
    package var title: String? { fields.title }
    package var announcedAddress: String? { fields.announcedAddress }
    package var hasPendingMove: Bool { fields.hasPendingMove }
    package var removalDueAt: Timestamp? { fields.removalDueAt }
    package var pendingPage: String? { fields.pendingPage }
    package var pendingPageFailures: Int { fields.pendingPageFailures }
    package var pendingPageClosesGap: Bool { fields.pendingPageClosesGap }
    package var schemeIsAssumed: Bool { fields.schemeIsAssumed }
}
