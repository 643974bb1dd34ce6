import CLibXML2
import Testing

@testable import FeedParsing

/// When libxml2 is told that reading has ended.
struct StoppedParserTests {
    @Test(arguments: [true, false])
    func isStoppedOnlyWhenTheEventIsOver(needsCleaning: Bool) throws {
        // Given a parser, which frees its input when it is stopped, and with it what an event was given
        let parser = try #require(xmlCreatePushParserCtxt(nil, nil, nil, 0, nil))
        defer { xmlFreeParserCtxt(parser) }
        var builder = FeedBuilder.forTests()
        builder.parser = parser

        // When
        if needsCleaning { builder.stopForCleaning() } else { builder.stopAtLimit("enough") }
        let isStoppedAtOnce = parser.pointee.instate == XML_PARSER_EOF
        builder.haltIfStopped()

        // Then
        #expect(!isStoppedAtOnce)
        #expect(parser.pointee.instate == XML_PARSER_EOF)
        builder.parser = nil
    }
}

extension FeedBuilder {
    /// One for an RSS document of a hundred bytes.
    static func forTests() -> FeedBuilder {
        let configuration = FeedParserConfiguration()
        return FeedBuilder(
            configuration: configuration,
            documentBase: nil,
            documentBytes: 100,
            allowance: Allowance(documentBytes: 100, configuration: configuration),
            textFile: nil,
            root: SniffedDocument.Root(kind: .rss),
            firstLine: 0
        )
    }
}
