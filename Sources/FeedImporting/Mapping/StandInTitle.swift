import PodcastModel

/// The name of a podcast whose feed has no title: where it comes from (feed formats B).
///
/// It is for people, and says nothing of which show it is: documents are compared by the titles they have.
enum StandInTitle {
    /// The host of the show's site, else of its feed, else the name of the file; nil if there is none of them.
    static func make(link: String?, feedURL: String?) -> String? {
        let sources = [link, feedURL].map { $0.flatMap(source) }
        for case .http(let url)? in sources { return url.host }
        guard case .file(let path)? = sources[1] else { return nil }
        return path.split(separator: "/").last.map(String.init)
    }

    private static func source(_ address: String) -> FeedSource? {
        do throws(FeedURLError) {
            return try FeedSource(storedURL: address)
        } catch {
            return nil
        }
    }
}
