import Testing

@testable import FeedImporting

struct TitleComparisonTests {
    @Test(arguments: [
        ("on birds", "the daily show: on birds", true),
        ("on birds - the daily show", "on birds", true),
        ("on birds", "on bees", false),
        // Where one was cut off its dots say so; a full stop does not.
        ("a long title th...", "a long title that goes on", true),
        ("a long title th ...", "a long title that goes on", true),
        ("on birds.", "on birdsong", false),
        // A number is no part of another.
        ("talk 1", "talk 10", false),
        ("2: on birds", "12: on birds", false),
        ("talk 1", "talk 1, part two", true),
        // What is shorter is part of too many.
        ("part", "part two", true),
        ("one", "one more", false),
        ("", "on birds", false),
    ])
    func oneTitleMayBeInAnother(first: String, second: String, isIn: Bool) {
        #expect(CanonicalTitle.areOneInAnother(first, second) == isIn)
        #expect(CanonicalTitle.areOneInAnother(second, first) == isIn)
        #expect(CanonicalTitle.areOneInAnotherButForNumbers(first, second) == isIn)
    }

    @Test(arguments: [
        ("#12: on birds", "ep. 12 - on birds and bees", true),
        ("#12: on birds", "on birds and bees", true),
        ("#12: on birds", "#13: on birds and bees", false),
        ("#12: on birds", "#12: on bees", false),
        // All of the one is in the other, whatever is in front of it.
        ("#12: on birds", "#13: #12: on birds", true),
    ])
    func numbersInFrontMayHaveComeOrGone(first: String, second: String, isIn: Bool) {
        #expect(CanonicalTitle.areOneInAnotherButForNumbers(first, second) == isIn)
        #expect(CanonicalTitle.areOneInAnotherButForNumbers(second, first) == isIn)
    }

    @Test(arguments: [
        ("on birds", "my beaks", false),
        ("on birds", "on birch trees", true),
        ("all about birds", "nothing about birds", true),
        ("on birds", "on bones", true),
        ("ééééabc", "eeeexyz", true),
        ("abcd", "abxy", true),
        ("abcd", "axyz", false),
        ("abc", "abc", false),
        ("", "", false),
    ])
    func titlesAreAlikeThatBeginOrEndSo(first: String, second: String, areAlike: Bool) {
        #expect(CanonicalTitle.areAlike(first, second) == areAlike)
        #expect(CanonicalTitle.areAlike(second, first) == areAlike)
    }

    @Test(arguments: [("ep12birds", nil), ("ep12 birds", "birds"), ("12 birds", nil), ("12: birds", "birds")])
    func aNumberInFrontIsMarkedAsOne(title: String, rest: String?) {
        #expect(CanonicalTitle.splittingNumber(of: title).map { String($0.rest) } == rest)
    }
}
