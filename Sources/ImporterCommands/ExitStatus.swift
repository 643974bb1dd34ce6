import ImporterApp
import PodcastModel

/// The exit statuses podimport promises; the numbers from 64 are those of
/// sysexits.h.
enum ExitStatus {
    static let someFailed: Int32 = 1
    static let everyFailed: Int32 = 2
    static let usage: Int32 = 64
    static let notAFeed: Int32 = 65
    static let busy: Int32 = 69
    static let cannotCreate: Int32 = 73
    static let inputOutput: Int32 = 74
    static let configuration: Int32 = 78
    /// Ended by SIGINT, as shells count it.
    static let interrupted: Int32 = 130
    /// Ended because nobody reads the output any more, as shells count SIGPIPE.
    static let outputClosed: Int32 = 141

    /// The status of a run over feeds.
    static func status(of report: ImportReport) -> Int32 {
        if report.failureClasses.contains(.storage) { return inputOutput }
        // What nobody has asked has not failed.
        if report.notStarted > 0 { return someFailed }
        if report.failed == 0 { return 0 }
        if report.failed < report.feeds { return someFailed }
        if report.feeds == 1 {
            if report.failureClasses.contains(.notAFeed) { return notAFeed }
            if report.failureClasses.contains(.busy) { return busy }
            if report.failureClasses.contains(.usage) { return usage }
        }
        return everyFailed
    }

    /// The status for a command that could not do its work at all.
    static func status(of error: ImporterAppError) -> Int32 {
        switch error.kind {
        case .usage, .notFound: usage
        case .notAFeed: notAFeed
        case .feed: everyFailed
        case .busy: busy
        case .cannotCreateStore: cannotCreate
        case .damagedStore, .fullStore, .storage: inputOutput
        case .configuration: configuration
        case .interrupted: interrupted
        case .outputClosed: outputClosed
        }
    }
}
