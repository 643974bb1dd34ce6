/// Where listeners talk to each other (podcast:chat).
package struct Chat: Hashable, Sendable, Codable {
    package var server: String?
    package var `protocol`: String?
    package var accountID: String?
    package var space: String?

    package init(
        server: String? = nil,
        `protocol`: String? = nil,
        accountID: String? = nil,
        space: String? = nil
    ) {
        self.server = server
        self.protocol = `protocol`
        self.accountID = accountID
        self.space = space
    }
}
