import CCurl
import Foundation
import Testing

@testable import FeedLoading

/// What is known of a connection before it is used again.
struct ConnectionBookTests {
    @Test func aConnectionOfHTTP1OnWhichSomethingWaitsIsRefusedThoughSomebodyIsOnIt() throws {
        try Self.withConnection { socket, peer, name in
            // Given a transfer that libcurl has done with and that has not left yet
            let book = ConnectionBook()
            #expect(book.add(name, among: [socket]))
            book.learn(name, isMultiplexed: false)
            #expect(book.use(name, at: 0), "it is silent")
            book.leave(name)

            // When the server says more
            Self.say("<evil/>", on: peer, heardBy: socket)

            // Then nobody uses the connection, neither now nor when the transfer has left
            #expect(!book.use(name, at: 0))
            book.leave(name)
            #expect(!book.use(name, at: 0))
        }
    }

    @Test func aConnectionOfHTTP2IsSharedWhateverComes() throws {
        try Self.withConnection { socket, peer, name in
            // Given a connection on which nothing was answered yet
            let book = ConnectionBook()
            #expect(book.add(name, among: [socket]))
            Self.say("settings", on: peer, heardBy: socket)

            // When a second transfer comes, which libcurl lets on no other
            #expect(book.use(name, at: 0))

            // Then all may, once it is known
            book.learn(name, isMultiplexed: true)
            book.leave(name)
            book.leave(name)
            #expect(book.use(name, at: 0))
        }
    }

    @Test func aServerThatCallsItsAnswersHTTP2GetsOneTransferAtATimeOnEachConnection() throws {
        try Self.withConnection { socket, _, name in
            // Given a transfer that waits for its answer
            let book = ConnectionBook()
            #expect(book.add(name, among: [socket]))

            // When the server calls an answer HTTP/2 on another connection of HTTP/1
            book.notePretence(
                on: ConnectionName(local: nil, localPort: 1, remote: name.remote, remotePort: name.remotePort)
            )

            // Then nobody else may wait there too until it has left
            #expect(!book.use(name, at: 0))
            book.learn(name, isMultiplexed: false)
            #expect(!book.use(name, at: 0))
            book.leave(name)
            #expect(book.use(name, at: 0))
        }
    }

    @Test func aServerThatHasLostARequestGetsNoSecondOneOnAConnectionForAnHour() throws {
        try Self.withConnection { socket, _, name in
            // Given a connection that would do
            let book = ConnectionBook()
            #expect(book.add(name, among: [socket]))
            book.learn(name, isMultiplexed: false)
            #expect(book.use(name, at: 0))

            // When a request was lost on another one to the same end
            let other = ConnectionName(local: nil, localPort: 1, remote: name.remote, remotePort: name.remotePort)
            book.noteLoss(on: other, at: 1_000)

            // Then it must not be used until an hour has passed
            let hour: UInt64 = 3_600_000_000_000
            #expect(!book.use(name, at: 2_000))
            #expect(!book.use(name, at: hour))
            #expect(book.use(name, at: hour + 1_000))
        }
    }

    @Test func aConnectionOnWhichAnAnswerWasWaitedForInVainIsClosedWhenItsLastTransferLeaves() throws {
        try Self.withConnection { socket, _, name in
            // Given a connection of HTTP/2 with two transfers
            let book = ConnectionBook()
            #expect(book.add(name, among: [socket]))
            book.learn(name, isMultiplexed: true)
            #expect(book.use(name, at: 0))

            // When one of them waits for its answer in vain
            book.giveUp(name)
            book.leave(name)

            // Then nobody comes to the other, and nobody finds it when that has left
            #expect(!book.use(name, at: 0))
            #expect(ccurl_is_silent(socket) != 0, "it is open")
            book.leave(name)
            #expect(ccurl_is_silent(socket) == 0)
        }
    }

    /// Runs a test with the two ends of a connection.
    static func withConnection(_ test: (Int32, Int32, ConnectionName) throws -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { for end in [listener, client] { close(end) } }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0 && listen(listener, 1) == 0
                    && connect(client, $0, length) == 0
            }
        }
        try #require(isConnected)
        let peer = accept(listener, nil, nil)
        defer { close(peer) }
        let name = ConnectionName(
            local: IPAddress(cString: "127.0.0.1"),
            localPort: ccurl_local_port(client),
            remote: IPAddress(cString: "127.0.0.1"),
            remotePort: Int32(UInt16(bigEndian: address.sin_port))
        )
        try test(client, peer, name)
    }

    /// Sends something and waits until it is there to be read.
    private static func say(_ text: String, on peer: Int32, heardBy socket: Int32) {
        #expect(send(peer, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count)
        var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        #expect(Foundation.poll(&poll, 1, -1) == 1)
    }
}
