import Dispatch
public import Foundation
import Operations

/// Look-ups of names under `hanging.test`, which end when a test says so.
///
/// The system's own look-up takes its time in libcurl's threads, where no server of a test has a say; so the test program
/// defines `getaddrinfo` itself, and passes on all names but these and those of ``CountedLookUps``.
enum HangingLookUps {
    /// The suffix of names that are not answered.
    static let suffix = ".hanging.test"

    private static let gates = Locked<[String: Gate]>([:])

    /// A look-up that hangs.
    final class Gate: Sendable {
        private let opening = DispatchSemaphore(value: 0)
        private let ended = Locked(false)
        private let begun = AsyncStream<Void>.makeStream()

        /// Whether the look-up is over.
        var hasEnded: Bool { ended.withLock { $0 } }

        /// Returns when somebody looks the name up.
        func waitForBegin() async {
            for await _ in begun.stream { return }
        }

        /// Lets the look-up fail.
        func open() {
            opening.signal()
        }

        fileprivate func pass() {
            begun.continuation.yield()
            // Should nobody open it, the test is to fail, not to hang.
            _ = opening.wait(timeout: .now() + 600)
            ended.withLock { $0 = true }
        }
    }

    /// Makes look-ups of a name hang.
    static func gate(of name: String) -> Gate {
        let gate = Gate()
        gates.withLock { $0[name + suffix] = gate }
        return gate
    }

    fileprivate static func wait(for name: String) {
        gates.withLock { $0[name] }?.pass()
    }
}

/// Look-ups of names under `counted.test`, which are answered with the address of this machine.
enum CountedLookUps {
    /// The suffix of names that are counted.
    static let suffix = ".counted.test"

    private static let counts = Locked<[String: Int]>([:])

    /// How often a name has been looked up.
    static func count(of name: String) -> Int { counts.withLock { $0[name + suffix] ?? 0 } }

    fileprivate static func note(_ name: String) {
        counts.withLock { $0[name, default: 0] += 1 }
    }
}

/// What libcurl calls in place of the system's.
@_cdecl("getaddrinfo")
public func lookUpName(
    _ name: UnsafePointer<CChar>?,
    _ service: UnsafePointer<CChar>?,
    _ hints: UnsafePointer<addrinfo>?,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
) -> CInt {
    let host = name.map { String(cString: $0) } ?? ""
    if host.hasSuffix(HangingLookUps.suffix) {
        HangingLookUps.wait(for: host)
        return EAI_AGAIN
    }
    typealias LookUp =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<addrinfo>?,
            UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
        ) -> CInt
    // RTLD_NEXT, which Swift does not see.
    guard let next = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "getaddrinfo") else { return EAI_FAIL }
    let lookUp = unsafeBitCast(next, to: LookUp.self)
    guard host.hasSuffix(CountedLookUps.suffix) else { return lookUp(name, service, hints, result) }
    CountedLookUps.note(host)
    return lookUp("127.0.0.1", service, hints, result)
}
