/// What counts of the headers of a response whose body cannot be used.
package struct AnswerHead: Hashable, Sendable {
    /// The HTTP status.
    package let status: Int
    /// What the response, or a redirect before it, said of when to come back.
    package let retryAfter: RetryAfter?

    /// Makes a head.
    package init(status: Int, retryAfter: RetryAfter? = nil) {
        self.status = status
        self.retryAfter = retryAfter
    }

    /// The head of a response; nil if the headers have not come to their end.
    init?(_ reader: HeaderReader) {
        guard reader.isComplete else { return nil }
        self.init(status: reader.head.status, retryAfter: reader.head[.retryAfter].flatMap(RetryAfter.init))
    }

    /// The head of a response; nil for what comes from no server.
    init?(_ response: FeedResponse) {
        guard let status = response.status else { return nil }
        self.init(status: status, retryAfter: response.freshness.retryAfter)
    }

    /// The same head, with what a redirect before it said if it says nothing of when to come back.
    func after(_ redirect: RetryAfter?) -> AnswerHead {
        AnswerHead(status: status, retryAfter: retryAfter ?? redirect)
    }
}
