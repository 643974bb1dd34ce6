/// What became of one line of a list of subscriptions.
package struct ListLineReport: Hashable, Sendable, Encodable {
    /// The word for it.
    package enum Status: String, Hashable, Sendable, Encodable {
        /// The feed is followed from now on.
        case added
        /// It had been left, and is followed again.
        case followedAgain = "followed-again"
        /// It was followed already.
        case known
        /// An earlier line of the same list names the same feed.
        case duplicate
        /// There is no address: a heading, a comment, a link to something else.
        case noAddress = "no-address"
        /// What stands there is no address of a feed.
        case invalid
        /// A list may not lead there.
        case refused
    }

    /// Where in the list, counted from 1.
    package let line: Int
    package let status: Status
    /// The address as it was written, without user name and password.
    package let feed: String?
    /// The address as the store keeps it.
    package var feedURL: String?
    /// The subscription's number.
    package var id: Int64?
    package let title: String?
    /// The folders it stands in, the outermost first.
    package let folder: [String]
    /// The line that named the feed first.
    package var duplicateOf: Int?
    /// Why, if it is not followed.
    package var detail: String?

    /// Whether the list names something there that is not followed now.
    package var isFailure: Bool { status == .invalid || status == .refused }
}
