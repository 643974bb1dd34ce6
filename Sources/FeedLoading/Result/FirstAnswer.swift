/// What came of the first request of one load, made together with those of others.
package struct FirstAnswer: Sendable {
    /// What is left to do.
    ///
    /// Indirect, because a response is some forty words, and goes through many hands.
    package indirect enum Outcome: Sendable {
        /// Nothing: the server says that what we have is what it has (304).
        ///
        /// `after` is how long the request took, waiting for its turn on the network included.
        case notModified(FeedResponse, after: Duration)
        /// Whatever a load does with any other answer, or with none; nil if there was nothing to be sent.
        case other(FirstRequest?)
    }

    /// The place of the load's request among those that were asked together.
    package let place: Int
    package let outcome: Outcome
}

/// A request that was made before its load, which goes on from how it has ended.
package struct FirstRequest: Sendable {
    let hop: HopRequest
    let end: TransferEnd
    /// How long it took, waiting for its turn on the network included.
    package let duration: Duration

    /// Whether anything was asked of the server.
    package var wasAsked: Bool { end.wasAsked }

    /// How many bytes of a document it has brought, as transferred.
    package var bodyBytes: Int {
        guard case .response(let response) = end else { return 0 }
        return response.body.count
    }
}
