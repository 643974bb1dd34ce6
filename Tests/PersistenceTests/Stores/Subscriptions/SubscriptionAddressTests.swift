import PodcastModel
import Testing

@testable import Persistence

/// What belongs to the address of a feed, and what becomes of it in a move.
struct SubscriptionAddressTests {
    private static let now = TestStore.now
    private static let own = "http://a.example/feed"

    /// A subscription that was answered once, by this address.
    private static func refreshed(by url: String, _ unit: UnitOfWork) throws(PersistenceError) -> Int64 {
        let id = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: own), at: now).id
        let validators = HTTPValidators(etag: "\"1\"", lastModified: "noon", url: url)
        let success = RefreshSuccess(at: now, validators: validators, nextDueAt: now)
        try unit.refreshes.recordSuccess(success, of: id)
        return id
    }

    @Test(arguments: [own, "http://cdn.example/feed?signature=1"])
    func validatorsComeBackWithTheAddressThatGaveThem(url: String) async throws {
        let store = try await TestStore(inMemory: true)
        let validators = try await store.context.save { unit throws(PersistenceError) in
            let id = try Self.refreshed(by: url, unit)
            return try unit.refreshes.state(id: id)?.validators
        }
        #expect(validators == HTTPValidators(etag: "\"1\"", lastModified: "noon", url: url))
    }

    @Test(arguments: [own, "http://cdn.example/feed?signature=1", nil], [nil, "ab12"])
    func validatorsComeBackWithTheMarkOfTheCredentials(url: String?, mark: String?) async throws {
        let store = try await TestStore(inMemory: true)
        let state = try await store.context.save { unit throws(PersistenceError) in
            let id = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: Self.own), at: Self.now).id
            let validators = HTTPValidators(etag: "\"1\"", url: url)
            let success = RefreshSuccess(
                at: Self.now,
                validators: validators,
                nextDueAt: Self.now,
                validatorsMark: mark
            )
            try unit.refreshes.recordSuccess(success, of: id)
            return try unit.refreshes.state(id: id)
        }
        #expect(state?.validators.url == url ?? Self.own)
        #expect(state?.validatorsMark == mark)
    }

    @Test func whereThereAreNoValidatorsThereIsNoAddressOfThem() async throws {
        let store = try await TestStore(inMemory: true)
        let validators = try await store.context.save { unit throws(PersistenceError) in
            let id = try Self.refreshed(by: "http://cdn.example/", unit)
            let success = RefreshSuccess(at: Self.now, validators: HTTPValidators(), nextDueAt: Self.now)
            try unit.refreshes.recordSuccess(success, of: id)
            return try unit.refreshes.state(id: id)?.validators
        }
        #expect(validators == HTTPValidators())
    }

    /// A feed whose http address redirects to https is asked there without a
    /// detour from then on; only what https itself gave is sent there.
    @Test(arguments: [("https://a.example/feed", true), (own, false), ("http://cdn.example/feed", false)])
    func theSecureAddressKeepsOnlyValidatorsItHasGiven(url: String, isKept: Bool) async throws {
        let store = try await TestStore(inMemory: true)
        let validators = try await store.context.save { unit throws(PersistenceError) in
            let id = try Self.refreshed(by: url, unit)
            let target = "https://a.example/feed"
            _ = try unit.subscriptions.move(id, to: target, cause: .redirect, keepsValidators: true, at: Self.now)
            return try unit.refreshes.state(id: id)?.validators
        }
        #expect(
            validators == (isKept ? HTTPValidators(etag: "\"1\"", lastModified: "noon", url: url) : HTTPValidators())
        )
    }

    @Test func nobodyVouchesForAnAddressUnlessSomebodyTypedIt() async throws {
        let store = try await TestStore(inMemory: true)
        let provenances = try await store.context.save { unit throws(PersistenceError) in
            let url = "http://192.168.1.5/feed"
            let id = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: url), at: Self.now).id
            let listed = try unit.refreshes.state(id: id)?.provenance
            let typed = NewSubscription(feedURL: url, provenance: .user)
            _ = try unit.subscriptions.subscribe(to: typed, at: Self.now)
            let known = try unit.refreshes.state(id: id)?.provenance
            // A list that names it again takes nothing back.
            _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: url), at: Self.now)
            return [listed, known, try unit.refreshes.state(id: id)?.provenance]
        }
        #expect(provenances == [.others, .user, .user])
    }

    @Test(arguments: [
        ("http://192.168.1.5/other", AddressProvenance.user), ("https://192.168.1.5/feed", .user),
        ("http://192.168.1.6/feed", .others), ("http://show.example/feed", .others),
    ])
    func whatAUserMeantIsMeantOfNoOtherHost(target: String, provenance: AddressProvenance) async throws {
        let store = try await TestStore(inMemory: true)
        let moved = try await store.context.save { unit throws(PersistenceError) in
            let wish = NewSubscription(feedURL: "http://192.168.1.5/feed", provenance: .user)
            let id = try unit.subscriptions.subscribe(to: wish, at: Self.now).id
            _ = try unit.subscriptions.move(id, to: target, cause: .redirect, at: Self.now)
            return try unit.refreshes.state(id: id)?.provenance
        }
        #expect(moved == provenance)
    }

    @Test func theFormerAddressThatSomebodyTypesSaysNothingOfThePresentOne() async throws {
        let store = try await TestStore(inMemory: true)
        let provenance = try await store.context.save { unit throws(PersistenceError) in
            let id = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: Self.own), at: Self.now).id
            _ = try unit.subscriptions.move(id, to: "http://10.0.0.1/feed", cause: .redirect, at: Self.now)
            _ = try unit.subscriptions.subscribe(
                to: NewSubscription(feedURL: Self.own, provenance: .user),
                at: Self.now
            )
            return try unit.refreshes.state(id: id)?.provenance
        }
        #expect(provenance == .others)
    }
}
