extension Array where Element: Comparable {
    /// How many elements of the sorted array are less than the value.
    func countBelow(_ value: Element) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
