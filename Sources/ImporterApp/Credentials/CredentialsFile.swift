import PodcastModel

/// User names and passwords for hosts, in the format of `.netrc` (http polling A6).
///
///     machine feeds.example.com login anna password "p w"
///     machine nas.lan:8080 login ben password secret allow-http
///
/// A machine may have a port, and counts for that port alone then.
/// What other programs keep in such a file for FTP (`account`, `macdef`) is
/// passed over.
/// `allow-http` lets its password be sent without TLS. There is no `default`:
/// a password that goes to every host is one for all to read.
struct CredentialsFile: Sendable {
    /// What is known for one host.
    struct Entry: Sendable {
        let host: String
        let port: Int?
        let credentials: FeedCredentials
        /// Whether the password may be sent without TLS.
        let allowsHTTP: Bool
        /// When the file was last changed that it is from; nil where that cannot be told.
        let changedAt: Timestamp?
    }

    private(set) var entries: [Entry] = []

    /// What there is for an address; the first that fits.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - withoutTLS: whether a password may go there without TLS, also where the file does not say so.
    /// - Returns: the entry; nil if there is none.
    func entry(for url: FeedURL, withoutTLS: Bool = false) -> Entry? {
        entries.first { entry in
            guard entry.host == url.host, entry.port == nil || entry.port == url.connectedPort else { return false }
            return url.scheme == "https" || entry.allowsHTTP || withoutTLS
        }
    }

    /// Whether what there is for a feed may be newer than the last attempt to
    /// load it.
    ///
    /// In the second of the attempt counts as after it: then the feed is asked
    /// once more than it need be, and not a day late.
    func hasChanged(for feedURL: String, since attempt: Timestamp) -> Bool {
        // Files and standard input want no password.
        guard let url = FeedURL(ifValid: feedURL) else { return false }
        return entry(for: url, withoutTLS: true)?.changedAt.map { $0 >= attempt } ?? false
    }

    /// Entries of both, these first.
    func merging(_ other: CredentialsFile) -> CredentialsFile {
        var merged = self
        merged.entries += other.entries
        return merged
    }

    /// A file without entries.
    init() {}

    /// Reads the text of a file.
    ///
    /// - Parameters:
    ///   - text: the file's text.
    ///   - path: the file, for errors.
    ///   - changedAt: when the file was last changed; nil if that says nothing.
    /// - Throws: an error that names the line and what is wrong with it, but
    ///   nothing that stands in it.
    init(_ text: String, path: String, changedAt: Timestamp? = nil) throws(ImporterAppError) {
        var words = CredentialsWords(text, path: path)
        while let word = try words.next() {
            if word == "macdef" {
                words.skipMacro()
                continue
            }
            guard word == "machine" else {
                throw words.error(
                    word == "default"
                        ? "'default' would send a password to every host; name the machine"
                        : "expected 'machine' here"
                )
            }
            entries.append(try Self.entry(&words, changedAt: changedAt))
        }
    }

    private static func entry(
        _ words: inout CredentialsWords,
        changedAt: Timestamp?
    ) throws(ImporterAppError) -> Entry {
        let line = words.line
        let machine = try words.value(of: "machine")
        let url: FeedURL
        let port: Int?
        do {
            url = try FeedURL("http://\(machine)/")
            // An address drops the port of its own scheme; here it is one like any other.
            port = try url.port ?? FeedURL("https://\(machine)/").port
        } catch {
            throw words.error("the name after 'machine' is no host")
        }
        guard url.pathAndQuery == "/", !machine.contains("@") else {
            throw words.error("the name after 'machine' is no host")
        }
        var (user, password): (String?, String?) = (nil, nil)
        var allowsHTTP = false
        while let word = try words.peek(), word != "machine", word != "default", word != "macdef" {
            _ = try words.next()
            switch word {
            case "login": user = try words.value(of: word)
            case "password": password = try words.value(of: word)
            case "allow-http": allowsHTTP = true
            case "account": _ = try words.value(of: word)
            default: throw words.error("expected 'login', 'password', 'allow-http' or the next 'machine'")
            }
        }
        guard let user else { throw words.error("the machine lacks its 'login'", line: line) }
        return Entry(
            host: url.host,
            port: port,
            credentials: FeedCredentials(user: user, password: password ?? ""),
            allowsHTTP: allowsHTTP,
            changedAt: changedAt
        )
    }
}
