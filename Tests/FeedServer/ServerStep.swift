/// One thing the server does with a connection after a request.
package enum ServerStep: Sendable {
    /// Sends these bytes as they are.
    case send([UInt8])
    /// Reads on until what has come behind the request is enough.
    case receive(until: @Sendable ([UInt8]) -> Bool)
    /// Closes the connection in an orderly way.
    case close
    /// Closes it with a reset.
    case reset
    /// Says no more and waits until the client closes.
    case waitForClient
    /// Calls this on the connection's thread, which it may hold up.
    case perform(@Sendable () -> Void)
}
