import CCurl
import Foundation

/// The sockets libcurl waits for, and the wait itself.
///
/// libcurl says through callbacks which sockets it cares about and when its
/// next timer is due; it is then told only of those where something happened.
/// Its own `curl_multi_perform` looks at every transfer each time anything
/// happens on one, with a system call for each. The loop's thread only.
final class SocketWatch {
    private let bell: WakeUpPipe
    private let clock: LoopClock
    /// The bell, then the sockets in no order.
    private var watched: [pollfd]
    /// Where in `watched` a descriptor is; 0 for nowhere.
    private var places: [Int] = []
    private var ready: [(socket: curl_socket_t, events: Int32)] = []
    /// When libcurl wants to be called even if nothing happens, in the clock's
    /// nanoseconds; the maximum for never.
    private(set) var timerDeadline = UInt64.max
    /// The clock's time in the round in which the sockets were last asked: what came before is known when all ready
    /// ones are taken.
    private(set) var askedAt: UInt64 = 0

    init(bell: WakeUpPipe, clock: LoopClock) {
        self.bell = bell
        self.clock = clock
        watched = [pollfd(fd: bell.readEnd, events: Int16(POLLIN), revents: 0)]
    }

    /// Makes libcurl report here; the watch must outlive the handle.
    func attach(to multi: MultiHandle) -> Bool {
        let context = Unmanaged.passUnretained(self).toOpaque()
        return ccurl_multi_set_callbacks(multi.pointer, Self.socketCallback, Self.timerCallback, context) == CURLM_OK
    }

    /// Waits until something happens on a socket, the bell rings or the time
    /// is up; the sockets where something happened are then in `takeReady`.
    func wait(milliseconds: Int32) {
        askedAt = clock.now
        guard poll(&watched, nfds_t(watched.count), milliseconds) > 0 else { return }
        if watched[0].revents != 0 { bell.silence() }
        for entry in watched.dropFirst() where entry.revents != 0 {
            ready.append((entry.fd, Self.curlEvents(entry.revents)))
        }
    }

    /// Whether libcurl's timer is due; the caller then tells libcurl.
    func takeTimer() -> Bool {
        guard timerDeadline <= clock.now else { return false }
        // libcurl sets the next timer when told, but says nothing if it finds
        // that its own clock is not quite there: then again in a millisecond.
        timerDeadline = clock.now + 1_000_000
        return true
    }

    /// The next socket where something happened; nil when all were taken.
    func takeReady() -> (socket: curl_socket_t, events: Int32)? {
        while let next = ready.popLast() {
            // Handling another socket may have ended this one.
            if place(of: next.socket) != 0 { return next }
        }
        return nil
    }
}

extension SocketWatch {
    private static let socketCallback: ccurl_socket_callback = { _, socket, what, context, _ in
        guard let context else { return 0 }
        Unmanaged<SocketWatch>.fromOpaque(context).takeUnretainedValue().update(socket, what: what)
        return 0
    }

    private static let timerCallback: ccurl_timer_callback = { _, milliseconds, context in
        guard let context else { return 0 }
        let watch = Unmanaged<SocketWatch>.fromOpaque(context).takeUnretainedValue()
        watch.timerDeadline = milliseconds < 0 ? .max : watch.clock.now + UInt64(milliseconds) * 1_000_000
        return 0
    }

    private static func curlEvents(_ events: Int16) -> Int32 {
        let events = Int32(events)
        var result: Int32 = 0
        if events & (POLLIN | POLLHUP) != 0 { result |= CURL_CSELECT_IN }
        if events & POLLOUT != 0 { result |= CURL_CSELECT_OUT }
        if events & (POLLERR | POLLNVAL) != 0 { result |= CURL_CSELECT_ERR }
        return result
    }

    private func place(of socket: curl_socket_t) -> Int {
        Int(socket) < places.count ? places[Int(socket)] : 0
    }

    private func update(_ socket: curl_socket_t, what: Int32) {
        let index = place(of: socket)
        if what == CURL_POLL_REMOVE {
            guard index != 0 else { return }
            let last = watched.removeLast()
            if last.fd != socket {
                watched[index] = last
                places[Int(last.fd)] = index
            }
            places[Int(socket)] = 0
            return
        }
        var events: Int32 = 0
        if what == CURL_POLL_IN || what == CURL_POLL_INOUT { events |= POLLIN }
        if what == CURL_POLL_OUT || what == CURL_POLL_INOUT { events |= POLLOUT }
        if index != 0 {
            watched[index].events = Int16(events)
            return
        }
        if places.count <= Int(socket) {
            places.append(contentsOf: repeatElement(0, count: Int(socket) + 1 - places.count))
        }
        places[Int(socket)] = watched.count
        watched.append(pollfd(fd: socket, events: Int16(events), revents: 0))
    }
}
