import Testing

@testable import FeedImporting

struct SortedValuesTests {
    @Test(arguments: zip([0, 1, 2, 3, 4, 9], [0, 0, 1, 3, 3, 4]))
    func countsWhatIsLess(value: Int, count: Int) {
        #expect([1, 2, 2, 7].countBelow(value) == count)
        #expect([].countBelow(value) == 0)
    }
}
