/// Spotify's namespace: how many episodes to keep, and where the show is from.
enum SpotifyNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch (scope, name) {
        case (.channel, .limit):
            guard let count = attributes.integer(.recentcount) else { return .unread }
            builder.channel.directory.spotifyRecentCount = count
            return .skipped
        case (.channel, .countryoforigin):
            return .text
        default:
            return .unread
        }
    }

    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        if name == .countryoforigin, builder.channel.directory.spotifyCountryOfOrigin == nil {
            builder.channel.directory.spotifyCountryOfOrigin = field.line
        }
    }
}
