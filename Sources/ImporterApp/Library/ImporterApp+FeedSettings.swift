import FeedImporting
import Persistence
import PodcastModel

/// A feed with the settings it has of its own.
package struct FeedSettings: Sendable, Encodable {
    package let id: Int64
    package let feedURL: String
    /// The values by key; passwords in addresses are hidden.
    package let settings: [String: String]
}

extension ImporterApp {
    /// Gives a feed settings of its own, or takes them away.
    ///
    /// All or none: what is wrong with one assignment leaves the others undone.
    ///
    /// - Parameters:
    ///   - reference: the number or address of a subscription.
    ///   - assignments: `KEY=VALUE`; an empty value takes the setting away.
    /// - Returns: the feed with all the settings it has then.
    /// - Throws: ``ImporterAppError`` if there is no such feed, key or value.
    package func configure(
        _ reference: String,
        with assignments: [String]
    ) async throws(ImporterAppError) -> FeedSettings {
        var changes: [(key: String, value: String?)] = []
        for assignment in assignments { changes.append(try Self.change(assignment)) }
        let (settled, storedForm) = (changes, storedForm(of: reference))
        return try await withStore(mustExist: true) { persistence in
            let result = try await persistence.newBackgroundContext().save {
                unit throws(PersistenceError) -> FeedSettings? in
                guard let subscription = try unit.subscriptions.subscription(matching: storedForm) else { return nil }
                for change in settled {
                    try unit.subscriptions.setOverride(change.key, to: change.value, of: subscription.id)
                }
                let overrides = try unit.subscriptions.refreshHistory(of: subscription.id).overrides
                return FeedSettings(
                    id: subscription.id,
                    feedURL: subscription.feedURL,
                    settings: overrides.mapValues(FeedAddress.withoutUserinfo)
                )
            }
            guard let result else { throw Self.noSubscription(reference) }
            return result
        }
    }

    private static func change(_ assignment: String) throws(ImporterAppError) -> (key: String, value: String?) {
        guard let sign = assignment.firstIndex(of: "=") else {
            throw ImporterAppError(.usage, "\(assignment): expected KEY=VALUE, or KEY= to take the setting away")
        }
        let key = String(assignment[..<sign])
        let value = String(assignment[assignment.index(after: sign)...])
        guard let setting = FeedSetting.all.first(where: { $0.key == key }) else {
            let known = FeedSetting.all.map(\.key).joined(separator: ", ")
            throw ImporterAppError(.usage, "\(key): a feed has no such setting; there are \(known)")
        }
        if value.isEmpty { return (key, nil) }
        // A proxy's password may be in the value, so it is not repeated.
        guard setting.accepts(value) else {
            throw ImporterAppError(.usage, "\(key): expected \(setting.expectation)")
        }
        return (key, value)
    }
}
