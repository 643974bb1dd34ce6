/// The place where a podcast or an episode is discussed (podcast:socialInteract).
package struct SocialInteraction: Hashable, Sendable, Codable {
    package var `protocol`: String?
    package var uri: String?
    package var accountID: String?
    package var accountURL: String?
    /// Lower comes first.
    package var priority: Int?

    package init(
        `protocol`: String? = nil,
        uri: String? = nil,
        accountID: String? = nil,
        accountURL: String? = nil,
        priority: Int? = nil
    ) {
        self.protocol = `protocol`
        self.uri = uri
        self.accountID = accountID
        self.accountURL = accountURL
        self.priority = priority
    }
}
