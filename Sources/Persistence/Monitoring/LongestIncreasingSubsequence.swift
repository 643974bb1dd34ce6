/// Which elements of a list are already in order, as many as there can be: the
/// others are the fewest that have to move.
enum LongestIncreasingSubsequence {
    /// For each element whether it belongs to the subsequence.
    ///
    /// Patience sorting: each pile's top is the smallest number that a
    /// subsequence of that length can end with.
    static func members(of numbers: [Int]) -> [Bool] {
        var tops: [Int] = []
        var before: [Int?] = []
        for (index, number) in numbers.enumerated() {
            let pile = firstPile(tops, numbers, notBelow: number)
            before.append(pile > 0 ? tops[pile - 1] : nil)
            if pile == tops.count { tops.append(index) } else { tops[pile] = index }
        }
        var isMember = [Bool](repeating: false, count: numbers.count)
        var next = tops.last
        while let index = next {
            isMember[index] = true
            next = before[index]
        }
        return isMember
    }

    private static func firstPile(_ tops: [Int], _ numbers: [Int], notBelow number: Int) -> Int {
        var (low, high) = (0, tops.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[tops[middle]] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
