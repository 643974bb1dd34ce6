import PodcastModel
import Testing

@testable import FeedLoading

struct AddressPolicyTests {
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.255.254",
        "169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1",
        "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "64:ff9b::10.0.0.1",
        "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::1",
        "3fff::1",
        "5f00::1", "fc00::1", "fd00:ec2::254", "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1",
        "::ffff:0:10.0.0.1", "::ffff:0:7f00:1", "1::1", "1fff::1", "4000::1", "8000::1", "2002:a9fe:a9fe::",
    ])
    func deniesEverythingThatIsNotPublic(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(AddressPolicy().rule(against: address, host: "example.org") != nil)
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255", "2606:4700::1111", "2a00:1450:4001::200e", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1",
        "2002:101:101::",
        "2001:4860:4860::8888",
    ])
    func allowsEveryPublicAddress(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(AddressPolicy().rule(against: address, host: "example.org") == nil)
    }

    @Test func namesTheRule() throws {
        let policy = AddressPolicy()
        let private10 = try #require(IPAddress("10.0.0.1"))
        let mapped = try #require(IPAddress("::ffff:127.0.0.1"))
        #expect(policy.rule(against: private10, host: "h") == "private, 10.0.0.0/8")
        #expect(policy.rule(against: mapped, host: "h") == "loopback, 127.0.0.0/8, embedded")
    }

    @Test(arguments: [
        "127.0.0.1", "10.1.2.3", "192.168.1.1", "100.64.0.1", "::1", "fd12::1", "fe80::1", "::ffff:10.0.0.1",
    ])
    func privateNetworksCanBeOpened(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(AddressPolicy(allowsPrivateNetworks: true).rule(against: address, host: "h") == nil)
    }

    @Test(arguments: [
        "169.254.169.254", "fd00:ec2::254", "224.0.0.1", "255.255.255.255", "0.0.0.0", "::", "::ffff:169.254.169.254",
        "100.100.100.200", "fd20:ce::254",
    ])
    func openingPrivateNetworksOpensNothingElse(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(AddressPolicy(allowsPrivateNetworks: true).rule(against: address, host: "h") != nil)
    }

    @Test func aHostNamedByItsPrivateAddressMayHaveOneButNoOtherThatIsSpecial() throws {
        var policy = AddressPolicy()
        policy.open(try FeedURL("http://10.0.0.1/feed"), namedBy: .user)
        policy.open(try FeedURL("http://169.254.169.254/feed"), namedBy: .user)
        let inside = try #require(IPAddress("10.0.0.1"))
        let metadata = try #require(IPAddress("169.254.169.254"))
        #expect(policy.rule(against: inside, host: "10.0.0.1") == nil)
        #expect(policy.rule(against: inside, host: "example.org") != nil)
        #expect(policy.rule(against: metadata, host: "169.254.169.254") == "cloud metadata, 169.254.169.254/32")
    }

    @Test(arguments: [
        ("http://10.0.0.1/feed", AddressProvenance.others), ("http://intranet/feed", .user),
        ("http://167772161/feed", .user), ("http://0x0a.1/feed", .user), ("http://10.0.0.1.example.org/feed", .user),
    ])
    func onlyALiteralAddressThatSomebodyTypedOpensItsHost(text: String, provenance: AddressProvenance) throws {
        var policy = AddressPolicy()
        policy.open(try FeedURL(text), namedBy: provenance)
        #expect(policy == AddressPolicy())
    }

    @Test(arguments: [
        ("https://example.org/", nil), ("http://example.org/", 80), ("https://example.org:8443/", nil),
        ("http://example.org:25/", 25),
    ])
    func portsCanBeLimited(address: String, denied: Int?) throws {
        let url = try FeedURL(address)
        #expect(AddressPolicy(allowedPorts: [443, 8443]).deniedPort(of: url) == denied)
        #expect(AddressPolicy().deniedPort(of: url) == nil)
    }

    @Test func networksAndHostsCanBeAllowed() throws {
        let address = try #require(IPAddress("10.1.2.3"))
        let network = try #require(IPNetwork("10.1.0.0/16"))
        let otherNetwork = try #require(IPNetwork("10.2.0.0/16"))
        #expect(AddressPolicy(allowedNetworks: [network]).rule(against: address, host: "h") == nil)
        #expect(AddressPolicy(allowedNetworks: [otherNetwork]).rule(against: address, host: "h") != nil)
        let mapped = try #require(IPNetwork("::ffff:10.1.0.0/112"))
        for form in [address, try #require(IPAddress("::ffff:10.1.2.3"))] {
            #expect(AddressPolicy(allowedNetworks: [mapped]).rule(against: form, host: "h") == nil)
        }
        #expect(AddressPolicy(allowedHosts: ["nas.lan"]).rule(against: address, host: "nas.lan") == nil)
        #expect(AddressPolicy(allowedHosts: ["nas.lan"]).rule(against: address, host: "evil-nas.lan") != nil)
        #expect(AddressPolicy(allowedHosts: [".lan"]).rule(against: address, host: "nas.lan") == nil)
        #expect(AddressPolicy(allowedHosts: [".lan"]).rule(against: address, host: "nas.lan.example.org") != nil)
    }
}

struct IPNetworkTests {
    @Test(arguments: ["10.0.0.0/8", "10.0.0.1", "fc00::/7", "::/0", "0.0.0.0/0", "::1/128"])
    func readsBlocksAndSingleAddresses(text: String) {
        #expect(IPNetwork(text) != nil)
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "::/129", "10.0.0/8", "10.0.0.0/", "10.0.0.0/-1", "host", "0x7f.1", "2130706433/8",
    ])
    func refusesEverythingElse(text: String) {
        #expect(IPNetwork(text) == nil)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("0.0.0.0/0", "8.8.8.8", true),
        ("0.0.0.0/0", "::1", false), ("2001:db8::/32", "2001:db8:ffff::1", true),
        ("2001:db8::/32", "2001:db9::1", false),
        ("::1/128", "::1", true), ("::1/128", "::2", false), ("fe80::/65", "fe80::8000:0:0:0", false),
        ("fe80::/65", "fe80::1", true), ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.8", false),
        ("::ffff:10.0.0.0/104", "10.1.2.3", true), ("::ffff:10.0.0.0/104", "11.0.0.0", false),
        ("::ffff:10.0.0.7", "10.0.0.7", true), ("::ffff:0:0/96", "8.8.8.8", true),
    ])
    func containsExactlyItsAddresses(network: String, address: String, isInside: Bool) throws {
        let network = try #require(IPNetwork(network))
        let address = try #require(IPAddress(address))
        #expect(network.contains(address) == isInside)
    }

    @Test(arguments: ["10.1.2.3", "2001:db8::1", "::1", "fe80::1"])
    func addressesReadBackAsWritten(text: String) throws {
        #expect(try #require(IPAddress(text)).description == text)
    }
}
