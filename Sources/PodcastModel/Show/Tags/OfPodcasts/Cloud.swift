/// The rssCloud server of a feed (RSS cloud); kept, not used.
package struct Cloud: Hashable, Sendable, Codable {
    package var domain: String?
    package var port: Int?
    package var path: String?
    package var registerProcedure: String?
    package var `protocol`: String?

    package init(
        domain: String? = nil,
        port: Int? = nil,
        path: String? = nil,
        registerProcedure: String? = nil,
        `protocol`: String? = nil
    ) {
        self.domain = domain
        self.port = port
        self.path = path
        self.registerProcedure = registerProcedure
        self.protocol = `protocol`
    }
}
