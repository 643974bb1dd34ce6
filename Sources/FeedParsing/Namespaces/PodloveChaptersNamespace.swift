/// Podlove Simple Chapters, written inside items (feed formats I).
enum PodloveChaptersNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch (scope, name) {
        case (.item, .chapters):
            // Two lists of chapters are none: the first that has any is read.
            guard builder.item.chapters.isEmpty else { return .unread }
            // The version is 1 in every version there is.
            _ = attributes[.version]
            return .container(.chapters)
        case (.chapters, .chapter):
            return readChapter(attributes, &builder)
        default:
            return .unread
        }
    }

    private static func readChapter(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        guard builder.isInItem, builder.hasRoom(builder.item.chapters.count) else { return .unread }
        guard let start = attributes.parsed(.start, NormalPlayTime.parse) else {
            builder.warn(.invalidValue, "a chapter has no start and was left out")
            return .unread
        }
        builder.item.chapters.append(
            ParsedChapter(
                startSeconds: start,
                title: attributes[.title].flatMap { FieldText($0).name },
                href: builder.url(attributes.address(.href, .url, .src)),
                imageURL: builder.url(attributes[.image])
            )
        )
        return .skipped
    }
}
