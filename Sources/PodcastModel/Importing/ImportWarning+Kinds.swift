extension ImportWarning {
    /// What a warning is about: a short, stable word.
    ///
    /// `docs/Results.md` has them all. Those that the parser alone gives, and the rules for which a feed waits, have no
    /// name here.
    package struct Kind: RawRepresentable, Hashable, Sendable, Codable {
        /// The word, as it is stored and printed.
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

extension ImportWarning.Kind {
    // MARK: - Of the document

    package static let limitReached = Self(rawValue: "limit-reached")
    package static let missingTag = Self(rawValue: "missing-tag")
    package static let sizeLimit = Self(rawValue: "size-limit")
    package static let truncated = Self(rawValue: "truncated")

    // MARK: - Of its episodes

    package static let bulkDateRewrite = Self(rawValue: "bulk-date-rewrite")
    package static let deletedEpisode = Self(rawValue: "deleted-episode")
    package static let duplicateItem = Self(rawValue: "duplicate-item")
    package static let futureDate = Self(rawValue: "future-date")
    package static let held = Self(rawValue: "held")
    package static let hostMigration = Self(rawValue: "host-migration")
    package static let junkGuid = Self(rawValue: "junk-guid")
    package static let massDrop = Self(rawValue: "mass-drop")
    package static let refused = Self(rawValue: "refused")
    package static let sharedGuid = Self(rawValue: "shared-guid")
    package static let unreliableGuids = Self(rawValue: "unreliable-guids")

    // MARK: - Of its address

    package static let duplicate = Self(rawValue: "duplicate")
    package static let foundElsewhere = Self(rawValue: "found-elsewhere")
    package static let http = Self(rawValue: "http")
    package static let knownFeed = Self(rawValue: "known-feed")
    package static let mayMove = Self(rawValue: "may-move")
    package static let moveNeedsYou = Self(rawValue: "move-needs-you")
    package static let moveNotConfirmed = Self(rawValue: "move-not-confirmed")
    package static let moveToHTTP = Self(rawValue: "move-to-http")
    package static let moveToOtherShow = Self(rawValue: "move-to-other-show")
    package static let moveToPrivateNetwork = Self(rawValue: "move-to-private-network")
    package static let moved = Self(rawValue: "moved")
    package static let samePodcast = Self(rawValue: "same-podcast")
    package static let webPage = Self(rawValue: "web-page")

    // MARK: - Of the run

    package static let busy = Self(rawValue: "busy")
    package static let changed = Self(rawValue: "changed")
    package static let morePages = Self(rawValue: "more-pages")
    package static let notAsked = Self(rawValue: "not-asked")
    package static let pageFailed = Self(rawValue: "page-failed")
    package static let pagesInterrupted = Self(rawValue: "pages-interrupted")
    package static let removed = Self(rawValue: "removed")
}
