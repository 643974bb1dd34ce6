import ArgumentParser

/// `podimport subscription`: the feeds that are followed.
struct SubscriptionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscription",
        abstract: "Follow feeds, stop following them, and see how they are doing.",
        subcommands: [
            SubscriptionAdd.self, SubscriptionList.self, SubscriptionShow.self, SubscriptionExplain.self,
            SubscriptionSet.self, SubscriptionPause.self, SubscriptionResume.self, SubscriptionRetry.self,
            SubscriptionRemove.self, SubscriptionAccept.self, SubscriptionRefuse.self,
        ],
        aliases: ["sub"]
    )
}
