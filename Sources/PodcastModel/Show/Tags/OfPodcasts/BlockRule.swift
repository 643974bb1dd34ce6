/// A wish not to be listed on a service (podcast:block); kept, never acted on.
package struct BlockRule: Hashable, Sendable, Codable {
    /// The service, or nil for all.
    package var id: String?
    package var block: Bool

    package init(id: String? = nil, block: Bool) {
        self.id = id
        self.block = block
    }
}
