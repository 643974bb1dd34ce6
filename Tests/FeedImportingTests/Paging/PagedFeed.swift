import FeedServer

/// A feed on pages of two items, each with the link to the next.
enum PagedFeed {
    static let url = "http://show.example/feed"

    /// What is asked for by who reads as far as a page.
    static func addresses(upToPage last: Int) -> [String] {
        [url] + (2...last).map { "\(url)?page=\($0)" }
    }

    /// Where the very first item stands at the top.
    enum Pin: CaseIterable {
        case nowhere, firstPage, everyPage
    }

    /// A page of two items, with the link to the next; with the very first item above them, if it is pinned there.
    static func page(
        _ request: RecordedRequest,
        of count: Int,
        at url: String = url,
        repeating: Bool = false,
        pin: Pin = .nowhere
    ) -> [ServerStep] {
        let number = request.path.split(separator: "=").last.flatMap { Int($0) } ?? 1
        return ServerStep.response(
            200,
            ["ETag: \"\(count)-\(number)\""],
            document(number, of: count, at: url, repeating: repeating, pin: pin)
        )
    }

    static func document(
        _ number: Int,
        of count: Int,
        at url: String = url,
        repeating: Bool = false,
        pin: Pin = .nowhere
    ) -> String {
        let link =
            "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"\(url)?page=\(number + 1)\"/>"
        // The newest are on the first page.
        let newest = repeating ? 2 : 2 * (count - number + 1)
        let pinned = pin == .everyPage || pin == .firstPage && number == 1 ? [1] : []
        let items = (pinned + [newest, newest - 1]).map { TestFeed.item("\($0)", day: min(28, $0)) }
        return TestFeed.rss(items, channel: number < count ? link : "")
    }
}
