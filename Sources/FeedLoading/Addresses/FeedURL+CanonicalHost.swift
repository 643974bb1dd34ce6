package import PodcastModel

extension FeedURL {
    /// The host by which its turn to be asked is told, the same for all spellings of one address: `127.0.0.1` for
    /// `127.1` and `[::ffff:7f00:1]`, `[::1]` for `[0:0:0:0:0:0:0:1]` (http polling A3 40).
    package var canonicalHost: String {
        let host = host
        guard let first = host.utf8.first, first == UInt8(ascii: "[") || (0x30...0x39).contains(first),
            !host.utf8.contains(UInt8(ascii: "%")), let address = IPAddress(host: host)
        else { return host }
        let connected = address.mappedIPv4 ?? address
        return connected.isIPv4 ? connected.description : "[\(connected)]"
    }
}
