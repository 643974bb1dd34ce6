/// The suites there are, in the order of the table.
package enum AllSuites {
    /// Every suite.
    package static let suites: [any ConformanceSuite] = [
        PodcastparserSuite(), GofeedSuite(), RSSParserSuite(), FeedsmithSuite(), RubycocosSuite(),
    ]
}
