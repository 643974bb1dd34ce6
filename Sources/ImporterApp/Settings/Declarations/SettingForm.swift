import FeedLoading

/// What a text has to be, or each part of a list, of which more is known than its kind says.
enum SettingForm: Hashable, Sendable {
    case any
    case loopbackAddress
    case contact
    case proxy
    case network
    case host
    case port
    case feedsPerSecond
    case daysOrForever

    /// What the operator has to write, in words; nil if any text will do.
    var expectation: String? {
        switch self {
        case .any: nil
        case .loopbackAddress: ListenAddress.expectation
        case .contact: "an address of the web, or mailto:"
        case .proxy: "an address such as http://proxy.example:3128"
        case .network: "networks such as 192.168.1.0/24"
        case .host: "hosts such as nas.lan, or .lan for all below it"
        case .port: "ports from 1 to 65535"
        case .feedsPerSecond: "a number from 0.1 to 100000"
        case .daysOrForever: "a number of days, or forever"
        }
    }

    func isMet(by text: String) -> Bool {
        switch self {
        case .any: true
        case .loopbackAddress: ListenAddress(text) != nil
        case .contact: LoadingSettings.isContact(text)
        case .proxy: ProxyAddress.isUsable(text)
        case .network: IPNetwork(text) != nil
        case .host: LoadingSettings.allowedHost(text) != nil
        case .port: LoadingSettings.port(text) != nil
        case .feedsPerSecond: Double(text).map { (0.1...100_000).contains($0) } ?? false
        case .daysOrForever: text == "forever" || Int(text).map { (0...36_500).contains($0) } ?? false
        }
    }
}
