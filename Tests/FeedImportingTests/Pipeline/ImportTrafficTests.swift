import PodcastModel
import Testing

@testable import FeedImporting

struct ImportTrafficTests {
    private func traffic() -> ImportTraffic {
        let configuration = FeedImporterConfiguration(processorCount: 2)
        return ImportTraffic(
            configuration: configuration,
            lines: HostLines(limits: configuration.hostLimits, maximumActive: configuration.turnWidth),
            clock: PipelineClock(ContinuousClock()),
            now: { Timestamp(epochSeconds: 1_795_000_000) }
        )
    }

    private func request(_ path: String) -> FeedImportRequest {
        FeedImportRequest(name: path, source: .file(path: path))
    }

    @Test func whatComesWhenNothingMoreMayBeginIsNotWaitedFor() async throws {
        // Given a run that is cancelled while its source makes the next feed
        let traffic = traffic()
        #expect(traffic.add(request("/one")))
        #expect(traffic.close() == 1)

        // When
        let isTaken = traffic.add(request("/two"))

        // Then
        try #require(!isTaken)
        await traffic.drained()
        #expect(await traffic.departures().isEmpty)
    }
}
