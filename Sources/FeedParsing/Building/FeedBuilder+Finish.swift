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
        if root.kind == .rss || root.kind == .channel {
            let missing = RequiredTags.warnings(
                for: channel,
                items,
                hasITunesImage: hasITunesImage
            )
            for warning in missing {
                warnings.add(warning.kind, line: warning.line.map { $0 - warnings.firstLine }, warning.detail)
            }
        }
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
}
