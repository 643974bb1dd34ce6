import Testing

@testable import ImporterApp

struct OpenFileLimitTests {
    @Test(arguments: [0, 16, 63])
    func aLimitThatIsTooLowIsNamed(limit: Int) {
        let error = #expect(throws: ImporterAppError.self) { try OpenFileLimit.check(limit) }
        #expect(error?.kind == .configuration)
        #expect(error?.message.contains("no more than \(limit) files") == true)
    }

    @Test(arguments: [64, 1024, -1])
    func aLimitThatIsHighEnoughIsAccepted(limit: Int) {
        #expect(throws: Never.self) { try OpenFileLimit.check(limit) }
    }

    @Test(arguments: [(-1, 256), (4096, 256), (608, 256), (256, 80), (64, 8)])
    func connectionsLeaveDescriptorsForLoadingFeeds(limit: Int, connections: Int) {
        #expect(OpenFileLimit.connections(within: limit) == connections)
    }
}
