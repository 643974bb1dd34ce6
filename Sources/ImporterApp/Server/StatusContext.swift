import Hummingbird
import NIOCore

/// What the routes know of a request apart from itself.
struct StatusContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Whether it came through a Unix socket, which no web browser can reach.
    let isLocalSocket: Bool

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        // Unix sockets have no address of their own at the side that asks.
        isLocalSocket = source.channel.localAddress?.port == nil
    }
}
