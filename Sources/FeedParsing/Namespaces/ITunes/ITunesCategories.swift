/// The categories of iTunes and Google Play, which stand in one another (feed formats G).
enum ITunesCategories {
    /// A category that is open.
    struct Open {
        /// What its attribute calls it; empty where it has none.
        let name: [String]
        /// The categories in it that have ended, each from this one on.
        var inside: [[String]] = []
    }

    /// Opens a category of the channel, which may hold others.
    static func begin(
        _ attributes: XMLAttributes,
        isGooglePlay: Bool,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        builder.parts.categoriesAreGooglePlay = isGooglePlay
        builder.parts.openCategories.removeAll(keepingCapacity: true)
        return beginInside(attributes, &builder)
    }

    /// Opens a category in another one.
    static func beginInside(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        builder.parts.openCategories.append(Open(name: attributes[.text].map(CategoryPath.parse) ?? []))
        return .container(.category)
    }

    /// Closes a category, which some write as text: before what is in it, or behind that.
    ///
    /// A path such as "Arts > Design" is as good as two categories. Of one that has both an attribute and a text the
    /// attribute is its name, as Apple has it.
    static func end(_ text: FieldText, _ builder: inout FeedBuilder) {
        guard let category = builder.parts.openCategories.popLast() else { return }
        let written = text.isEmpty ? [] : CategoryPath.parse(text.bytes)
        let name = category.name.isEmpty ? written : category.name
        if written != name, !written.isEmpty {
            builder.keep("category", text.string, in: builder.parts.categoriesAreGooglePlay ? .googlePlay : .itunes)
        }
        if category.inside.isEmpty { add(name, &builder) }
        for path in category.inside { add(name + path, &builder) }
    }

    /// Adds a category to the one around it, else to the channel.
    private static func add(_ path: [String], _ builder: inout FeedBuilder) {
        guard !path.isEmpty else { return }
        if let outer = builder.parts.openCategories.indices.last {
            guard !builder.parts.openCategories[outer].inside.contains(path),
                builder.hasRoomForDistinct(builder.parts.openCategories[outer].inside.count)
            else { return }
            builder.parts.openCategories[outer].inside.append(path)
        } else if builder.parts.categoriesAreGooglePlay {
            guard !builder.parts.lasting.googlePlayCategories.contains(path),
                builder.hasRoomForDistinct(builder.parts.lasting.googlePlayCategories.count)
            else { return }
            builder.parts.lasting.googlePlayCategories.append(path)
        } else {
            guard !builder.channel.itunesCategories.contains(path),
                builder.hasRoomForDistinct(builder.channel.itunesCategories.count)
            else { return }
            builder.channel.itunesCategories.append(path)
        }
    }
}
