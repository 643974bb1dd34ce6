import PodcastModel

/// Why a feed that redirects for good cannot be imported from there until the user does something.
enum MoveObstacle: Hashable, Sendable {
    /// The server there wants a password, and is not sent that of another (http polling A6 63).
    case password
    /// What is there is not the show that was followed (A4 46c).
    case otherShow

    /// Finds what stands in the way of a move; nil if it is something else.
    init?(_ failure: ImportFailure, status: Int?, to candidate: MoveCandidate) {
        switch (failure.kind, status) {
        // Within one server the password was sent, and is wrong.
        case (.unauthorized, 401) where candidate.target.origin != candidate.from.origin: self = .password
        case (.otherShow, _): self = .otherShow
        default: return nil
        }
    }

    /// One line for people.
    func detail(_ target: FeedURL) -> String {
        let way =
            "`podimport subscription explain` shows the address, and `podimport subscription set` with url=ADDRESS"
        return switch self {
        case .password:
            "the feed redirects for good to \(target.redacted), which is not sent the password of the old address; "
                + "\(way) and credentials=NAME:PASSWORD moves the subscription there"
        case .otherShow:
            "the feed redirects for good to another show at \(target.redacted); if that is right, "
                + "\(way) moves the subscription there"
        }
    }
}
