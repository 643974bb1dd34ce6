/// What counts of the headers of a response whose body cannot be used.
package struct AnswerHead: Hashable, Sendable {
    /// The HTTP status.
    package let status: Int
    /// What the response said of when to come back.
    package let retryAfter: RetryAfter?

    /// Makes a head.
    package init(status: Int, retryAfter: RetryAfter? = nil) {
        self.status = status
        self.retryAfter = retryAfter
    }

    /// The head of a response; nil if the headers have not come to their end.
    init?(_ reader: HeaderReader) {
        guard reader.isComplete else { return nil }
        self.init(status: reader.head.status, retryAfter: reader.head.asksToWait)
    }

    /// The head of a response; nil for what comes from no server.
    init?(_ response: FeedResponse) {
        guard let status = response.status else { return nil }
        self.init(status: status, retryAfter: response.freshness.retryAfter)
    }
}
