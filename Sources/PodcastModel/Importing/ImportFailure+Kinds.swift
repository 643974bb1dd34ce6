extension ImportFailure {
    /// What has failed: a short, stable word.
    ///
    /// `docs/Results.md` has them all. Most are given by an error of loading, parsing or the store and only passed on;
    /// those that something is decided by have a name here.
    package struct Kind: RawRepresentable, Hashable, Sendable, Codable {
        /// The word, as it is stored and printed.
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

extension ImportFailure.Kind {
    package static let busy = Self(rawValue: "busy")
    package static let cancelled = Self(rawValue: "cancelled")
    package static let credentialsRefused = Self(rawValue: "credentials-refused")
    package static let emptyBody = Self(rawValue: "empty-body")
    package static let fileNotFound = Self(rawValue: "file-not-found")
    package static let forbidden = Self(rawValue: "forbidden")
    package static let gone = Self(rawValue: "gone")
    package static let html = Self(rawValue: "html")
    package static let internalFailure = Self(rawValue: "internal")
    package static let invalidAddress = Self(rawValue: "invalid-address")
    package static let notFound = Self(rawValue: "not-found")
    package static let offline = Self(rawValue: "offline")
    package static let otherShow = Self(rawValue: "other-show")
    package static let rateLimited = Self(rawValue: "rate-limited")
    package static let timeout = Self(rawValue: "timeout")
    package static let unauthorized = Self(rawValue: "unauthorized")
    package static let unresolvedHost = Self(rawValue: "unresolved-host")
}
