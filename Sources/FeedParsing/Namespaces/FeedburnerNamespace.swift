/// FeedBurner, which keeps the addresses it replaced.
enum FeedburnerNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        scope == .item && (name == .origlink || name == .origenclosurelink) ? .text : .unread
    }

    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        if name == .origlink, builder.item.originalLink == nil {
            builder.item.originalLink = builder.url(field.bytes)
        } else if name == .origenclosurelink, builder.choices.originalEnclosure == nil {
            builder.choices.originalEnclosure = builder.url(field.bytes)
        }
    }
}
