import FeedLoading
import Testing

@testable import ImporterApp

struct LoadingSettingsTests {
    private func settings(_ environment: [String: String]) throws(ImporterAppError) -> LoadingSettings {
        try ImporterSettings(SettingsSources(environment: environment, currentDirectory: "/work")).loading
    }

    @Test func nothingSetMeansTheDefaultsOfTheLoader() throws {
        let options = try settings(["http_proxy": "http://proxy.example:3128", "ALL_PROXY": "x"])
            .transferOptions(version: "1.2")
        #expect(options.userAgent == "podimport/1.2 (+https://github.com/podimport/podimport)")
        #expect(options.proxy == nil)
        #expect(options.addressPolicy == AddressPolicy())
        #expect(options.sizeLimits == SizeLimits())
        #expect(options.trust == TransferTrust())
    }

    @Test(arguments: [("1s", 20), ("20s", 20), ("2m", 120)])
    func aServerThatMayBeSilentForLongIsNotGivenUpAsTooSlow(silence: String, seconds: Int) throws {
        let options = try settings(["PODIMPORT_TRANSFER_IDLE_TIMEOUT": silence]).transferOptions(version: "1.2")
        #expect(options.timeLimits.minimumRateSeconds == seconds)
    }

    @Test func everySettingReachesTheTransfer() throws {
        let options = try settings([
            "PODIMPORT_ALLOW_NETWORKS": "192.168.1.0/24, fd00::/8", "PODIMPORT_ALLOW_HOSTS": "NAS.lan,.home.arpa",
            "PODIMPORT_ALLOW_PORTS": "80 443 8080", "PODIMPORT_PROXY": "socks5h://127.0.0.1:9050",
            "PODIMPORT_CONTACT": "https://radio.example/bot", "PODIMPORT_AUTHORITY_FILE": "ca.pem",
            "PODIMPORT_TRANSFER_DECODED_BYTES": "128 MiB", "PODIMPORT_TRANSFER_WIRE_BYTES": "1048576",
        ])
        .transferOptions(version: "1.2")
        let networks = [try #require(IPNetwork("192.168.1.0/24")), try #require(IPNetwork("fd00::/8"))]
        #expect(options.addressPolicy.allowedNetworks == networks)
        #expect(options.addressPolicy.allowedHosts == ["nas.lan", ".home.arpa"])
        #expect(options.addressPolicy.allowedPorts == [80, 443, 8080])
        #expect(options.proxy == "socks5h://127.0.0.1:9050")
        #expect(options.userAgent == "podimport/1.2 (+https://radio.example/bot)")
        #expect(options.trust.authorityFile == "/work/ca.pem")
        #expect(options.trust.verifiesCertificate)
        #expect(options.sizeLimits.decodedBytes == 128 << 20)
        #expect(options.sizeLimits.wireBytes == 1 << 20)
    }

    @Test(arguments: [
        ("PODIMPORT_ALLOW_NETWORKS", "10.0.0.0/33"), ("PODIMPORT_ALLOW_NETWORKS", "10.0.0.0/8,x"),
        ("PODIMPORT_ALLOW_HOSTS", "http://nas.lan"), ("PODIMPORT_ALLOW_PORTS", "0"), ("PODIMPORT_ALLOW_PORTS", "http"),
        ("PODIMPORT_PROXY", "http://proxy.example:99999"), ("PODIMPORT_CONTACT", "me"),
        ("PODIMPORT_CONTACT", "https://a.example/)\r\nX: 1"),
        ("PODIMPORT_TRANSFER_DECODED_BYTES", "big"), ("PODIMPORT_TRANSFER_DECODED_BYTES", "1"),
        ("PODIMPORT_TRANSFER_DECODED_BYTES", "99999999999999 GiB"), ("PODIMPORT_TRANSFER_WIRE_BYTES", "-1"),
    ])
    func namesWhatCannotBeUnderstood(name: String, value: String) {
        let error = #expect(throws: ImporterAppError.self) { try settings([name: value]) }
        #expect(error?.kind == .configuration)
        #expect(error?.message.hasPrefix("environment (\(name)): ") == true)
    }

    /// Either would open nothing.
    @Test(arguments: ["*.lan", "nas.lan, *.lan", "*", ".", ".."])
    func aPatternOfHostsIsRefusedWithTheWayToWriteIt(value: String) {
        let error = #expect(throws: ImporterAppError.self) { try settings(["PODIMPORT_ALLOW_HOSTS": value]) }
        #expect(error?.kind == .configuration)
        #expect(error?.message.contains("or .lan for all below it, found “\(value)”") == true)
    }

    @Test(arguments: [("NAS.lan.", "nas.lan"), ("münchen.example", "xn--mnchen-3ya.example"), (".Lan.", ".lan")])
    func aHostIsAllowedInAnySpelling(text: String, host: String) throws {
        let options = try settings(["PODIMPORT_ALLOW_HOSTS": text]).transferOptions(version: "1.2")
        #expect(options.addressPolicy.allowedHosts == [host])
    }

    @Test func aProxyThatCannotBeUnderstoodIsNotRepeated() {
        let error = #expect(throws: ImporterAppError.self) {
            try settings(["PODIMPORT_PROXY": "user:secret@proxy.example"])
        }
        #expect(error?.message.hasPrefix("environment (PODIMPORT_PROXY): proxy: expected ") == true)
        #expect(error?.message.contains("secret") == false)
    }
}
