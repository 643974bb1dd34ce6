import PodcastModel

extension CommandRun {
    /// Prints what a command has done to each subscription.
    func report(_ subscriptions: [Subscription], as deed: String, quiet: Bool) throws {
        for subscription in subscriptions {
            switch writer.format {
            case .json: try writer.json(subscription)
            case .text where !quiet: writer.line("\(subscription.title ?? subscription.feedURL): \(deed)")
            case .text: break
            }
        }
    }
}
