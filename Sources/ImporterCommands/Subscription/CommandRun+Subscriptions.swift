import ImporterApp
import PodcastModel

extension CommandRun {
    /// Prints what a command has done to each subscription.
    ///
    /// - Parameters:
    ///   - results: the subscriptions as they are now.
    ///   - asks: whether they are to be asked now, which the rest of a host puts off.
    ///   - quiet: whether the lines for people are left out.
    ///   - deed: what was done to one, in words.
    /// - Throws: an error where JSON cannot be written.
    func report(
        _ results: [SubscriptionActionResult],
        asks: Bool = false,
        quiet: Bool,
        as deed: (Subscription) -> String
    ) throws {
        for result in results {
            let subscription = result.subscription
            let rest = asks ? result.hostRestsUntil.map { ", but its host rests until \(HumanText.time($0))" } : nil
            switch writer.format {
            case .json: try writer.json(subscription)
            case .text where !quiet:
                let name = subscription.title?.shortLine() ?? subscription.feedURL.singleLine
                writer.line("\(name): \(deed(subscription))\(rest ?? "")")
            case .text: break
            }
        }
    }
}
