import Foundation

/// A system call that failed, and why.
struct SystemCallError: Error, CustomStringConvertible {
    let call: String
    let number: Int32

    /// Takes the reason of the last failure of this thread.
    init(_ call: String) {
        self.call = call
        number = errno
    }

    var description: String { "\(call): \(String(cString: strerror(number)))" }
}
