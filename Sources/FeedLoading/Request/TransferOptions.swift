import PodcastModel

/// How one transfer is carried out; feeds differ, so each has its own.
package struct TransferOptions: Sendable {
    /// The User-Agent sent; stable, unique and with a contact address.
    package var userAgent: String
    /// What some hosts want to read behind the User-Agent (http polling A5 59).
    package var userAgentSuffixes: [HostSuffix] = []
    /// The Accept header sent.
    package var accept = TransferOptions.feedTypes
    /// A proxy such as `http://proxy.example:3128`; the environment's is never used.
    ///
    /// A proxy is trusted, and it alone decides which addresses are
    /// reached: `addressPolicy` cannot look behind it (http polling A7 68).
    package var proxy: String?
    /// Whether the proxy is this feed's own, and not that of all feeds.
    package var hasOwnProxy = false
    /// The newest HTTP version to speak.
    package var httpVersion = HTTPVersionLimit.http2
    /// How servers prove who they are.
    package var trust = TransferTrust()
    /// How long things may take.
    package var timeLimits = TimeLimits()
    /// How big things may be.
    package var sizeLimits = SizeLimits()
    /// Which addresses may be connected to.
    package var addressPolicy = AddressPolicy()
    /// Which redirects are followed.
    package var redirects = RedirectRules()
    /// Whether Basic credentials may be sent without TLS (http polling A6 63).
    package var allowsCredentialsOverHTTP = false
    /// Whether to ask for `A-IM: feed` and take a 226, which holds only what
    /// is new since the ETag (http polling A1 17b).
    package var acceptsDelta = false
    /// The bytes that names and passwords are made into at first (http polling A6 62).
    package var passwordEncoding = PasswordEncoding.utf8

    /// Makes options; all else is as http polling A5 and A7 have it.
    package init(userAgent: String = "podimport", proxy: String? = nil) {
        self.userAgent = userAgent
        self.proxy = proxy
    }

    /// The feed types by preference; a missing Accept earns a 415 from some
    /// firewalls (http polling A5 51).
    package static let feedTypes =
        "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml;q=0.9, "
        + "application/xml;q=0.9, text/xml;q=0.8, */*;q=0.5"

    /// A User-Agent that says who asks and where to complain:
    /// `podimport/1.0 (+https://…)`.
    package static func userAgent(version: String, contact: String) -> String {
        "podimport/\(version) (+\(contact))"
    }

    /// The User-Agent for an address: the same always, but for a suffix that
    /// its host asked for.
    func userAgent(for url: FeedURL) -> String {
        guard !userAgentSuffixes.isEmpty else { return userAgent }
        let host = url.host
        guard let suffix = userAgentSuffixes.first(where: { $0.matches(host) }) else { return userAgent }
        return userAgent + " " + suffix.text
    }
}

/// Something that a host, and all hosts under it, want to be told.
package struct HostSuffix: Hashable, Sendable {
    /// The host in lower-case ASCII: `example.org` stands for `feeds.example.org` too.
    package let host: String
    /// What it wants to read.
    package let text: String

    /// Makes a suffix for a host.
    package init(host: String, text: String) {
        self.host = host
        self.text = text
    }

    func matches(_ other: String) -> Bool {
        other == host || other.hasSuffix("." + host)
    }
}

/// The newest HTTP version a transfer may use.
package enum HTTPVersionLimit: String, Hashable, Sendable {
    /// For servers whose HTTP/2 is broken.
    case http1 = "1.1"
    /// HTTP/2 where TLS negotiates it, else HTTP/1.1.
    case http2 = "2"
}

/// How the other side of a TLS connection is verified.
package struct TransferTrust: Hashable, Sendable {
    /// Whether the certificate and the host name in it are checked.
    package var verifiesCertificate = true
    /// A PEM file of authorities to trust instead of the system's.
    package var authorityFile: String?
    /// For how many seconds authorities that were read are used again: a file that has changed counts after that.
    ///
    /// libcurl by itself would keep them for a day. Reading those of a system takes some 20 ms.
    var authoritySeconds = 10

    /// Makes trust; by default the system's authorities are believed.
    package init() {}
}

/// Which redirects are followed (http polling A3 32).
package struct RedirectRules: Hashable, Sendable {
    /// How many hops in a row.
    package var maximumCount = 10
    /// Whether a temporary or permanent redirect may lead from https to http.
    ///
    /// Such a hop is never part of the permanent address (A4 46e).
    package var allowsDowngrade = true

    /// Makes rules; ten hops, downgrades followed.
    package init() {}
}
