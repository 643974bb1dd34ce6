import FeedImporting
import Foundation
import Persistence
package import PodcastModel

/// An episode with what the store remembers beside it.
package struct EpisodeDetails: Sendable {
    /// One field that was changed.
    package struct Edit: Sendable, Encodable {
        package let at: Timestamp
        package let field: String
        package let significance: EditSignificance
        /// The value before; null if there was none, or a long text.
        package let old: JSONValue
        /// The value after, likewise.
        package let new: JSONValue
    }

    package let stored: StoredEpisode
    /// Since when the feed does not list it; nil while it does.
    package let absentSince: Timestamp?
    package let podcastTitle: String?
    /// The number of its podcast's subscription, which `--feed` takes; nil if somebody has deleted the row.
    package let subscriptionID: Int64?
    /// The streams it is the recording of.
    package let liveItems: [StoredLiveItem]
    /// What was changed in it, newest first; nil if nobody asked.
    package let history: [Edit]?
}

extension EpisodeDetails {
    /// The show notes as people read them where there is no HTML; nil if there are none.
    package var notesText: String? { stored.episode.showNotesHTML.map(ShowNotesText.plain) }
}

extension EpisodeDetails: Encodable {
    /// Writes the episode, with `history` where it was asked for.
    package func encode(to encoder: any Encoder) throws {
        guard let history else { return try stored.encode(to: encoder) }
        try JSONValue(encoding: stored)
            .merging([JSONValue.Member("history", try JSONValue(encoding: history))])
            .encode(to: encoder)
    }
}

extension EpisodeDetails.Edit {
    init(_ edit: EpisodeEdit) throws {
        at = edit.at
        field = edit.field
        significance = edit.significance
        old = try Self.value(edit.oldJSON)
        new = try Self.value(edit.newJSON)
    }

    private static func value(_ json: String?) throws -> JSONValue {
        guard let json else { return .null }
        return try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    }
}
