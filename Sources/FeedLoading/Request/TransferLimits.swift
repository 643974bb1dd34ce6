/// How long the phases of a transfer may take, in milliseconds (http polling A5 56).
package struct TimeLimits: Hashable, Sendable {
    /// From the start until the connection stands, TLS included.
    package var connect: Int
    /// Between any two pieces of a response, and until the first.
    package var idle: Int
    /// The whole load from start to end, all hops together; waiting for the
    /// turn at a host does not count.
    package var total: Int
    /// Bytes a second below which a transfer counts as stalled; 0 turns it off.
    package var minimumRate: Int
    /// For how many whole seconds the rate may stay below the minimum.
    package var minimumRateSeconds = 20

    /// A day: nothing longer is meant, and no clock overflows.
    static let longest = 86_400_000

    /// Makes limits; a server that drips is given up after 20 s.
    package init(
        connect: Int = 15_000,
        idle: Int = 20_000,
        total: Int = 60_000,
        minimumRate: Int = 1024
    ) {
        self.connect = connect
        self.idle = idle
        self.total = total
        self.minimumRate = minimumRate
    }

    /// The limits of the next hop, when earlier ones have taken so many
    /// microseconds: ten slow redirects must not keep a place for ten times as
    /// long.
    func left(afterMicroseconds spent: Int) -> TimeLimits {
        guard spent > 0 else { return self }
        var limits = self
        limits.total = max(1, total - spent / 1000)
        return limits
    }
}

/// How much a response may hold; all counted as it arrives, never believed
/// from Content-Length (http polling A5 56, A7 72).
package struct SizeLimits: Hashable, Sendable {
    /// Bytes of the body after decoding.
    package var decodedBytes = 64 << 20
    /// Bytes of the body as transferred; files and standard input, which cost
    /// no network, have no such limit.
    package var wireBytes = 32 << 20
    /// Decoded bytes for each byte transferred, or read from a file.
    package var ratio = 200
    /// How many decoded bytes are not held against the ratio.
    package var ratioGraceBytes = 1 << 20
    /// Bytes of all the header lines of one response.
    package var headerBytes = 64 << 10

    /// Makes limits: 64 MiB decoded, 32 MiB on the wire, 200:1 after 1 MiB.
    package init() {}
}

/// The limit that a response went over.
package enum SizeLimit: Hashable, Sendable {
    /// More than this many bytes after decoding.
    case decoded(bytes: Int)
    /// More than this many bytes as transferred.
    case wire(bytes: Int)
    /// More than this many decoded bytes for each transferred.
    case ratio(Int)
    /// More than this many bytes of header lines.
    case header(bytes: Int)
}

/// What a transfer was busy with when its time was up.
package enum TransferPhase: String, Hashable, Sendable {
    /// Looking up the host name.
    case resolve
    /// Waiting for the connection.
    case connect
    /// Negotiating TLS.
    case tls
    /// Waiting for the first byte of the response.
    case response
    /// Receiving the response: nothing came for too long.
    case idle
    /// Receiving the response: less came than the minimum rate.
    case rate
    /// The whole transfer took too long.
    case total
}
