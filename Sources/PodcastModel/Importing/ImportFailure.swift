/// What went wrong with one feed, as every layer above the pipeline sees it.
package struct ImportFailure: Error, Hashable, Sendable {
    /// Where in the pipeline it happened.
    package enum Stage: String, Hashable, Sendable, Codable {
        case load, parse, `import`
    }

    /// The class of failure that decides the exit status.
    package enum Class: Hashable, Sendable {
        /// Anything about this feed alone.
        case feed
        /// What was given is not the address of a feed.
        case usage
        /// The document is not a feed.
        case notAFeed
        /// Another process is importing this feed, or holds the store.
        case busy
        /// The store cannot be written: full disk, I/O error.
        case storage
        /// The run was stopped before the feed was done.
        case cancelled
    }

    package let stage: Stage
    package let kind: Kind
    /// One line: what, where, what to do; secrets hidden.
    package var message: String
    package let retryAfter: Timestamp?
    package let failureClass: Class
    /// The address named by a document that is nothing but a signpost.
    package let newLocation: String?

    package init(
        stage: Stage,
        kind: Kind,
        message: String,
        retryAfter: Timestamp? = nil,
        failureClass: Class = .feed,
        newLocation: String? = nil
    ) {
        self.stage = stage
        self.kind = kind
        self.message = message
        self.retryAfter = retryAfter
        self.failureClass = failureClass
        self.newLocation = newLocation
    }
}

extension ImportFailure: CustomStringConvertible {
    package var description: String { message }
}
