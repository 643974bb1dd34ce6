import CCurl
import Foundation

/// The libcurl multi handle of a loop: what is on the wire, and the connections and TLS sessions that are kept for the
/// next request.
///
/// Touched by the loop's thread only, once that has begun.
final class MultiHandle {
    let pointer: UnsafeMutableRawPointer
    /// What its easy handles share besides.
    let share: UnsafeMutableRawPointer?
    /// How many connections are kept for the next request: no more than a quarter of the descriptors that there may be,
    /// because libcurl closes none of them when it has no other descriptor left.
    private static let keptConnections: Int = {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit < 0 ? 128 : min(128, max(1, limit / 4))
    }()

    /// How many transfers may leave the address of a host in libcurl's memory.
    ///
    /// It goes through all that it remembers when a transfer ends, and keeps each for a minute: where thousands of
    /// hosts are asked one after the other, that would come to take longer than all the rest of a request.
    static let rememberedTransfers = 512
    private var transferCount = 0

    /// Nil if libcurl lacks the resources for it.
    init?() {
        // Counted by libcurl, and safe from any thread since 7.84.
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let pointer = curl_multi_init() else {
            return nil
        }
        self.pointer = pointer
        _ = ccurl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, Self.keptConnections)
        // TLS sessions live with the easy handle unless shared; shared, the
        // next poll of a host resumes its session whichever handle it gets. No
        // locks: all handles live on one thread.
        share = curl_share_init()
        if let share { _ = ccurl_share_data(share, CURL_LOCK_DATA_SSL_SESSION) }
    }

    /// Puts a transfer on the wire; false if it cannot be.
    func add(_ easy: EasyHandle) -> Bool {
        transferCount += 1
        easy.setForgetsAddresses(transferCount.isMultiple(of: Self.rememberedTransfers))
        return curl_multi_add_handle(pointer, easy.pointer) == CURLM_OK
    }

    /// Takes a transfer off the wire.
    func remove(_ easy: EasyHandle) {
        curl_multi_remove_handle(pointer, easy.pointer)
    }

    /// Lets libcurl act on what happened on a socket.
    func act(on socket: curl_socket_t, events: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(pointer, socket, events, &running)
    }

    /// Lets libcurl act because its timer is due.
    func actOnTimer() {
        act(on: ccurl_timeout_socket, events: 0)
    }

    /// The next transfer that libcurl is done with, and its result.
    func nextFinished() -> (transfer: Transfer, code: CURLcode)? {
        var code = CURLE_OK
        while let easy = ccurl_multi_next_finished(pointer, &code) {
            guard let context = ccurl_get_private(easy) else { continue }
            return (Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue(), code)
        }
        return nil
    }

    /// Closes the connections; no easy handle may be left.
    func cleanUp() {
        curl_multi_cleanup(pointer)
        if let share { curl_share_cleanup(share) }
        curl_global_cleanup()
    }
}
