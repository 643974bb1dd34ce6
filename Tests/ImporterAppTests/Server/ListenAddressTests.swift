import Testing

@testable import ImporterApp

struct ListenAddressTests {
    @Test func readsAddressesOfTheLoopback() {
        #expect(ListenAddress("127.0.0.1:8123")?.port == 8123)
        #expect(ListenAddress("localhost:1")?.host == "127.0.0.1")
        #expect(ListenAddress("[::1]:8123")?.isIPv6 == true)
    }

    @Test(arguments: [
        "0.0.0.0:80", "[::]:80", "192.168.1.5:80", ":80", "80", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:70000",
    ])
    func readsNoOthers(text: String) {
        #expect(ListenAddress(text) == nil)
    }
}
