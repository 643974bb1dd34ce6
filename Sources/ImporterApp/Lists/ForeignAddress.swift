import FeedLoading
import PodcastModel

/// The address of a feed that did not come from the operator, but in a list or
/// over the network.
///
/// What an operator names may be a file or a literal private address: that opens
/// it. What others name may not, or a list could make podimport read the files of
/// its machine and ask its neighbours.
struct ForeignAddress {
    let feedURL: String
    let credentials: FeedCredentials?
    /// Whether nobody wrote its scheme.
    let schemeIsAssumed: Bool

    /// Why an address is not taken.
    enum Refusal: Error, Hashable, Sendable {
        /// It is no address of a feed.
        case invalid(String)
        /// It leads where others may not lead.
        case local(String)
    }

    /// Reads an address.
    ///
    /// - Parameters:
    ///   - text: what was written.
    ///   - policy: the addresses that are open anyway.
    ///   - allowsLocal: whether the operator vouches for it.
    /// - Throws: why it is not taken.
    init(_ text: String, policy: AddressPolicy, allowsLocal: Bool = false) throws(Refusal) {
        let address: FeedAddress
        do {
            address = try FeedAddress(userText: text, currentDirectory: "/") { _ in false }
        } catch {
            throw .invalid(error.description)
        }
        switch address.source {
        case .standardInput:
            throw .invalid("not the address of a feed")
        case .file(let path):
            // What is neither an address nor an absolute path is taken for a path as well.
            guard text.lowercased().hasPrefix("file:") || text.hasPrefix("/") else {
                throw .invalid("not the address of a feed")
            }
            guard allowsLocal else { throw .local("\(path) is a file of this machine") }
        case .http(let url):
            if !allowsLocal, let rule = Self.rule(against: url, policy: policy) {
                throw .local("\(url.host) is an address that is not open to others (\(rule))")
            }
        }
        guard let feedURL = address.source.feedURL else { throw .invalid("not the address of a feed") }
        self.feedURL = feedURL
        credentials = address.credentials
        schemeIsAssumed = address.alternative != nil
    }

    /// The rule that a literal address breaks, however it is spelled; names are
    /// looked at when they are connected to, every time.
    private static func rule(against url: FeedURL, policy: AddressPolicy) -> String? {
        IPAddress(host: url.host).flatMap { policy.rule(against: $0, host: url.host) }
    }
}
