/// The licence of Creative Commons, from before there was podcast:license; a link of Atom may say it, too (feed formats
/// B9, B12).
///
/// It stands in where podcast:license says nothing, and is kept, too.
enum CreativeCommonsNamespace {
    static func begin(_ name: LocalName) -> ElementRole {
        name == .license ? .text : .unread
    }

    static func end(_ field: FieldText, _ builder: inout FeedBuilder) {
        offer(builder.wholeAddress(field), &builder)
        field.leave()
    }

    /// Offers the address of a licence; the first counts.
    static func offer(_ url: String?, _ builder: inout FeedBuilder) {
        if builder.isInItem {
            builder.choices.otherLicense = builder.choices.otherLicense ?? url
        } else {
            builder.channelChoices.otherLicense = builder.channelChoices.otherLicense ?? url
        }
    }

    /// Takes it for the licence of the open item, or for that of the channel.
    static func settle(_ builder: inout FeedBuilder) {
        let choices = builder.isInItem ? builder.choices : builder.channelChoices
        guard let url = choices.otherLicense else { return }
        PodcastNamespace.change(&builder) { $0.license = $0.license ?? ParsedLicense(url: url) }
    }
}
