import Foundation
import GRDB
package import PodcastModel

/// A document that would change too much, kept until somebody or a second
/// sighting decides.
package struct HeldDocument: Sendable, Hashable {
    package let heldAt: Timestamp
    package let lastSeenAt: Timestamp
    /// How many refreshes have brought a document that was held for this reason.
    package let sightings: Int
    /// A short, stable word such as `mass-removal`.
    package let reason: String
    /// One line for people.
    package let detail: String
    /// When the user refused it; documents held for the same reason are then
    /// refused as well.
    package let refusedAt: Timestamp?
    /// XXH64 of the body.
    package let bodyDigest: UInt64
    package let contentType: String?
    /// The document, decoded from its transfer, newest sighting.
    package let body: [UInt8]
}

extension HeldDocument {
    /// What the next document has to know of the one that is held, without its body.
    package struct Head: Sendable, Hashable {
        package let reason: String
        /// Whether the user has refused such documents.
        package let isRefused: Bool
        /// How many refreshes have brought a document that was held for this reason.
        package let sightings: Int
        /// XXH64 of the body of the newest.
        package let bodyDigest: UInt64
    }
}

/// The documents that wait for a decision, at most one per feed.
package struct HeldDocumentStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    /// Holds a document back and sets the state `held`.
    ///
    /// A second one held for the same reason counts as another sighting of it.
    /// A feed that is paused or not followed keeps that state.
    package func hold(
        _ id: Int64,
        body: [UInt8],
        bodyDigest: UInt64,
        contentType: String?,
        reason: String,
        detail: String,
        at now: Timestamp
    ) throws(PersistenceError) {
        switch try unit.subscriptions.head(of: id).state {
        case .active, .gone, .needsAuth: try unit.subscriptions.setState(.held, of: id, at: now)
        case .held, .paused, .unfollowed: break
        }
        try unit.execute(
            """
            INSERT INTO heldDocument (subscriptionId, heldAt, lastSeenAt, sightings, reason, detail, bodyDigest,
              contentType, body)
            VALUES (?1, ?2, ?2, 1, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (subscriptionId) DO UPDATE SET
              heldAt = CASE WHEN reason = excluded.reason THEN heldAt ELSE excluded.heldAt END,
              sightings = CASE WHEN reason = excluded.reason THEN min(sightings, \(RowReader.largestCount)) + 1 ELSE 1 END,
              refusedAt = CASE WHEN reason = excluded.reason THEN refusedAt END,
              lastSeenAt = excluded.lastSeenAt, reason = excluded.reason, detail = excluded.detail,
              bodyDigest = excluded.bodyDigest, contentType = excluded.contentType, body = excluded.body
            """,
            [id, now.epochSeconds, reason, detail, Int64(bitPattern: bodyDigest), contentType, Data(body)]
        )
    }

    /// The document that waits for a decision, if one does.
    package func document(of id: Int64) throws(PersistenceError) -> HeldDocument? {
        try unit.fetchOne(
            """
            SELECT heldAt, lastSeenAt, sightings, reason, detail, refusedAt, bodyDigest, contentType, body FROM heldDocument
            WHERE subscriptionId = ?
            """,
            [id]
        ) { row in
            HeldDocument(
                heldAt: row.requiredTime(),
                lastSeenAt: row.requiredTime(),
                sightings: row.count() ?? 0,
                reason: row.requiredText(),
                detail: row.requiredText(),
                refusedAt: row.time(),
                bodyDigest: row.digest() ?? 0,
                contentType: row.text(),
                body: row.bytes()
            )
        }
    }

    /// Why a document waits for a decision, without the document; nil if none does.
    package func head(of id: Int64) throws(PersistenceError) -> HeldDocument.Head? {
        try unit.fetchOne(
            "SELECT reason, refusedAt, sightings, bodyDigest FROM heldDocument WHERE subscriptionId = ?",
            [id]
        ) { row in
            HeldDocument.Head(
                reason: row.requiredText(),
                isRefused: row.time() != nil,
                sightings: row.count() ?? 0,
                bodyDigest: row.digest() ?? 0
            )
        }
    }

    /// Notes that the user does not want the held document; returns whether there is one.
    ///
    /// The feed is active again. The document stays, so that the decision can be
    /// taken back and later documents held for the same reason are refused too.
    package func refuse(of id: Int64, at now: Timestamp) throws(PersistenceError) -> Bool {
        let count = try unit.execute(
            "UPDATE heldDocument SET refusedAt = coalesce(refusedAt, ?) WHERE subscriptionId = ?",
            [now.epochSeconds, id]
        )
        if count > 0 { try endHolding(of: id, at: now) }
        return count > 0
    }

    /// Drops the held document: it was imported, or nothing is to be held back any more.
    ///
    /// The feed is active again if it was held.
    package func release(of id: Int64, at now: Timestamp) throws(PersistenceError) {
        try unit.execute("DELETE FROM heldDocument WHERE subscriptionId = ?", [id])
        try endHolding(of: id, at: now)
    }

    private func endHolding(of id: Int64, at now: Timestamp) throws(PersistenceError) {
        guard try unit.subscriptions.head(of: id).state == .held else { return }
        try unit.subscriptions.setState(.active, of: id, at: now)
    }
}
