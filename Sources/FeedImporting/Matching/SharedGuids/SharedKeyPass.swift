import PodcastModel

/// One kind of evidence by which episodes with one guid are told apart (identity C2 10).
///
/// A title alone is not enough: an item does not take the row of an episode with
/// another date or another file because of it. A wrongly inserted episode can be
/// deleted; one that was overwritten is lost.
struct SharedKeyPass {
    let item: (IncomingEpisode) -> EvidenceKey?
    let row: (EpisodeIdentity) -> EvidenceKey?
    var accept: (_ item: Int, _ row: Int) -> Bool = { _, _ in true }

    /// All of them, the strongest evidence first: for the key that all share,
    /// in a context that says what speaks for or against a pair.
    static func all(base: String, _ context: EvidenceContext) -> [SharedKeyPass] {
        [
            SharedKeyPass(
                item: { $0.episode.key.isExactly(base) ? nil : EvidenceKey($0.episode.key) },
                row: { $0.key.isExactly(base) ? nil : EvidenceKey($0.key) }
            ),
            SharedKeyPass(sharing: .fileAndTitle),
            SharedKeyPass(sharing: .file),
            // The oldest that is listed has the plain guid; before an older one left, its key was made from its page.
            SharedKeyPass(
                item: { $0.linkKey.flatMap { EvidenceKey(SyntheticKey.shared(base, discriminator: $0).key) } },
                row: { $0.keyKind == .link ? EvidenceKey($0.key) : nil }
            ),
            SharedKeyPass(sharing: .titleAtMoment),
            SharedKeyPass(
                item: { EvidenceKey(String($0.contentHash)) },
                row: { EvidenceKey(String($0.contentHash)) }
            ),
            SharedKeyPass(sharing: .moment, accept: { !context.haveOtherFiles(item: $0, row: $1) }),
            SharedKeyPass(sharing: .titleOnDay, accept: { context.isSameDay(item: $0, row: $1) }),
            SharedKeyPass(sharing: .title, accept: { context.isRatherEdited(item: $0, row: $1) }),
        ]
    }
}

extension SharedKeyPass {
    private init(
        sharing kind: EvidenceKind,
        accept: @escaping (_ item: Int, _ row: Int) -> Bool = { _, _ in true }
    ) {
        self.init(item: { EvidenceKey(kind, of: $0) }, row: { EvidenceKey(kind, of: $0) }, accept: accept)
    }
}
