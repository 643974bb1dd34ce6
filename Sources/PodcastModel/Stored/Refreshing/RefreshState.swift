/// What the store remembers of a feed between two refreshes.
///
/// Kept by reference: it passes through thirty hands at each refresh, each of which would retain and release twenty
/// fields.
package struct RefreshState: Hashable, Sendable {
    private let boxedFields: Boxed<Fields>

    package init(_ fields: Fields) {
        boxedFields = Boxed(wrappedValue: fields)
    }

    /// All of its fields, lent in place.
    package var fields: Fields {
        _read { yield boxedFields.wrappedValue }
    }

    /// The same with other fields.
    package func changing(_ change: (inout Fields) -> Void) -> RefreshState {
        var fields = fields
        change(&fields)
        return RefreshState(fields)
    }

    package static func == (lhs: RefreshState, rhs: RefreshState) -> Bool { lhs.fields == rhs.fields }

    package func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension RefreshState {
    /// What there is to know of a feed.
    package struct Fields: Hashable, Sendable {
        package var subscriptionID: Int64
        package var podcastID: Int64?
        package var feedURL: String
        package var state: SubscriptionState
        package var validators: HTTPValidators
        /// The mark of the credentials that the validators were given to; nil for nobody's (http polling A1 10).
        package var validatorsMark: String?
        /// XXH64 of the last body that was imported.
        package var bodyDigest: UInt64?
        /// The version of the parser that read that body; a body that another
        /// version has read is read again.
        package var parserVersion: Int?
        /// Whether that body did not end where a feed ends: nothing may be concluded from what is missing in it.
        package var lastDocumentIsCut: Bool
        package var credentials: FeedCredentials?
        package var failures: Int
        package var nextDueAt: Timestamp?
        /// When an attempt last ended well; nil if none has.
        package var lastSuccessAt: Timestamp?
        /// When the validators came with a document; a 304 does not renew them.
        package var validatorsAt: Timestamp?
        /// The feed's own settings by key.
        package var overrides: [String: String]
        /// What the last document says about when to ask again.
        package var hints = PollingHints()
        /// When the newest episodes came, newest first: what the podcast's rhythm
        /// is learned from.
        package var releaseTimes: [Timestamp]
        /// Whether the feed's guids are known not to tell its episodes apart (identity C2 10).
        package var guidsAreUnreliable: Bool
        /// Who chose the feed's address.
        package var provenance: AddressProvenance
        /// A digest of the last document's items as bytes; nil if the items of the
        /// next have to be read, whatever they are.
        package var itemBlockDigest: UInt64?
        /// The podcast's title, or the one that a list gave.
        package var title: String?
        /// The address that the stored document announces for the feed.
        package var announcedAddress: String?
        /// Whether a move has been seen and not been made yet.
        package var hasPendingMove: Bool
        /// When the first of its episodes that are no longer listed is to be marked
        /// as removed; nil if none is.
        package var removalDueAt: Timestamp?
        /// The later page at which the reading of all pages was interrupted; nil if it was not (http polling A8 75).
        package var pendingPage: String?
        /// How many refreshes in a row that page has failed.
        package var pendingPageFailures = 0
        /// Whether what is read from there on is only what came between two refreshes, up to what is known.
        package var pendingPageClosesGap = false
        /// Whether nobody wrote the https of its address: until it has answered, http may be meant (identity C8 45).
        package var schemeIsAssumed = false

        package init(
            subscriptionID: Int64,
            podcastID: Int64?,
            feedURL: String,
            state: SubscriptionState,
            validators: HTTPValidators,
            bodyDigest: UInt64?,
            parserVersion: Int?,
            credentials: FeedCredentials?,
            failures: Int,
            nextDueAt: Timestamp?,
            lastSuccessAt: Timestamp? = nil,
            validatorsAt: Timestamp? = nil,
            overrides: [String: String] = [:],
            releaseTimes: [Timestamp] = [],
            guidsAreUnreliable: Bool = false,
            provenance: AddressProvenance = .others,
            itemBlockDigest: UInt64? = nil,
            title: String? = nil,
            hasPendingMove: Bool = false,
            lastDocumentIsCut: Bool = false,
            validatorsMark: String? = nil
        ) {
            self.subscriptionID = subscriptionID
            self.podcastID = podcastID
            self.feedURL = feedURL
            self.state = state
            self.validators = validators
            self.bodyDigest = bodyDigest
            self.parserVersion = parserVersion
            self.credentials = credentials
            self.failures = failures
            self.nextDueAt = nextDueAt
            self.lastSuccessAt = lastSuccessAt
            self.validatorsAt = validatorsAt
            self.overrides = overrides
            self.releaseTimes = releaseTimes
            self.guidsAreUnreliable = guidsAreUnreliable
            self.provenance = provenance
            self.itemBlockDigest = itemBlockDigest
            self.title = title
            self.hasPendingMove = hasPendingMove
            self.lastDocumentIsCut = lastDocumentIsCut
            self.validatorsMark = validatorsMark
        }
    }
}
