import Foundation
import PodcastModel

extension ImporterApp {
    /// When the file of this program was last written: no clock that is right says less.
    ///
    /// The package keeps the date of the build, which owes nothing to the clock of this machine. Nil where the system
    /// does not tell.
    static var programDate: Timestamp? {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return nil }
        return Timestamp(epochSeconds: Int64(status.st_mtim.tv_sec))
    }
}
