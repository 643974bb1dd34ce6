/// One setting that a single feed may have of its own, as a user writes it.
package struct FeedSetting: Sendable, Hashable {
    package let key: String
    /// What values are expected, for an error.
    package let expectation: String
    private let kind: Kind

    /// Whether it changes how the feed is loaded: one that fails may do better with another value.
    package var changesLoading: Bool { kind != .interval }

    private enum Kind: Hashable {
        case interval
        case transfer(TransferOverride)
    }

    /// All there are, in the order they are listed.
    package static let all: [FeedSetting] =
        [
            FeedSetting(
                key: RefreshOverride.interval,
                expectation: "a duration from 5min to 365d, such as 6h, 90 min or 2d",
                kind: .interval
            )
        ]
        + TransferOverride.allCases.map {
            FeedSetting(key: $0.rawValue, expectation: $0.expectation, kind: .transfer($0))
        }

    /// Whether a value is one of those expected.
    package func accepts(_ value: String) -> Bool {
        switch kind {
        case .interval: RefreshOverride.interval(of: value).map(RefreshOverride.range.contains) ?? false
        case .transfer(let override): override.accepts(value)
        }
    }
}
