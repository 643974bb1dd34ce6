/// Feed paging and archiving, RFC 5005.
enum HistoryNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch (scope, name) {
        case (.channel, .complete):
            builder.channel.archiveIsComplete = true
            return .skipped
        case (.channel, .archive):
            builder.channel.isArchive = true
            return .skipped
        default:
            return .unread
        }
    }
}
