/// The RSS 1.0 syndication module: how often the feed changes.
enum SyndicationNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        scope == .channel && [.updateperiod, .updatefrequency, .updatebase].contains(name) ? .text : .unread
    }

    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .updateperiod: builder.parts.updatePeriod = field.string
        case .updatefrequency: builder.parts.updateFrequency = field.string
        case .updatebase: if builder.channel.updateBase == nil { builder.channel.updateBase = field.string }
        default: break
        }
    }
}
