package import PodcastModel

/// How far a load that failed has come.
package struct LoadProgress: Sendable {
    /// What a server on the way was named to be answered by 304; nothing if none was.
    package var sent = HTTPValidators()
    /// Every redirect so far, in order.
    package var redirects: [RedirectHop] = []
    /// Whether anything was asked of any server.
    package var hasAsked = false
    /// What all requests took together.
    package var duration = Duration.zero

    /// Makes the progress of a load that has not begun.
    package init() {}
}
