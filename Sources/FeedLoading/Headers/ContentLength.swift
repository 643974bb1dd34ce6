/// How long a response says that its body is.
enum ContentLength: Hashable {
    /// It says nothing of it, or nothing that can be read.
    case unsaid
    /// So many bytes.
    case bytes(Int)
    /// Two lengths, or one that no body can have: where the body ends is anybody's guess (RFC 9112 6.3).
    case unclear

    /// Reads a Content-Length, several headers joined by commas.
    init(_ text: String) {
        self = .unsaid
        for part in text.split(separator: ",") {
            let digits = part.trimmedOfBlanks
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
            guard let bytes = Int(digits), self == .unsaid || self == .bytes(bytes) else {
                self = .unclear
                return
            }
            self = .bytes(bytes)
        }
    }
}
