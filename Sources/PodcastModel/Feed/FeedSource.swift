/// Where the bytes of a feed come from.
package enum FeedSource: Hashable, Sendable {
    /// A web address.
    case http(FeedURL)
    /// A file, by its absolute path.
    case file(path: String)
    /// Standard input.
    case standardInput

    /// The address under which the store knows this source: the URL, or a
    /// `file:` URL.
    ///
    /// Standard input has none of its own, nor has a descriptor that the process was started with, as `<(command)`
    /// makes one: the next document under that name may be anybody's.
    package var feedURL: String? {
        switch self {
        case .http(let url): url.string
        case .file(let path): Self.isDescriptor(path) ? nil : "file://" + path.percentEncodedPath
        case .standardInput: nil
        }
    }

    private static func isDescriptor(_ path: String) -> Bool {
        path == "/dev/stdin" || ["/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
    }

    /// The source as it may be shown to anybody: secrets hidden.
    package var redacted: String {
        switch self {
        case .http(let url): url.redacted
        case .file(let path): path
        case .standardInput: "standard input"
        }
    }
}

extension FeedSource {
    /// Reads an address as the store keeps it: `https://…` or `file:///…`.
    package init(storedURL text: String) throws(FeedURLError) {
        guard text.utf8.prefix(5).elementsEqual("file:".utf8, by: { $0 | 0x20 == $1 | 0x20 }) else {
            self = .http(try FeedURL(text))
            return
        }
        self = .file(path: FeedSource.path(ofFileURL: text))
    }

    /// The host of a `file:` address, if it is not this machine.
    static func otherHost(ofFileURL text: String) -> String? {
        let rest = text.dropFirst("file:".count)
        guard rest.hasPrefix("//") else { return nil }
        let host = rest.dropFirst(2).prefix { $0 != "/" }
        return host.isEmpty || host.lowercased() == "localhost" ? nil : String(host)
    }

    static func path(ofFileURL text: String) -> String {
        var path = text.dropFirst("file:".count)
        if path.hasPrefix("//") {
            path = path.dropFirst(2)
            // file://localhost/path is the same file as file:///path.
            if path.lowercased().hasPrefix("localhost/") { path = path.dropFirst("localhost".count) }
        }
        return String(path).percentDecoded
    }
}

extension String {
    /// The path with every byte that a URL may not hold written as `%xx`.
    fileprivate var percentEncodedPath: String {
        var encoded: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                encoded.append(byte)
            case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
                UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: "="), UInt8(ascii: ":"):
                encoded.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
