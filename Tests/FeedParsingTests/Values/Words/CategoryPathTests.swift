import Testing

@testable import FeedParsing

struct CategoryPathTests {
    @Test(arguments: [
        ("Technology", ["Technology"]), ("Arts > Design", ["Arts", "Design"]),
        ("Arts &gt; Design", ["Arts", "Design"]),
        ("Society &amp; Culture", ["Society & Culture"]), ("Society &amp;amp; Culture", ["Society &amp; Culture"]),
        ("society and culture", ["Society & Culture"]), ("TV &amp; film", ["TV & Film"]), ("tech news", ["Tech News"]),
        ("Gadgets", ["Gadgets"]), ("My own", ["My own"]), ("", []), (" > ", []),
        ("News  &\nPolitics", ["News & Politics"]),
    ])
    func splitsAndSpells(text: String, expected: [String]) {
        #expect(CategoryPath.parse(text) == expected)
    }
}
