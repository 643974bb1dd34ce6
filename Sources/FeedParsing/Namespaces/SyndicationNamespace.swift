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
        case .updateperiod where builder.parts.lasting.updatePeriod == nil:
            builder.parts.lasting.updatePeriod = field.string
        case .updatefrequency where builder.parts.lasting.updateFrequency == nil:
            builder.parts.lasting.updateFrequency = field.string
        case .updatebase: if builder.channel.updateBase == nil { builder.channel.updateBase = field.string }
        default: break
        }
    }

    /// Makes one interval of the period and the frequency, when the document has ended; what is neither is kept.
    static func finish(_ builder: inout FeedBuilder) {
        let (period, frequency) = (builder.parts.lasting.updatePeriod, builder.parts.lasting.updateFrequency)
        // A frequency alone is one of a day (http polling A2 27).
        if let period = period ?? frequency.map({ _ in "daily" }) {
            builder.channel.updatePeriodSeconds = ScheduleHints.updatePeriodSeconds(
                period: period,
                frequency: frequency
            )
        }
        if builder.channel.updatePeriodSeconds == nil { builder.keep("updatePeriod", period, in: .syndication) }
        if let frequency, ASCIIText.withBytes(of: frequency, WholeNumber.parse) ?? 0 < 1 {
            builder.keep("updateFrequency", frequency, in: .syndication)
        }
    }
}
