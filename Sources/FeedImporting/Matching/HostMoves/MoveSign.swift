/// What a move to another host has done to all episodes, so that they can be recognised by it (identity C4 20).
///
/// The order is that in which episodes are matched: dates of a tool before any of them is taken for one of another zone,
/// since with fewer the others say nothing.
enum MoveSign: CaseIterable {
    case redated
    case otherZone
    case otherLengths
    case undated
    case days
    case repeatedTitles
    case partsOfTitles
    case titlesAlike
    case tellingSeconds
    case shiftedMoments
    case neighbours

    /// Why an item is an episode, in words.
    var detail: String {
        switch self {
        case .redated: "the title is the same, and all have been given other dates"
        case .otherZone: "the title is the same, the time that of another zone"
        case .otherLengths: "the title and the time are the same, the lengths of all are others"
        case .undated: "the title and the name or length of the file are the same; there are no dates"
        case .days: "the title and the day are the same, and all are dated by their days now"
        case .repeatedTitles: "the title is the same, the time that by which all have moved"
        case .partsOfTitles: "the time is the same, of the titles one is part of the other"
        case .titlesAlike: "the time is the same, as it is of nearly all, and the titles are alike"
        case .tellingSeconds:
            "the time is the same, as it is of nearly all, and no other is published at that time of day"
        case .shiftedMoments: "the time is that by which nearly all have moved, of the titles one is part of the other"
        case .neighbours: "the title is the same, and no other was dated nearer to that at the old address"
        }
    }
}

extension MatchWork {
    /// The unknown items and missing rows that are one by a sign, in a feed that has moved.
    func pairs(of sign: MoveSign, _ context: EvidenceContext) -> [(item: Int, row: Int)] {
        switch sign {
        case .redated: pairsOfRedated(context)
        case .otherZone: pairsOfTitles(context).filter(\.isWithinZones).map { ($0.item, $0.row) }
        case .otherLengths: pairsOfOtherLengths(context)
        case .undated: pairsOfUndated()
        case .days: pairsOfDays()
        case .repeatedTitles: pairsOfRepeatedTitles(shiftedBy: usualShifts(context), context)
        case .partsOfTitles: pairsOfMoments(context)
        case .titlesAlike: pairsOfSeconds(context)
        case .tellingSeconds: pairsOfTellingSeconds(context)
        case .shiftedMoments: pairsOfShiftedMoments(context)
        case .neighbours: pairsOfNeighbours(context)
        }
    }

    /// How many of them show by themselves that it has; of some signs that takes more than of others.
    func count(of sign: MoveSign, _ context: EvidenceContext) -> Int {
        switch sign {
        case .otherZone: countOfEqualShifts(context)
        case .repeatedTitles: countOfShiftedTitles(context)
        case .undated: max(pairsOfUndatedElsewhere().count, countOfUndatedLengths())
        // It takes a move to see these.
        case .tellingSeconds: 0
        case .redated, .otherLengths, .days, .partsOfTitles, .titlesAlike, .shiftedMoments, .neighbours:
            pairs(of: sign, context).count
        }
    }
}
