import CCurl
import Foundation

/// Tells what this machine has run out of from what a server does.
enum LocalShortage {
    /// Whether an `errno` says that there is no more to be had, of descriptors or of memory.
    static func isMeant(by code: Int32) -> Bool {
        [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code)
    }

    /// Why a transfer could not be made that nobody was asked for; nil if it is not for want of anything.
    ///
    /// - Parameters:
    ///   - code: how it ended.
    ///   - socketError: the `errno` of a socket that could not be opened for it; 0 if there was none.
    ///   - hasConnection: whether it had one all the same.
    /// - Returns: the `errno` of what is missing.
    static func behind(_ code: CURLcode, socketError: Int32, hasConnection: Bool) -> Int32? {
        if !hasConnection, isMeant(by: socketError) { return socketError }
        // Names are looked up, and certificates read, where nobody tells us why that failed.
        guard [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_SSL_CACERT_BADFILE].contains(code) else {
            return nil
        }
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return nil
        }
        return isMeant(by: errno) ? errno : nil
    }
}
