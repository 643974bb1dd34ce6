package import FeedLoading
import PodcastModel

/// How feeds are loaded, as the operator decides.
package struct LoadingSettings: Sendable, Hashable {
    /// Whether names and redirects may lead into private networks
    /// (`allow-private-networks`).
    package let allowsPrivateNetworks: Bool
    /// Networks that names and redirects may lead into, whatever they are
    /// (`allow-networks`).
    package let allowedNetworks: [IPNetwork]
    /// Hosts that may have any address (`allow-hosts`).
    package let allowedHosts: [String]
    /// The ports that may be asked; nil for any (`allow-ports`).
    package let allowedPorts: Set<Int>?
    /// An explicit proxy (`proxy`); the usual environment variables are not
    /// obeyed, for a cron job must not go another way than the service.
    package let proxy: String?
    /// Where publishers can complain; part of the User-Agent (`contact`).
    package let contact: String
    /// A PEM file of authorities to trust instead of the system's
    /// (`authority-file`).
    package let authorityFile: String?
    /// How large a document may be, decoded (`transfer.decoded-bytes`).
    package let decodedBytes: Int
    /// How much of a document may come over the network (`transfer.wire-bytes`).
    package let wireBytes: Int
    /// A file with user names and passwords (`credentials-file`).
    package let credentialsFile: String?
    /// The folder of the credentials that systemd hands over.
    package let credentialsDirectory: String?

    /// How long things may take (`transfer.connect-timeout` and so on).
    package let timeLimits: TimeLimits
    /// Decoded bytes for each byte transferred (`transfer.compression-ratio`).
    package let compressionRatio: Int
    /// How many redirects are followed in a row (`transfer.redirects`).
    package let redirectCount: Int

    /// Takes what was settled.
    ///
    /// - Parameters:
    ///   - settled: the values of the settings.
    ///   - paths: what the paths among them start from.
    ///   - credentialsDirectory: where systemd has put credentials.
    /// - Throws: an error that says where the text stands and what was expected.
    init(
        _ settled: SettledValues,
        paths: PathOrigin,
        credentialsDirectory: String?
    ) throws(ImporterAppError) {
        allowsPrivateNetworks = try settled[.allowPrivateNetworks].flag()
        allowedNetworks = try settled[.allowNetworks].list { IPNetwork($0) }
        allowedHosts = try settled[.allowHosts].list { Self.allowedHost($0) }
        let ports = try settled[.allowPorts].list { Self.port($0) }
        allowedPorts = ports.isEmpty ? nil : Set(ports)
        proxy = try settled[.proxy].formedText()
        contact = try settled[.contact].formedText() ?? Setting.projectPage
        decodedBytes = try settled[.decodedBytes].bytes()
        wireBytes = try settled[.wireBytes].bytes()
        compressionRatio = try settled[.compressionRatio].count()
        redirectCount = try settled[.redirects].count()
        var limits = TimeLimits()
        limits.connect = try settled[.connectTimeout].seconds() * 1000
        limits.idle = try settled[.idleTimeout].seconds() * 1000
        limits.total = try settled[.totalTimeout].seconds() * 1000
        limits.minimumRate = try settled[.minimumRate].bytes()
        // A server that may be silent for longer sends less for as long.
        limits.minimumRateSeconds = max(limits.minimumRateSeconds, limits.idle / 1000)
        timeLimits = limits
        authorityFile = paths.path(of: settled[.authorityFile])
        credentialsFile = paths.path(of: settled[.credentialsFile])
        self.credentialsDirectory = credentialsDirectory.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a text can stand in the brackets of a User-Agent, and leads to somebody.
    static func isContact(_ text: String) -> Bool {
        let isAddress = ["https://", "http://", "mailto:"].contains(where: text.hasPrefix)
        return isAddress && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x28 && $0 != 0x29 }
    }

    /// A port; nil if the text is none.
    static func port(_ text: String) -> Int? {
        Int(text).flatMap { (1...65_535).contains($0) ? $0 : nil }
    }

    /// A host in the form in which addresses have it; nil if the text is none.
    ///
    /// What no address has, such as a pattern, would open nothing, and nobody would know why.
    static func allowedHost(_ text: String) -> String? {
        guard !text.contains(where: { #"/\:*@?#"#.contains($0) }) else { return nil }
        let dot = text.hasPrefix(".") ? "." : ""
        return FeedURL(ifValid: "http://\(text.dropFirst(dot.count))/").map { dot + $0.host }
    }

    /// What the settings mean for a transfer.
    ///
    /// - Parameter version: the program's.
    /// - Returns: the options for feeds without wishes of their own.
    package func transferOptions(version: String) -> TransferOptions {
        var options = TransferOptions(
            userAgent: TransferOptions.userAgent(version: version, contact: contact),
            proxy: proxy
        )
        options.trust.authorityFile = authorityFile
        options.sizeLimits.decodedBytes = decodedBytes
        options.sizeLimits.wireBytes = wireBytes
        options.sizeLimits.ratio = compressionRatio
        options.timeLimits = timeLimits
        options.redirects.maximumCount = redirectCount
        options.addressPolicy = AddressPolicy(
            allowsPrivateNetworks: allowsPrivateNetworks,
            allowedNetworks: allowedNetworks,
            allowedHosts: allowedHosts,
            allowedPorts: allowedPorts
        )
        return options
    }
}
