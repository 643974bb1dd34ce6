/// Dublin Core elements and terms, which only count where the format's own
/// element is missing (feed formats B11).
///
/// Dates, languages, rights and every second element are kept as they are too:
/// what stands beside its namesake of the format says something else.
enum DublinCoreNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        guard scope == .item || scope == .channel else { return .unread }
        switch name {
        case .creator, .date, .title, .language, .subject, .rights, .created, .modified, .issued:
            return .text
        case .description:
            return .markup
        case .publisher:
            return scope == .channel ? .text : .unread
        default:
            return .unread
        }
    }

    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .language:
            if !builder.chooseLanguage(field.bytes, rank: 1) || scope == .channel { field.leave() }
        case .rights:
            builder.chooseRights(field.name, rank: 1)
            field.leave()
        case .subject:
            guard let text = field.line else { return }
            builder.addCategory(ParsedCategory(text: text, domain: nil, label: nil))
        default:
            if scope == .item {
                endInItem(name, field, &builder)
            } else {
                endInChannel(name, field, &builder)
            }
        }
    }

    private static func endInItem(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .creator:
            guard let creator = field.person, builder.hasRoom(builder.item.creators.count, Allowance.Weight.word) else {
                return
            }
            builder.item.creators.append(creator)
        case .date, .issued:
            builder.choosePublished(field, rank: 1)
            field.leave()
        case .created:
            builder.choosePublished(field, rank: 3)
            field.leave()
        case .modified:
            builder.chooseUpdated(field, rank: 1)
            field.leave()
        case .title:
            if builder.item.otherTexts.dublinCoreTitle == nil {
                builder.item.otherTexts.dublinCoreTitle = field.title
            }
        case .description:
            if builder.item.otherTexts.dublinCoreDescription == nil {
                builder.item.otherTexts.dublinCoreDescription = field.notes
            }
        default: break
        }
    }

    private static func endInChannel(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .creator:
            guard let creator = field.person, builder.hasRoom(builder.channel.creators.count, Allowance.Weight.word)
            else { return }
            builder.channel.creators.append(creator)
        case .publisher: if builder.channel.publisherName == nil { builder.channel.publisherName = field.person }
        case .date, .modified:
            builder.chooseLastBuild(field, rank: 2)
            field.leave()
        case .title:
            if builder.channel.otherTexts.dublinCoreTitle == nil {
                builder.channel.otherTexts.dublinCoreTitle = field.title
            }
        case .description:
            if builder.channel.otherTexts.dublinCoreDescription == nil {
                builder.channel.otherTexts.dublinCoreDescription = field.notes
            }
        default: break
        }
    }
}
