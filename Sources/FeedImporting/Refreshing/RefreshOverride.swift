/// The keys of a feed's own settings that have a say in when it is asked.
package enum RefreshOverride {
    /// The feed's own minimum interval: `6h`, `90 min`, `2d` or seconds.
    package static let interval = "interval"
}
