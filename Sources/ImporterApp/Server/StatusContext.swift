import Foundation
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

extension StatusContext {
    /// The number at the end of the path.
    var id: Int64 {
        get throws {
            // Written in one way only, whatever of it is encoded (RFC 3986 2.3).
            guard let text = parameters.get("id")?.removingPercentEncoding, let id = Int64(text), String(id) == text
            else {
                throw APIError.notFound("there is nothing at this address; it has to be a number")
            }
            return id
        }
    }
}
