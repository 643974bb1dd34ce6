import PodcastModel

/// An item, a stored episode or one that was deleted here, as far as they are compared with each other.
protocol EpisodeDescription {
    /// The enclosure's address in canonical form (identity C3).
    var canonicalEnclosure: String? { get }
    /// The title in canonical form (identity C3 16).
    var canonicalTitle: String { get }
    /// The address of its page in canonical form, where that may tell it.
    var canonicalPage: String? { get }
    /// The date that the feed gives it.
    var publishedAt: Timestamp? { get }
}

extension EpisodeIdentity: EpisodeDescription {}
extension DeletedEpisode: EpisodeDescription {}
extension IncomingEpisode: EpisodeDescription {
    var publishedAt: Timestamp? { episode.publishedAt }
}

/// What two descriptions of one episode may have in common.
///
/// Days are those of UTC; a bare title is one without the number in front of it.
enum EvidenceKind {
    case file, fileName, fileAndTitle, fileAtMoment
    case pageAtMoment
    /// Where there is no file.
    case pageAlone
    case title, titleAtMoment, titleInMinute, titleOnDay
    /// On a day that lasts from noon to noon.
    case titleFromNoonToNoon
    case bareTitle, bareTitleAtMoment
    case moment, minute
    /// File, title and time; where there is no file, title and time.
    case everything
}

extension EvidenceKey {
    /// What an episode has of a kind of evidence; nil if it lacks any of it.
    ///
    /// - Parameters:
    ///   - kind: what is compared.
    ///   - episode: one of the two.
    ///   - seconds: by how much its date is moved before that.
    init?(_ kind: EvidenceKind, of episode: some EpisodeDescription, movedBy seconds: Int64 = 0) {
        let date = episode.publishedAt?.adding(seconds: seconds)
        switch kind {
        case .file: self.init(episode.canonicalEnclosure)
        case .fileName: self.init(MediaFileName.mediaName(inCanonical: episode.canonicalEnclosure))
        case .fileAndTitle: self.init(episode.canonicalEnclosure, episode.canonicalTitle)
        case .fileAtMoment: self.init(episode.canonicalEnclosure, moment: date)
        case .pageAtMoment: self.init(episode.canonicalPage, moment: date)
        case .pageAlone: self.init(episode.canonicalEnclosure == nil ? episode.canonicalPage : nil)
        case .title: self.init(episode.canonicalTitle)
        case .titleAtMoment: self.init(episode.canonicalTitle, moment: date)
        case .titleInMinute: self.init(episode.canonicalTitle, at: date?.minute)
        case .titleOnDay: self.init(episode.canonicalTitle, at: date?.utcDay)
        case .titleFromNoonToNoon: self.init(episode.canonicalTitle, at: date?.adding(seconds: 43_200).utcDay)
        case .bareTitle: self.init(CanonicalTitle.withoutNumber(episode.canonicalTitle))
        case .bareTitleAtMoment: self.init(CanonicalTitle.withoutNumber(episode.canonicalTitle), moment: date)
        case .moment: self.init("moment", moment: date)
        case .minute: self.init("minute", at: date?.minute)
        case .everything: self.init(episode.canonicalTitle, episode.canonicalEnclosure ?? "", moment: date)
        }
    }
}
