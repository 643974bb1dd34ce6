import CCurl
import Foundation

/// The libcurl multi handle of a loop: what is on the wire, and the cache of connections that is kept for the next
/// request.
///
/// Touched by the loop's thread only, once that has begun.
final class MultiHandle {
    let pointer: UnsafeMutableRawPointer
    /// What the next transfer takes its connection from; nil if libcurl lacks the memory: then the handle's own.
    private(set) var cache: ConnectionCache?
    /// The one before, while a transfer is still on its way there.
    private weak var olderCache: ConnectionCache?
    private let connectionsPerCache: Int?
    /// How many connections had been opened when the cache was taken.
    private var openedBefore = 0
    /// How many connections a cache keeps for the next request: in two of them no more than a quarter of the descriptors
    /// that there may be, because libcurl closes none of them when it has no other descriptor left.
    private static let keptConnections: Int = {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit < 0 ? 128 : min(128, max(1, limit / 8))
    }()

    /// How many transfers may leave the address of a host in libcurl's memory.
    ///
    /// It goes through all that it remembers when a transfer ends, and keeps each for a minute: where thousands of
    /// hosts are asked one after the other, that would come to take longer than all the rest of a request.
    static let rememberedTransfers = 512
    private var transferCount = 0

    /// Makes a handle; nil if libcurl lacks the resources for it.
    ///
    /// - Parameter connectionsPerCache: how many connections are opened before a fresh cache is taken; nil if none is.
    init?(connectionsPerCache: Int? = ConnectionCache.usualConnections) {
        // Counted by libcurl, and safe from any thread since 7.84.
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let pointer = curl_multi_init() else {
            return nil
        }
        self.pointer = pointer
        self.connectionsPerCache = connectionsPerCache
        _ = ccurl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, Self.keptConnections)
        cache = ConnectionCache(keepsConnections: connectionsPerCache != nil)
    }

    /// Takes a fresh cache of connections if enough were opened since the last one.
    ///
    /// Transfers that are on their way end with the older one. There are two at most: until all have ended there, the
    /// other one is kept.
    ///
    /// - Parameter opened: how many connections were opened so far.
    /// - Returns: whether it is a fresh one, so that easy handles that use the older one must not be used again.
    func renewCache(opened: Int) -> Bool {
        guard let connectionsPerCache, opened - openedBefore >= connectionsPerCache, olderCache == nil,
            let fresh = ConnectionCache(keepsConnections: true)
        else { return false }
        olderCache = cache
        cache = fresh
        openedBefore = opened
        return true
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
        cache = nil
        curl_multi_cleanup(pointer)
        curl_global_cleanup()
    }
}
