/// The RSS content module: content:encoded (feed formats B10).
enum ContentNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        name == .encoded && scope == .item ? .markup : .unread
    }

    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        guard builder.choices.content > 0, let content = field.notes else { return }
        if let other = builder.item.content { builder.keep("content", other, in: .atom) }
        builder.choices.content = 0
        builder.item.content = content
        builder.item.contentType = .html
    }
}
