/// A user name and password for a feed, kept apart from its address.
///
/// Neither ever reaches a log, an error or a metric: the description hides both.
package struct FeedCredentials: Hashable, Sendable {
    /// The user name, percent-decoded.
    package let user: String
    /// The password, percent-decoded; empty if there was none.
    package let password: String

    /// Makes credentials from decoded texts.
    package init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Tells these credentials from nearly all others: sixteen bits of a digest, as hexadecimal digits.
    ///
    /// Whoever guesses the credentials can see that they may be right, but one in 65,536 wrong guesses looks the same.
    package var mark: String {
        var digest = ContentDigest()
        digest.update("\(user.utf8.count) \(user) \(password)")
        return String(UInt16(truncatingIfNeeded: digest.finalize()), radix: 16)
    }

    /// Takes the userinfo of a URL apart; nil if it names nobody.
    init?(userinfo: String) {
        let parts = userinfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !userinfo.isEmpty, userinfo != ":" else { return nil }
        user = String(first).percentDecoded
        password = parts.count > 1 ? String(parts[1]).percentDecoded : ""
    }
}

extension FeedCredentials {
    /// Whether both are the same to a server, which compares bytes: not those that only look alike (``ExactText``).
    package static func == (left: FeedCredentials, right: FeedCredentials) -> Bool {
        left.user.isExactly(right.user) && left.password.isExactly(right.password)
    }
}

extension FeedCredentials: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String { "…" }
    package var debugDescription: String { "…" }
}

extension String {
    /// The text with its `%xx` turned into bytes, once; a stray `%` stays.
    package var percentDecoded: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        let bytes = Array(utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            // Without a look at the digits, `+5` would be a number, too.
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                bytes[index + 1...index + 2].allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
                let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
