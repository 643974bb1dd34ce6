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
            return .container(.chapters)
        case (.chapters, .chapter):
            readChapter(attributes, &builder)
            return .skipped
        default:
            return .unread
        }
    }

    private static func readChapter(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) {
        guard builder.isInItem, builder.hasRoom(builder.item.chapters.count) else { return }
        guard let start = attributes[.start].flatMap(NormalPlayTime.parse) else {
            return builder.warn(.invalidValue, "a chapter has no start and was left out")
        }
        builder.item.chapters.append(
            ParsedChapter(
                startSeconds: start,
                title: attributes[.title].flatMap { FieldText($0).line },
                href: builder.url(attributes[.href]),
                imageURL: builder.url(attributes[.image])
            )
        )
    }
}
