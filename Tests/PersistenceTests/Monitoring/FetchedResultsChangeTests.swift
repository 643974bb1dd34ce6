import TestSupport
import Testing

@testable import Persistence

struct FetchedResultsChangeTests {
    /// A row as small as a row can be.
    private struct Item: FetchedRow, CustomStringConvertible {
        let id: Int64
        var text = "a"
        var section = "s"

        var description: String { "\(section)\(id)\(text)" }
    }

    private typealias Results = FetchedResults<Item>
    private typealias Change = FetchedResultsChange<Item>

    private func results(_ ids: Int64...) -> Results {
        Results(rows: ids.map { Item(id: $0) })
    }

    private func at(_ row: Int, section: Int = 0) -> RowPosition {
        RowPosition(section: section, row: row)
    }

    // MARK: - Any lists

    /// A list like those of a store: numbers are unique, order and sections anything.
    private func randomResults(_ random: inout SeededGenerator) -> Results {
        let size = random.next(below: 12)
        let ids = (1...16).shuffled(using: &random).prefix(size)
        let items = ids.map { id in
            Item(id: Int64(id), text: ["a", "b"][random.next(below: 2)], section: "xyz\(random.next(below: 4))")
        }
        return random.next(below: 3) == 0 ? Results(rows: items) : Results(rows: items, sectionedBy: \.section)
    }

    @Test(arguments: 1...20)
    func bringsAnyListToAnyOther(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let (old, new) = (randomResults(&random), randomResults(&random))

            let change = Change(from: old, to: new)

            #expect(change.applied(to: old) == new, "\(old) to \(new)")
            #expect(change.isEmpty == (old == new))
        }
    }

    @Test(arguments: 1...10)
    func movesNoMoreRowsThanMustMove(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let old = (1...7).shuffled(using: &random).map { Item(id: Int64($0)) }
            let new = old.shuffled(using: &random)

            let moves = Change(from: Results(rows: old), to: Results(rows: new)).rows.count

            // Every subsequence of seven rows, tried one by one.
            let longest = (0..<128).map { mask in
                let places = new.indices.filter { mask >> $0 & 1 == 1 }.compactMap { old.firstIndex(of: new[$0]) }
                return places == places.sorted() ? places.count : 0
            }
            .max()
            #expect(moves == 7 - (longest ?? 0))
        }
    }

    // MARK: - Each kind

    @Test func tellsWhatWasInsertedDeletedUpdatedAndMoved() {
        let changed = Item(id: 3, text: "b")
        let new = Results(rows: [Item(id: 5), Item(id: 4), Item(id: 1), changed])

        let change = Change(from: results(1, 2, 3, 4), to: new)

        #expect(
            change.rows == [
                .delete(Item(id: 2), from: at(1)), .insert(Item(id: 5), at: at(0)),
                .move(Item(id: 4), from: at(3), at: at(1)), .update(changed, from: at(2), at: at(3)),
            ]
        )
        #expect(change.sections == [])
    }

    @Test func tellsOfSectionsThatComeGoAndChangePlaces() {
        let old = Results(
            rows: [Item(id: 1, section: "a"), Item(id: 2, section: "b"), Item(id: 3, section: "c")],
            sectionedBy: \.section
        )
        let new = Results(
            rows: [Item(id: 3, section: "c"), Item(id: 1, section: "a"), Item(id: 2, section: "d")],
            sectionedBy: \.section
        )

        let change = Change(from: old, to: new)

        #expect(
            change.sections == [
                .delete(name: "b", from: 1), .insert(name: "d", at: 2), .move(name: "c", from: 2, at: 0),
            ]
        )
        #expect(change.rows == [.move(Item(id: 2, section: "d"), from: at(0, section: 1), at: at(0, section: 2))])
    }

    @Test func keepsOneSectionWithoutANameForRowsThatAreNotGrouped() {
        let change = Change(from: .empty, to: results())

        #expect(change.sections == [.insert(name: "", at: 0)])
        #expect(Change(from: results(1), to: results()).sections == [])
    }

    @Test func takesARowThatIsFoundTwiceOnce() {
        #expect(results(1, 2, 1).rows.map(\.id) == [1, 2])
        #expect(Results(rows: [Item(id: 1), Item(id: 1, section: "t")], sectionedBy: \.section).sections.count == 1)
    }
}
