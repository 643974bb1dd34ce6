import PodcastModel
import Testing

@testable import ImporterApp

struct ProgramDateTests {
    @Test func theProgramIsOlderThanTheMomentAndYoungerThanItsLanguage() throws {
        let date = try #require(ImporterApp.programDate)

        #expect(date <= ImporterApp.now())
        #expect(date.rfc3339 > "2024")
    }
}
