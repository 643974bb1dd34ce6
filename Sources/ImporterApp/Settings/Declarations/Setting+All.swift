/// Every setting there is, in the order of the manual.
extension Setting {
    package static let all: [Setting] =
        [store, logLevel, logFormat, listen, contact, proxy, credentialsFile] + networks + transfers + parsing
        + pipeline + schedule + keeping

    /// Where publishers reach the project.
    static let projectPage = "https://github.com/podimport/podimport"

    static let store = Setting(
        "store",
        .path,
        default: nil,
        "The store's file. Without it, $STATE_DIRECTORY/podimport.sqlite under systemd, else "
            + "$XDG_DATA_HOME/podimport/podimport.sqlite (~/.local/share without XDG_DATA_HOME)."
    )
    static let logLevel = Setting(
        "log-level",
        .choice(LogLevel.allCases.map(\.rawValue)),
        default: LogLevel.notice.rawValue,
        "The least level that is logged; the daemon's default is info, with a line for each refresh."
    )
    static let logFormat = Setting(
        "log-format",
        .choice(LogFormat.allCases.map(\.rawValue)),
        default: nil,
        "How the log is written. Without it, journald where standard error leads to the journal, else text. A change takes "
            + "a restart."
    )
    static let listen = Setting(
        "listen",
        .list,
        .loopbackAddress,
        default: "",
        "Where the daemon answers HTTP besides its Unix socket: 127.0.0.1:PORT or [::1]:PORT, for the page and other "
            + "programs of this machine. Whoever can connect can change what is followed, so no other addresses are "
            + "taken. A change takes a restart."
    )
    static let contact = Setting(
        "contact",
        .text,
        .contact,
        default: projectPage,
        "The address in the User-Agent under which publishers reach whoever runs this importer."
    )
    static let proxy = Setting(
        "proxy",
        .text,
        .proxy,
        default: nil,
        isSecret: true,
        "A proxy such as http://proxy.example:3128. It is trusted, and it alone decides which addresses are "
            + "reached. The usual environment variables (http_proxy, …) are not obeyed."
    )

    static let credentialsFile = Setting(
        "credentials-file",
        .path,
        default: nil,
        "A file with user names and passwords of hosts, in the form of a netrc file, readable by its owner only."
    )

    // MARK: - Networks

    static let networks = [allowPrivateNetworks, allowNetworks, allowHosts, allowPorts, authorityFile]
    static let allowPorts = Setting(
        "allow-ports",
        .list,
        .port,
        default: "",
        "The ports that may be asked; without any, all."
    )
    static let authorityFile = Setting(
        "authority-file",
        .path,
        default: nil,
        "A PEM file of certificate authorities to trust instead of the system's."
    )
    static let allowPrivateNetworks = Setting(
        "allow-private-networks",
        .flag,
        default: "false",
        "Whether names and redirects may lead to loopback, private and link-local addresses."
    )
    static let allowNetworks = Setting(
        "allow-networks",
        .list,
        .network,
        default: "",
        "Networks that are open whatever they are, in CIDR form, such as 192.168.7.0/24."
    )
    static let allowHosts = Setting(
        "allow-hosts",
        .list,
        .host,
        default: "",
        "Hosts that may have any address: a name, or .example.org for all names under it."
    )

    // MARK: - Transfers

    static let transfers = [
        connectTimeout, idleTimeout, totalTimeout, minimumRate, decodedBytes, wireBytes, compressionRatio, redirects,
    ]
    static let connectTimeout = Setting(
        "transfer.connect-timeout",
        .duration(1...86_400),
        default: "15s",
        "How long a connection may take to stand, TLS included."
    )
    static let idleTimeout = Setting(
        "transfer.idle-timeout",
        .duration(1...86_400),
        default: "20s",
        "How long a server may be silent."
    )
    static let totalTimeout = Setting(
        "transfer.total-timeout",
        .duration(1...86_400),
        default: "60s",
        "How long a feed may take to load, redirects included."
    )
    static let minimumRate = Setting(
        "transfer.minimum-rate",
        .bytes(0...1 << 30),
        default: "1 KiB",
        "Bytes a second below which a transfer is given up after 20 seconds, or as long as transfer.idle-timeout if that "
            + "is more; 0 turns this off."
    )
    static let decodedBytes = Setting(
        "transfer.decoded-bytes",
        .bytes(1 << 10...2 << 30),
        default: "64 MiB",
        "How many bytes of an unpacked document are read at most; of a longer one the items before that are imported."
    )
    static let wireBytes = Setting(
        "transfer.wire-bytes",
        .bytes(1 << 10...2 << 30),
        default: "32 MiB",
        "How many bytes of one document are transferred at most."
    )
    static let compressionRatio = Setting(
        "transfer.compression-ratio",
        .count(1...1_000_000),
        default: "200",
        "How many bytes may come out of one transferred byte, after the first 1 MiB."
    )
    static let redirects = Setting(
        "transfer.redirects",
        .count(0...50),
        default: "10",
        "How many redirects are followed in a row."
    )

    // MARK: - Parsing

    static let parsing = [maximumItems, maximumTextBytes]
    static let maximumItems = Setting(
        "document.items",
        .count(1...10_000_000),
        default: "20000",
        "How many items of one document are read; those after them are left, with a warning. Each may take 2 KiB of memory."
    )
    static let maximumTextBytes = Setting(
        "document.text-bytes",
        .bytes(1 << 10...2 << 30),
        default: "4 MiB",
        "The longest text of one element; longer ones are cut, with a warning."
    )

    // MARK: - The pipeline

    static let pipeline = [feedsInFlight, bytesInFlight, loads, hostSpacing, hostConcurrency, feedsPerSecond]
    static let feedsInFlight = Setting(
        "pipeline.feeds",
        .count(1...10_000),
        default: "256",
        "How many feeds are in work at once, from before the network to after the commit."
    )
    static let bytesInFlight = Setting(
        "pipeline.bytes",
        .bytes(1 << 10...2 << 30),
        default: "5 MiB",
        "How many bytes of documents are held in memory at once; a larger document is alone."
    )
    static let loads = Setting(
        "pipeline.loads",
        .count(1...1_000),
        default: "32",
        "How many feeds are loaded at once."
    )
    static let hostSpacing = Setting(
        "host.spacing",
        .duration(0...86_400),
        default: "1s",
        "How long after a request to a host the next one to it may begin; 0 lifts the rule. It holds for every "
            + "host, also for this one."
    )
    static let hostConcurrency = Setting(
        "host.concurrency",
        .count(1...64),
        default: "1",
        "How many requests to one host there may be at once."
    )

    static let feedsPerSecond = Setting(
        "feeds-per-second",
        .text,
        .feedsPerSecond,
        default: nil,
        "How many due feeds the daemon asks for a second, such as 2.5. Without it, as many as work a backlog of all "
            + "feeds off in a quarter of an hour."
    )

    // MARK: - What is kept

    static let keeping = [editHistory, keepEpisodes, keepDays, changeRetentionDays, searchIndex]
    static let editHistory = Setting(
        "edit-history",
        .count(0...1_000_000),
        default: "100",
        "How many old values of its fields are kept for each episode."
    )
    static let keepEpisodes = Setting(
        "keep-episodes",
        .count(0...1_000_000),
        default: nil,
        "How many episodes of each podcast `episode prune` keeps; without it, all."
    )
    static let keepDays = Setting(
        "keep-days",
        .count(0...1_000_000),
        default: nil,
        "How many days back `episode prune` keeps everything; without it, for ever."
    )
    static let changeRetentionDays = Setting(
        "change-retention-days",
        .text,
        .daysOrForever,
        default: "90",
        "For how many days changes are kept that every consumer has read: a number, or forever."
    )
    static let searchIndex = Setting(
        "search-index",
        .flag,
        default: "true",
        "Whether the words of episodes are indexed, so that `episode search` finds them."
    )
}
