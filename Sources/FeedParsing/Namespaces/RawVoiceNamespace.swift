/// RawVoice, the namespace of PowerPress and Blubrry.
enum RawVoiceNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        scope == .channel && [.rating, .location, .frequency].contains(name) ? .text : .unread
    }

    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .rating: builder.channel.directory.rawVoiceRating = builder.channel.directory.rawVoiceRating ?? field.line
        case .location:
            builder.channel.directory.rawVoiceLocation = builder.channel.directory.rawVoiceLocation ?? field.line
        case .frequency:
            builder.channel.directory.rawVoiceFrequency = builder.channel.directory.rawVoiceFrequency ?? field.line
        default: break
        }
    }
}
