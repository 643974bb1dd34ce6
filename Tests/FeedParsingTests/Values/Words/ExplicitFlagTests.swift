import Testing

@testable import FeedParsing

struct ExplicitFlagTests {
    @Test(arguments: ["yes", "Yes", "YES", "true", " true ", "True", "explicit", "Explicit\n"])
    func isTrue(text: String) {
        #expect(ExplicitFlag.parse(text) == true)
    }

    @Test(arguments: ["no", "No", "NO", "false", " false", "clean", "CLEAN", "\tclean\n"])
    func isFalse(text: String) {
        #expect(ExplicitFlag.parse(text) == false)
    }

    @Test(arguments: ["", " ", "very", "0", "1", "yes, very", "y", "n", "explicit!", "notExplicit"])
    func inheritsForTheRest(text: String) {
        #expect(ExplicitFlag.parse(text) == nil)
    }
}
