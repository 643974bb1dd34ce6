import PodcastModel

/// The columns of which the state of a feed is read, and how.
extension RefreshStore {
    /// What is known of the subscription itself.
    static let columns = """
        SELECT subscription.id, podcastId, feedURL, state, etag, lastModified, bodyDigest, parserVersion, user,
          password, failures, nextDueAt, lastSuccessAt, validatorsAt, overrides, guidUnreliable, validatorsURL,
          validatorsMark, namedByUser, itemBlockDigest, pendingMoveURL IS NOT NULL, subscription.title,
          lastDocumentIsCut, pendingPageURL, pendingPageFailures, pendingPageClosesGap,
          schemeIsAssumed
        """
    /// What the podcast and its episodes add to that.
    private static let podcastColumns = """
        , releaseTimes, ttlMinutes, skipHours, skipDays, updatePeriodSeconds, complete, type, updateFrequency,
          podping, podcast.title, newFeedURL,
          (SELECT min(removalDueAt) FROM episode
            WHERE episode.podcastId = subscription.podcastId AND removalDueAt IS NOT NULL)
        """
    static let tables = """
         FROM subscription LEFT JOIN feedCredential ON feedCredential.subscriptionId = subscription.id
        """
    static let wholeState =
        columns + podcastColumns + tables + " LEFT JOIN podcast ON podcast.id = podcastId"

    /// The columns of the subscription itself, for ``StoreCheck``.
    static let ownState = columns + ", releaseTimes" + tables

    /// Reads ``state(id:)``.
    static let stateQuery = wholeState + " WHERE subscription.id = ?"

    /// Reads a feed, or says that its row cannot be read.
    static func found(
        _ row: inout RowReader,
        _ read: (inout RowReader) throws(PersistenceError) -> RefreshState
    ) throws(PersistenceError) -> FoundState {
        do throws(PersistenceError) {
            return .readable(try read(&row))
        } catch {
            guard case .unreadable = error else { throw error }
            return .unreadable(id: row.firstNumber, error)
        }
    }

    /// Reads the columns of ``wholeState``.
    static func refreshState(_ row: inout RowReader) throws(PersistenceError) -> RefreshState {
        var state = try subscriptionState(&row)
        state.releaseTimes = row.times()
        state.hints = PollingHints(
            ttlMinutes: row.int(),
            skipHours: row.list(),
            skipDays: row.list(),
            updatePeriodSeconds: row.int(),
            isComplete: row.requiredFlag(),
            isSerial: row.text() == PodcastType.serial.rawValue,
            updateFrequency: row.jsonIfReadable(),
            usesPodping: row.requiredFlag()
        )
        state.title = row.text() ?? state.title
        state.announcedAddress = row.text()
        state.removalDueAt = row.time()
        return RefreshState(state)
    }

    /// Reads the columns of the subscription itself.
    static func subscriptionState(_ row: inout RowReader) throws(PersistenceError) -> RefreshState.Fields {
        let (id, podcast, feedURL) = (row.requiredInteger(), row.integer(), row.requiredText())
        let state: SubscriptionState = try row.requiredWord()
        var validators = HTTPValidators(etag: row.text(), lastModified: row.text())
        let (digest, version) = (row.digest(), row.int())
        let (user, password) = (row.text(), row.text())
        let (failures, due) = (row.count() ?? 0, row.time())
        let (success, validatorsAt) = (row.time(), row.time())
        let overrides: [String: String] = try row.json() ?? [:]
        let guidsAreUnreliable = row.requiredFlag()
        let (validatorsURL, validatorsMark) = (row.text(), row.text())
        if !validators.isEmpty { validators.url = validatorsURL ?? feedURL }
        let (isNamedByUser, itemBlockDigest) = (row.requiredFlag(), row.digest())
        let hasPendingMove = row.requiredFlag()
        var known = RefreshState.Fields(
            subscriptionID: id,
            podcastID: podcast,
            feedURL: feedURL,
            state: state,
            validators: validators,
            bodyDigest: digest,
            parserVersion: version,
            credentials: user.map { FeedCredentials(user: $0, password: password ?? "") },
            failures: failures,
            nextDueAt: due,
            lastSuccessAt: success,
            validatorsAt: validatorsAt,
            overrides: overrides,
            guidsAreUnreliable: guidsAreUnreliable,
            provenance: isNamedByUser ? .user : .others,
            itemBlockDigest: itemBlockDigest,
            title: row.text(),
            hasPendingMove: hasPendingMove,
            lastDocumentIsCut: row.requiredFlag(),
            validatorsMark: validatorsMark
        )
        known.pendingPage = row.text()
        known.pendingPageFailures = row.count() ?? 0
        known.pendingPageClosesGap = row.requiredFlag()
        known.schemeIsAssumed = row.requiredFlag()
        return known
    }
}

/// What was found of a feed.
enum FoundState {
    case readable(RefreshState)
    case unreadable(id: Int64, PersistenceError)
}
