import GRDB
package import PodcastModel

/// How much the fields of an edit matter, and how many old values are kept.
package struct EditRules: Sendable, Hashable {
    /// By the names of the JSON output; a field that is not named is minor.
    package var significances: [String: EditSignificance]
    /// How many old values the store keeps of one episode; 0 for none.
    package var historyLimit: Int

    package init(significances: [String: EditSignificance] = [:], historyLimit: Int = 100) {
        self.significances = significances
        self.historyLimit = historyLimit
    }

    func significance(of field: String) -> EditSignificance { significances[field] ?? .minor }
}

extension EpisodeStore {
    /// Texts longer than this many bytes are left out of the history.
    private static let historyTextLimit = 1_000

    /// Keeps old values, without long texts, and of one episode not for ever
    /// (identity C5 28).
    func keepHistory(
        of id: Int64,
        _ changes: [FieldChange],
        rules: EditRules,
        at now: Timestamp
    ) throws(PersistenceError) {
        guard !changes.isEmpty else { return }
        for change in changes.suffix(max(0, rules.historyLimit)) {
            let texts = [change.old, change.new].map { value -> String? in
                let text = value.text
                return value == .null || text.utf8.count > EpisodeStore.historyTextLimit ? nil : text
            }
            try unit.execute(
                """
                INSERT INTO editHistory (episodeId, at, field, significance, oldValue, newValue)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    id, now.epochSeconds, change.name, rules.significance(of: change.name).rawValue, texts[0],
                    texts[1],
                ]
            )
        }
        try unit.execute(
            """
            DELETE FROM editHistory WHERE episodeId = ?1 AND id <=
              (SELECT id FROM editHistory WHERE episodeId = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """,
            [id, max(0, rules.historyLimit)]
        )
    }
}
