/// Why a command could not do its work: a line for people, or one for each
/// thing that is wrong, and its kind.
package struct ImporterAppError: Error, Hashable, Sendable {
    /// What the exit status is made from.
    package enum Kind: Hashable, Sendable {
        /// The command was given something it cannot use.
        case usage
        /// What was asked for is not in the store.
        case notFound
        /// The input is not a feed.
        case notAFeed
        /// The feed could not be loaded.
        case feed
        /// Another process has the store, and did not let go of it in time.
        case busy
        /// The store's file cannot be made or is no store of podimport.
        case cannotCreateStore
        /// The store's file is damaged.
        case damagedStore
        /// There is no space left for what the store is to take.
        case fullStore
        /// Reading or writing the store failed.
        case storage
        /// A signal has ended it.
        case interrupted
        /// Nobody reads any more what it prints.
        case outputClosed
        /// A setting is wrong.
        case configuration
    }

    package let kind: Kind
    /// What failed, where, and what to do.
    package let message: String
    /// What is damaged, without advice; nil if nothing is.
    let damage: String?

    package init(_ kind: Kind, _ message: String) {
        self.init(kind, message, damage: nil)
    }

    init(_ kind: Kind, _ message: String, damage: String?) {
        self.kind = kind
        self.message = message
        self.damage = damage
    }
}

extension ImporterAppError: CustomStringConvertible {
    package var description: String { message }
}
