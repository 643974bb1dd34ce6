/// The list of items, of which some may be damaged.
extension JSONFeedReader {
    /// Reads the list of items, which may be an object that has them under numbers or ids, or a single item.
    mutating func readItems(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) {
        switch try scanner.peek() {
        case 0x5B:
            holdsList = true
            try readList(&scanner)
        case 0x7B where JSONItemReader.isItem(scanner):
            holdsList = true
            try readItem(&scanner, isInList: false)
        case 0x7B:
            holdsList = true
            try scanner.object { scanner, _ throws(JSONScanner.Failure) in
                try stopAtTheLimit(&scanner)
                guard try scanner.peek() != 0x7B else { return try readItem(&scanner, isInList: false) }
                try scanner.skip()
                mayLackItems = true
                scanner.warnings.add(.invalidValue, line: nil, "a value among the items that is none was left out")
            }
        default: try scanner.skip()
        }
    }

    private func stopAtTheLimit(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) {
        guard items.count >= configuration.maximumItems else { return }
        scanner.warnings.add(
            .limitReached,
            line: nil,
            "the feed has more than \(configuration.maximumItems) items; the rest was left out"
        )
        throw .limit
    }

    private mutating func readList(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) {
        try scanner.objects { scanner throws(JSONScanner.Failure) in
            try stopAtTheLimit(&scanner)
            let isObject = try scanner.peek() == 0x7B
            let (start, depth) = (scanner.position, scanner.depth)
            if firstKey == nil { firstKey = scanner.firstKey(ofObjectAt: start) }
            do throws(JSONScanner.Failure) {
                try readItem(&scanner, isInList: true)
            } catch {
                guard error == .malformed, let firstKey,
                    scanner.moveToObject(beginningWith: firstKey, behind: start)
                else { throw error }
                scanner.depth = depth
                // What is no item is the rest of the one before, which was ended too early.
                if !isObject, !items.isEmpty { items.removeLast() }
                scanner.warnings.add(.notWellFormed, line: nil, "the JSON of an item is damaged; it was left out")
                holdsDamage = true
            }
        }
    }

    private mutating func readItem(
        _ scanner: inout JSONScanner,
        isInList: Bool
    ) throws(JSONScanner.Failure) {
        guard try scanner.peek() == 0x7B else {
            try scanner.skip()
            if isInList, !scanner.isBehindElement { throw .malformed }
            return
        }
        guard scanner.allowance.take(Allowance.Weight.item) else { throw JSONScanner.Failure.limit }
        var item = try itemReader.read(&scanner)
        // Between an item that ended and another one only the comma is missing.
        if isInList, !scanner.isBehindElement, try scanner.peek() != 0x7B { throw .malformed }
        guard !item.isEmpty else {
            scanner.warnings.add(.invalidValue, line: nil, ParsedItem.emptyWarning)
            scanner.allowance.giveBack(Allowance.Weight.item)
            return
        }
        // Behind damage what begins as items do may be something else.
        if holdsDamage, item.guid == nil { return }
        // What it lacks would not be what its publisher left out.
        if scanner.allowance.wasExceeded, !items.isEmpty { throw JSONScanner.Failure.limit }
        if let textFile { item.moveTexts(to: textFile) }
        items.append(item)
    }
}
