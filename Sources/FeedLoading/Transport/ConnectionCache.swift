import CCurl

/// What libcurl keeps for later requests: connections, and TLS sessions.
///
/// Those who share it are the easy handles that were prepared with it; with the last of them, and of those that would
/// hand it to more, its connections are closed. The loop's thread only, so libcurl needs no locks for it.
final class ConnectionCache {
    let share: UnsafeMutableRawPointer

    /// How many connections are opened before a fresh cache is taken.
    ///
    /// Before 8.10 libcurl remembers each host that it has closed a kept connection to, and goes through all of them
    /// whenever it closes another one: where thousands of hosts are asked in turn, that comes to take longer than all the
    /// rest of a request. Of a thousand hosts it takes no tenth of that. The connections that are lost with a cache, of
    /// which most would have been closed for others soon, are few beside a thousand that were opened.
    static let usualConnections = 1024

    /// Nil if libcurl lacks the memory for it.
    init?() {
        guard let share = curl_share_init() else { return nil }
        self.share = share
        // TLS sessions live with the easy handle unless shared; shared, the next poll of a host resumes its session
        // whichever handle it gets.
        _ = ccurl_share_data(share, CURL_LOCK_DATA_SSL_SESSION)
        _ = ccurl_share_data(share, CURL_LOCK_DATA_CONNECT)
    }

    deinit {
        curl_share_cleanup(share)
    }
}
