import CCurl

/// What libcurl keeps for later requests: TLS sessions, and connections where those are left from time to time.
///
/// Those who share it are the easy handles that were prepared with it; with the last of them, and of those that would
/// hand it to more, its connections are closed. The loop's thread only, so libcurl needs no locks for it.
final class ConnectionCache {
    let share: UnsafeMutableRawPointer

    /// How many connections are opened before a fresh cache is taken; nil where the multi handle keeps them for good.
    static let usualConnections = usualConnections(curl_version_info(CURLVERSION_FIRST)?.pointee.version_num ?? 0)

    /// How many connections are opened before a fresh cache is taken.
    ///
    /// Before 8.10 libcurl remembers each host that it has closed a kept connection to, and goes through all of them
    /// whenever it closes another one: where thousands of hosts are asked in turn, that comes to take longer than all the
    /// rest of a request. Of a thousand hosts it takes no tenth of that. The connections that are lost with a cache, of
    /// which most would have been closed for others soon, are few beside a thousand that were opened.
    /// Later ones forget a host with its last connection, and from 8.13 on some limits of the multi handle do not hold for
    /// connections that are shared (curl/curl issue 22265).
    ///
    /// - Parameter version: libcurl's, as it numbers them.
    /// - Returns: how many; nil where connections are not shared, but the multi handle keeps them for good.
    static func usualConnections(_ version: UInt32) -> Int? { version < 0x08_0a_00 ? 1024 : nil }

    /// Makes a cache; nil if libcurl lacks the memory for it.
    ///
    /// - Parameter keepsConnections: whether it keeps the connections too, and not the multi handle.
    init?(keepsConnections: Bool) {
        guard let share = curl_share_init() else { return nil }
        self.share = share
        // TLS sessions live with the easy handle unless shared; shared, the next poll of a host resumes its session
        // whichever handle it gets.
        _ = ccurl_share_data(share, CURL_LOCK_DATA_SSL_SESSION)
        if keepsConnections { _ = ccurl_share_data(share, CURL_LOCK_DATA_CONNECT) }
    }

    deinit {
        curl_share_cleanup(share)
    }
}
