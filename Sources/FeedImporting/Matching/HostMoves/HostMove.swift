/// What a move of the show to another host was found to be (identity C4 20).
struct HostMove {
    /// Whether there is one: most guids are new, but most episodes are known.
    var isFound = false
    /// Items that only the move tells.
    var items: Set<Int> = []
    /// By how many seconds it has shifted the dates of known episodes.
    var shifts: [Int64] = []
    /// What else it has done to known episodes.
    var habits = MoveHabits()
}
