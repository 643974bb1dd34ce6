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
        guard let address = builder.url(field.bytes) else { return }
        if name == .origlink {
            builder.item.originalLink = address
        } else {
            builder.choices.originalEnclosure = address
        }
    }
}
