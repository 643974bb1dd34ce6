import PodcastModel

/// Takes keys out of the addresses in an answer.
///
/// Names and passwords of feeds are kept apart from their addresses, but a feed
/// may repeat them in its links; and the feeds that are paid for often have a
/// key in their query. The media files are left alone: they are what a listener
/// asks for, and without the key there would be nothing to hear.
enum SecretMask {
    private static let mediaNames: Set<String> = ["enclosures", "alternateEnclosures"]

    static func masking(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(masking(text))
        case .array(let values): .array(values.map(masking))
        case .object(let members):
            .object(members.map { mediaNames.contains($0.name) ? $0 : .init($0.name, masking($0.value)) })
        case .null, .bool, .integer, .number: value
        }
    }

    private static func masking(_ text: String) -> String {
        guard text.hasPrefix("http") else { return text }
        let text = FeedAddress.withoutUserinfo(text)
        guard text.utf8.contains(UInt8(ascii: "?")) else { return text }
        do {
            return try FeedURL(text).maskingKeys
        } catch {
            // No address, but a text that begins like one.
            return text
        }
    }
}
