import Testing

@testable import FeedImporting

struct KeyTakersTests {
    /// Who can take a key if each item wants the key of the next, and the last that of somebody.
    private func takers(_ count: Int, last: KeyTakers.Holder) -> (items: Set<Int>, questions: Int) {
        var questions = 0
        let items = KeyTakers.among(Set(0..<count)) { item in
            questions += 1
            return item == count - 1 ? last : .item(item + 1)
        }
        return (items, questions)
    }

    @Test func oneThatCannotTakeAKeyHoldsUpAllThatWaitForIt() {
        // When the last of very many wants the key of an episode that is missing
        let (items, questions) = takers(20_000, last: .missing)

        // Then nobody gets a key, and nobody was asked twice
        #expect(items.isEmpty)
        #expect(questions == 20_000)
    }

    @Test func oneWhoseKeyIsFreeLetsAllThatWaitForItHaveTheirs() {
        let (items, questions) = takers(20_000, last: .nobody)
        #expect(items.count == 20_000)
        #expect(questions == 20_000)
    }

    @Test(arguments: [1, 2, 3])
    func inARingEachGetsTheNextOnesKey(count: Int) {
        #expect(takers(count, last: .item(0)).items.count == count)
    }

    @Test func anEpisodeThatTakesNoKeyKeepsItsOwn() {
        // 7 is not among them; 2 and 3 want one key.
        let holders: [Int: KeyTakers.Holder] = [
            1: .item(7), 2: .item(1), 3: .item(1), 4: .item(5), 5: .item(4), 6: .item(4), 8: .nobody,
        ]
        #expect(KeyTakers.among(Set(holders.keys)) { holders[$0] ?? .missing } == [4, 5, 6, 8])
    }
}
