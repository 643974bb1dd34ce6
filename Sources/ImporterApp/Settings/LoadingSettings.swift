package import FeedLoading
import Foundation

/// How feeds are loaded, as the operator decides.
package struct LoadingSettings: Sendable, Hashable {
    /// Whether names and redirects may lead into private networks
    /// (`allow-private-networks`).
    package var allowsPrivateNetworks = false
    /// Networks that names and redirects may lead into, whatever they are
    /// (`allow-networks`).
    package var allowedNetworks: [IPNetwork] = []
    /// Hosts that may have any address (`allow-hosts`).
    package var allowedHosts: [String] = []
    /// The ports that may be asked; nil for any (`allow-ports`).
    package var allowedPorts: Set<Int>?
    /// An explicit proxy (`proxy`); the usual environment variables are not
    /// obeyed, for a cron job must not go another way than the service.
    package var proxy: String?
    /// Where publishers can complain; part of the User-Agent (`contact`).
    package var contact = "https://github.com/podimport/podimport"
    /// A PEM file of authorities to trust instead of the system's
    /// (`authority-file`).
    package var authorityFile: String?
    /// How large a document may be, decoded (`transfer.decoded-bytes`).
    package var decodedBytes = SizeLimits().decodedBytes
    /// How much of a document may come over the network (`transfer.wire-bytes`).
    package var wireBytes = SizeLimits().wireBytes
    /// A file with user names and passwords (`credentials-file`).
    package var credentialsFile: String?
    /// The folder of the credentials that systemd hands over.
    package var credentialsDirectory: String?

    /// Settles the settings from the environment of the process.
    ///
    /// - Parameters:
    ///   - environment: the environment of the process.
    ///   - currentDirectory: what relative paths start from.
    /// - Throws: an error that names the variable and what was expected.
    package init(environment: [String: String], currentDirectory: String) throws(ImporterAppError) {
        let reader = EnvironmentReader(environment: environment)
        allowsPrivateNetworks = try ImporterSettings.flag("PODIMPORT_ALLOW_PRIVATE_NETWORKS", in: environment) ?? false
        allowedNetworks = try reader.list("PODIMPORT_ALLOW_NETWORKS", "networks such as 192.168.1.0/24") {
            IPNetwork($0)
        }
        allowedHosts = try reader.list("PODIMPORT_ALLOW_HOSTS", "hosts such as nas.lan, or .lan for all below it") {
            $0.contains("/") || $0.contains(":") ? nil : $0.lowercased()
        }
        let ports = try reader.list("PODIMPORT_ALLOW_PORTS", "ports from 1 to 65535") { text in
            Int(text).flatMap { (1...65_535).contains($0) ? $0 : nil }
        }
        if !ports.isEmpty { allowedPorts = Set(ports) }
        // A password may be in it, so what was wrong is not repeated.
        proxy = try reader.value("PODIMPORT_PROXY", "an address such as http://proxy.example:3128", isSecret: true) {
            text in
            let schemes = ["http://", "https://", "socks5://", "socks5h://"]
            return schemes.contains { text.hasPrefix($0) && text.count > $0.count } ? text : nil
        }
        contact =
            try reader.value("PODIMPORT_CONTACT", "an address of the web, or mailto:") { text in
                let isAddress = ["https://", "http://", "mailto:"].contains(where: text.hasPrefix)
                return isAddress && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x28 && $0 != 0x29 }
                    ? text : nil
            } ?? contact
        decodedBytes = try reader.byteCount("PODIMPORT_TRANSFER_DECODED_BYTES") ?? decodedBytes
        wireBytes = try reader.byteCount("PODIMPORT_TRANSFER_WIRE_BYTES") ?? wireBytes
        let path = { (text: String) in text.hasPrefix("/") ? text : currentDirectory + "/" + text }
        authorityFile = try reader.value("PODIMPORT_AUTHORITY_FILE", "a path", read: path)
        credentialsFile = try reader.value("PODIMPORT_CREDENTIALS_FILE", "a path", read: path)
        credentialsDirectory = try reader.value("CREDENTIALS_DIRECTORY", "a path", read: path)
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
        options.addressPolicy = AddressPolicy(
            allowsPrivateNetworks: allowsPrivateNetworks,
            allowedNetworks: allowedNetworks,
            allowedHosts: allowedHosts,
            allowedPorts: allowedPorts
        )
        return options
    }
}

/// Reads the values of variables and says what is wrong with them.
private struct EnvironmentReader {
    let environment: [String: String]

    /// A value as `read` understands it; nil if the variable is unset or empty.
    func value<Value>(
        _ name: String,
        _ expected: String,
        isSecret: Bool = false,
        read: (String) -> Value?
    ) throws(ImporterAppError) -> Value? {
        guard let text = environment[name], !text.isEmpty else { return nil }
        guard let value = read(text) else {
            let shown = isSecret ? name : "\(name)=\(text)"
            throw ImporterAppError(.configuration, "environment: \(shown): expected \(expected)")
        }
        return value
    }

    /// The values of a list whose parts are separated by commas or spaces.
    func list<Value>(
        _ name: String,
        _ expected: String,
        read: (String) -> Value?
    ) throws(ImporterAppError) -> [Value] {
        try value(name, expected) { text -> [Value]? in
            let parts = text.split { $0 == "," || $0.isWhitespace }
            let values = parts.compactMap { read(String($0)) }
            return values.count == parts.count ? values : nil
        } ?? []
    }

    /// A number of bytes: `1048576`, `512 KiB`, `64 MiB` or `1 GiB`.
    func byteCount(_ name: String) throws(ImporterAppError) -> Int? {
        try value(name, "a number of bytes such as 64 MiB, at least 1 KiB and at most 2 GiB") { text in
            let units = ["": 0, "b": 0, "kib": 10, "mib": 20, "gib": 30]
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            let unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
            guard let number = Int(digits), let shift = units[unit], (1...2 << 30).contains(number) else { return nil }
            let count = number << shift
            return (1 << 10...2 << 30).contains(count) ? count : nil
        }
    }
}
