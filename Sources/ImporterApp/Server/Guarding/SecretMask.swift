import PodcastModel

/// Takes keys out of the addresses in an answer.
///
/// Names and passwords of feeds are kept apart from their addresses, but a feed
/// may repeat them in its links and its texts; and the feeds that are paid for
/// often have a key in their query. The media files are left alone: they are what
/// a listener asks for, and without the key there would be nothing to hear.
enum SecretMask {
    private static let mediaNames: Set<String> = ["enclosures", "alternateEnclosures"]

    static func masking(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(AddressKeys.masking(text.withoutUserinfoInAddresses))
        case .array(let values): .array(values.map(masking))
        case .object(let members):
            .object(members.map { mediaNames.contains($0.name) ? $0 : .init($0.name, masking($0.value)) })
        case .null, .bool, .integer, .number: value
        }
    }
}
