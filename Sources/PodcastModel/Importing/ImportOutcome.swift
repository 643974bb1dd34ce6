/// How the import of one feed ended: exactly one of these.
package enum ImportOutcome: Hashable, Sendable {
    /// The document was read and its episodes are in the store.
    case imported(ImportCounts)
    /// Nothing new: not modified, or the same body as last time.
    case unchanged(notModified: Bool)
    /// The feed is the same as another subscription's; that one is kept.
    case moved(to: String)
    /// The publisher has said so often that the feed is gone for good that it is believed.
    case gone(ImportFailure)
    /// Not asked, or asked to come back later.
    case postponed(until: Timestamp?)
    /// Something went wrong; the store is as it was.
    case failed(ImportFailure)

    /// What went wrong; nil if nothing did.
    package var failure: ImportFailure? {
        switch self {
        case .gone(let failure), .failed(let failure): failure
        case .imported, .unchanged, .moved, .postponed: nil
        }
    }

    /// What it is called where it is stored and printed.
    package enum Word: String, Hashable, Sendable, Codable, CaseIterable {
        case imported, unchanged, moved, gone, postponed, failed
    }

    /// Its word, without what goes with it.
    package var word: Word {
        switch self {
        case .imported: .imported
        case .unchanged: .unchanged
        case .moved: .moved
        case .gone: .gone
        case .postponed: .postponed
        case .failed: .failed
        }
    }
}

/// What an import did to the episodes of a podcast.
package struct ImportCounts: Hashable, Sendable {
    package var inserted = 0
    package var updated = 0
    /// Episodes recognised under a new key.
    package var rekeyed = 0
    /// Episodes taken to be withdrawn by the publisher.
    package var removed = 0
    package var unchanged = 0

    package init() {}
}
