/// A list of pictures in one attribute, as `srcset` of HTML has it: "a.jpg 1500w, b.jpg 600w" (feed formats H).
enum SourceSet {
    struct Candidate: Equatable {
        var address: String
        /// The width in pixels, where that is what the descriptor says.
        var width: Int?
    }

    /// The candidates in order.
    static func parse(_ text: String) -> [Candidate] {
        var candidates: [Candidate] = []
        var walk = SourceSetWalk(text[...], comma: ",")
        while let (address, descriptors) = walk.next(\.isWhitespace) {
            let width = descriptors.split(whereSeparator: \.isWhitespace).first.flatMap {
                $0.hasSuffix("w") ? Int($0.dropLast()).flatMap { $0 > 0 ? $0 : nil } : nil
            }
            candidates.append(Candidate(address: String(address), width: width))
        }
        return candidates
    }
}

/// Goes over the candidates of a list, where they stand in the text or its bytes.
///
/// A comma inside an address belongs to it: it ends a candidate only at the end of the address or behind the
/// descriptors (HTML, "parse a srcset attribute").
struct SourceSetWalk<List: BidirectionalCollection> where List.Element: Equatable, List.SubSequence == List {
    private var rest: List
    private let comma: List.Element

    init(_ list: List, comma: List.Element) {
        rest = list
        self.comma = comma
    }

    /// The next candidate; nil at the end of the list.
    @inline(__always)
    mutating func next(_ isSpace: (List.Element) -> Bool) -> (address: List, descriptors: List)? {
        rest = rest.drop { isSpace($0) || $0 == comma }
        guard !rest.isEmpty else { return nil }
        var address = rest.prefix { !isSpace($0) }
        rest = rest[address.endIndex...]
        guard address.last != comma else {
            while address.last == comma { address.removeLast() }
            return (address, rest.prefix(0))
        }
        let descriptors = rest.prefix { $0 != comma }
        rest = rest[descriptors.endIndex...]
        return (address, descriptors)
    }
}
