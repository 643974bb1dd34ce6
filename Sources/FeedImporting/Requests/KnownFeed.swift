/// The feed of the store that a document turns out to be of, though it was asked for at an address that had brought
/// nothing yet (http polling A4 46g, identity C8 49).
struct KnownFeed: Sendable {
    /// The request for it.
    let request: FeedImportRequest
    /// Its move to the address, which is not believed yet; nil if the store knows it there.
    var move: AwaitedMove?
}

/// A move that a feed is seen to make, and that somebody has named the end of meanwhile.
struct AwaitedMove: Hashable, Sendable {
    let candidate: MoveCandidate
    /// Whether the user has named that address himself: then it need not be seen for days, for no portal or proxy has
    /// led there (http polling A4 45, 46d).
    let isConfirmed: Bool
}
