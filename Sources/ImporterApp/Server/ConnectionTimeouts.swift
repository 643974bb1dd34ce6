/// How long a connection may keep the server waiting before it is closed.
struct ConnectionTimeouts {
    /// Between two requests.
    var idle = Duration.seconds(60)
    /// For the rest of a request after its head.
    var body = Duration.seconds(60)
    /// While an answer stands still that nobody reads.
    var write = Duration.seconds(60)
    /// After the server has been told to stop.
    var stop = Duration.seconds(5)
}
