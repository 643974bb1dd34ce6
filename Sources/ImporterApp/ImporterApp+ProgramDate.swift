import PodcastModel

extension ImporterApp {
    /// When the file of this program was last written: no clock that is right says less.
    ///
    /// The package keeps the date of the build, which owes nothing to the clock of this machine. Nil where the system
    /// does not tell.
    static var programDate: Timestamp? { FileStatus(path: "/proc/self/exe")?.writtenAt }
}
