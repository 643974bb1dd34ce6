import Foundation

/// Standard error, for what is not a result.
enum Console {
    static func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
