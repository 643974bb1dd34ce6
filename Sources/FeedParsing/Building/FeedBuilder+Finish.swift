extension FeedBuilder {
    /// The feed, when the document has ended.
    mutating func finished(encoding: String, isComplete: Bool) -> ParsedFeed {
        GooglePlayNamespace.finish(&self)
        if let title = channelChoices.otherTitle { settle(otherTitle: title) }
        SyndicationNamespace.finish(&self)
        for prefix in names.undeclaredPrefixes {
            warnings.add(
                .undeclaredPrefix,
                line: nil,
                "the prefix \"\(prefix)\" is not declared and was taken by its usual meaning"
            )
        }
        addMissingTags()
        UnprefixedITunes.settleChannel(&self)
        CreativeCommonsNamespace.settle(&self)
        channel.podcast.orderSocialInteractions()
        return ParsedFeed(
            format: format,
            encoding: encoding,
            isComplete: isComplete,
            warnings: warnings.finished(),
            channel: channel,
            items: items
        )
    }

    /// Says what a podcast lacks of the tags it must have (feed formats M).
    private mutating func addMissingTags() {
        guard isRSS, isPodcastWithoutItems || itemsArePlayable else { return }
        let missing = leftOutItems?.missing ?? missingItemTags.moved(by: -warnings.firstLine)
        for warning in RequiredTags.warnings(for: channel, missing, hasITunesImage: hasITunesImage) {
            warnings.add(warning.kind, line: warning.line, warning.detail)
        }
    }
}
