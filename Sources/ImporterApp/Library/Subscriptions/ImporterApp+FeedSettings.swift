import FeedImporting
import Persistence
import PodcastModel

/// A feed with the settings it has of its own.
package struct FeedSettings: Sendable, Encodable {
    package let id: Int64
    package let feedURL: String
    /// The values by key; passwords are hidden.
    package let settings: [String: String]
    /// Whether a move has made the feed lose its user name and password, which are for one server only.
    package let hasLostCredentials: Bool

    private enum CodingKeys: CodingKey {
        case id, feedURL, settings
    }
}

extension ImporterApp {
    /// Gives a feed settings of its own, or takes them away.
    ///
    /// All or none: what is wrong with one assignment leaves the others undone.
    ///
    /// - Parameters:
    ///   - reference: the number or address of a subscription.
    ///   - assignments: `KEY=VALUE`, each key once; an empty value takes the
    ///     setting away. The key `url` moves the feed, and an empty one takes its
    ///     last move back; `credentials` is its user name and password, which are
    ///     never shown. Without any, nothing is written.
    /// - Returns: the feed with all the settings it has then.
    /// - Throws: ``ImporterAppError`` if there is no such feed, key or value.
    package func configure(
        _ reference: String,
        with assignments: [String]
    ) async throws(ImporterAppError) -> FeedSettings {
        var changes: [FeedChange] = []
        var keys: Set<Substring> = []
        for assignment in assignments {
            changes.append(try change(assignment))
            // Of two values one would be lost, and nobody could say which is meant.
            let key = assignment.prefix { $0 != "=" }
            guard keys.insert(key).inserted else {
                throw ImporterAppError(.usage, "\(key): given twice; a feed has one value of it")
            }
        }
        // The address first: if that is refused, nothing has been changed yet.
        let settled = changes.filter(\.isMove) + changes.filter { !$0.isMove }
        let storedForm = storedForm(of: reference)
        let policy = settings.pipeline.refreshPolicy
        // What is only shown can be had of a store that nobody may write to.
        let outcome = try await withStore(settled.isEmpty ? .reading : .changing) { persistence in
            if settled.isEmpty {
                return try await persistence.mainContext().perform { unit throws(PersistenceError) in
                    try Self.apply(settled, to: storedForm, policy, in: unit)
                }
            }
            return try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try Self.apply(settled, to: storedForm, policy, in: unit)
            }
        }
        guard let outcome else { throw Self.noSubscription(reference) }
        return try outcome.get()
    }

    /// Does what is wanted of a feed; nil if there is none.
    private static func apply(
        _ changes: [FeedChange],
        to storedForm: String,
        _ policy: RefreshPolicy,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Result<FeedSettings, ImporterAppError>? {
        guard let subscription = try unit.subscriptions.subscription(matching: storedForm) else { return nil }
        let hadCredentials = try unit.subscriptions.hasCredentials(subscription.id)
        for change in changes {
            if let refusal = try change.apply(to: subscription.id, policy, at: now(), in: unit) {
                return .failure(refusal)
            }
        }
        let overrides = try unit.refreshes.history(of: subscription.id).overrides
        var shown = overrides.mapValues(FeedAddress.withoutUserinfo)
        let hasCredentials = try unit.subscriptions.hasCredentials(subscription.id)
        if hasCredentials { shown["credentials"] = "•••" }
        let isLost = hadCredentials && !hasCredentials && !changes.contains(where: \.isCredentials)
        let moved = try unit.subscriptions.subscription(id: subscription.id)
        return .success(
            FeedSettings(
                id: subscription.id,
                feedURL: moved?.feedURL ?? subscription.feedURL,
                settings: shown,
                hasLostCredentials: isLost
            )
        )
    }

    /// Decides anew what a feed waits for, so that another interval holds from now on, and not only when the wait for
    /// the former one is over.
    static func decideAnew(_ id: Int64, _ policy: RefreshPolicy, in unit: UnitOfWork) throws(PersistenceError) {
        let subscriptions = unit.subscriptions
        guard let subscription = try subscriptions.subscription(id: id), subscription.duplicateOf == nil,
            subscription.nextDueAt != nil, let askedAt = subscription.lastAttemptAt,
            let state = try unit.refreshes.state(id: id)
        else { return }
        let change = IntervalChange(
            of: state,
            askedAt: askedAt,
            reasons: try unit.refreshes.dueReasons(of: id),
            errorKind: subscription.lastError?.kind,
            freshness: try unit.fetches.lastFreshness(of: id)
        )
        guard let decision = RefreshDecision(change, policy: policy) else { return }
        try unit.refreshes.postpone(id, until: decision.dueAt, reasons: decision.reasons)
    }

    private func change(_ assignment: String) throws(ImporterAppError) -> FeedChange {
        guard let sign = assignment.firstIndex(of: "=") else {
            // It may be a password, and is not repeated.
            throw ImporterAppError(
                .usage,
                "a word without `=`: expected KEY=VALUE, such as credentials=NAME:PASSWORD, or KEY= to take the setting "
                    + "away"
            )
        }
        let key = String(assignment[..<sign])
        let value = String(assignment[assignment.index(after: sign)...])
        if key == "url" { return value.isEmpty ? .takeBackMove : try move(to: value) }
        if key == "credentials" { return .credentials(try credentials(value)) }
        guard let setting = FeedSetting.all.first(where: { $0.key == key }) else {
            let known = (["url", "credentials"] + FeedSetting.all.map(\.key)).joined(separator: ", ")
            // What is no word may be a part of a password.
            let isWord = !key.isEmpty && key.count < 40 && key.allSatisfy { $0 == "-" || $0.isASCII && $0.isLetter }
            let name = isWord ? "\(key): " : ""
            throw ImporterAppError(.usage, "\(name)a feed has no such setting; there are \(known)")
        }
        if value.isEmpty { return .setting(setting, value: nil) }
        // A proxy's password may be in the value, so it is not repeated.
        guard setting.accepts(value) else {
            throw ImporterAppError(.usage, "\(key): expected \(setting.expectation)")
        }
        return .setting(setting, value: value)
    }

    private func credentials(_ text: String) throws(ImporterAppError) -> FeedCredentials? {
        if text.isEmpty { return nil }
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
            throw ImporterAppError(.usage, "credentials: expected NAME:PASSWORD")
        }
        return FeedCredentials(user: String(text[..<colon]), password: String(text[text.index(after: colon)...]))
    }

    private func move(to text: String) throws(ImporterAppError) -> FeedChange {
        do {
            let address = try FeedNaming(currentDirectory: settings.currentDirectory).addressToKeep(text)
            if let feedURL = address.source.feedURL { return .move(feedURL: feedURL, credentials: address.credentials) }
        } catch {
            throw ImporterAppError(.usage, FeedNaming.failure(error, text: text).message)
        }
        throw ImporterAppError(.usage, "url: a feed cannot move to standard input; give an address")
    }
}
