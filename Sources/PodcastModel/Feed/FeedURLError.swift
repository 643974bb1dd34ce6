/// Why a text is not the address of a feed.
package enum FeedURLError: Error, Hashable, Sendable {
    /// Nothing, or less than any address needs.
    case tooShort
    /// A space or control character inside the address.
    case containsSpace
    /// A scheme podimport does not load, such as `ftp`.
    case unsupportedScheme(String)
    /// No scheme at all.
    case missingScheme
    /// No host after the scheme, or one that no name server could know.
    case invalidHost
    /// A port that is not a number from 1 to 65535.
    case invalidPort
    /// A `file:` address of another machine.
    case fileOfAnotherHost(String)
    /// A password that holds marks which end it in an address.
    case unescapedPassword
    /// A word that is neither an address nor the path of a file.
    case noAddress
}

extension FeedURLError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooShort: "too short to be the address of a feed"
        case .containsSpace: "an address has no spaces in it"
        case .unsupportedScheme(let scheme): "\(scheme): is not a kind of address podimport can load; use http or https"
        case .missingScheme: "the address lacks its scheme; write https://…"
        case .invalidHost: "there is no valid host name in the address"
        case .invalidPort: "the port is not a number from 1 to 65535"
        case .fileOfAnotherHost(let host): "a file of \(host) cannot be read from here; write file:///path"
        case .unescapedPassword:
            "write / ? # and \\ in a name or password as %2F %3F %23 %5C, and an @ elsewhere as %40"
        case .noAddress: "this is no address, and there is no such file"
        }
    }
}
