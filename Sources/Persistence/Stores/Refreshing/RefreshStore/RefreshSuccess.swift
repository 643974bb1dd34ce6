package import PodcastModel

/// A refresh that ended well: imported, unchanged or not modified.
package struct RefreshSuccess: Sendable, Hashable {
    /// The document whose content is in the store now.
    package struct Document: Sendable, Hashable {
        /// XXH64 of its decoded bytes.
        package var bodyDigest: UInt64?
        package var parserVersion: Int
        /// Whether it did not end where a feed ends.
        package var isCut: Bool
        package var itemCount: Int
        /// How many documents in a row, this one included, were much shorter
        /// than `itemCount` says (identity C6 34).
        package var massDropSightings: Int
        /// A digest of its items, if a document with the same items would
        /// change nothing; nil if it has to be looked at.
        package var itemsDigest: UInt64?
        /// A digest of the bytes of its items and of what decides how they are
        /// read; nil if there is no ``itemsDigest``, or they have to be read.
        package var itemBlockDigest: UInt64?
        /// When the newest episodes came, newest first; nil if that has not
        /// changed.
        package var releaseTimes: [Timestamp]?

        package init(
            bodyDigest: UInt64?,
            parserVersion: Int,
            itemCount: Int,
            massDropSightings: Int = 0,
            itemsDigest: UInt64? = nil,
            itemBlockDigest: UInt64? = nil,
            isCut: Bool = false
        ) {
            self.bodyDigest = bodyDigest
            self.parserVersion = parserVersion
            self.itemCount = itemCount
            self.massDropSightings = massDropSightings
            self.itemsDigest = itemsDigest
            self.itemBlockDigest = itemBlockDigest
            self.isCut = isCut
        }
    }

    package var at: Timestamp
    /// What to send next time: always the last answer's, both or one or none
    /// (http polling A1 5, 7, 8).
    package var validators: HTTPValidators
    /// What they are good for: a mark of the credentials that were sent, and of the limits if the document is not whole;
    /// nil for a whole document that anybody may read.
    package var validatorsMark: String?
    /// When the validators came with a document: now, or for a 304 the time the
    /// stored ones did (A1 12).
    package var validatorsAt: Timestamp
    /// A document that was read; nil leaves what is known of the one before.
    package var document: Document?
    /// Whether all episodes that are listed were confirmed to be listed still.
    package var confirmsListing: Bool
    package var nextDueAt: Timestamp
    package var dueReasons: [DueReason]

    package init(
        at: Timestamp,
        validators: HTTPValidators,
        validatorsAt: Timestamp? = nil,
        document: Document? = nil,
        confirmsListing: Bool = true,
        nextDueAt: Timestamp,
        dueReasons: [DueReason] = [],
        validatorsMark: String? = nil
    ) {
        self.at = at
        self.validators = validators
        self.validatorsAt = validatorsAt ?? at
        self.document = document
        self.confirmsListing = confirmsListing
        self.nextDueAt = nextDueAt
        self.dueReasons = dueReasons
        self.validatorsMark = validatorsMark
    }
}
