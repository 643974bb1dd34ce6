/// A list of pictures in one attribute, as `srcset` of HTML has it: "a.jpg 1500w, b.jpg 600w" (feed formats H).
enum SourceSet {
    struct Candidate: Equatable {
        var address: String
        /// The width in pixels, where that is what the descriptor says.
        var width: Int?
    }

    /// The candidates in order.
    ///
    /// A comma inside an address belongs to it: it ends a candidate only at the end of the address or behind the
    /// descriptors (HTML, "parse a srcset attribute").
    static func parse(_ text: String) -> [Candidate] {
        var candidates: [Candidate] = []
        var rest = text[...]
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            guard !rest.isEmpty else { return candidates }
            var address = rest.prefix { !$0.isWhitespace }
            rest = rest[address.endIndex...]
            var descriptors = Substring()
            if address.last == "," {
                while address.last == "," { address.removeLast() }
            } else {
                descriptors = rest.prefix { $0 != "," }
                rest = rest[descriptors.endIndex...]
            }
            let width = descriptors.split(whereSeparator: \.isWhitespace).first.flatMap {
                $0.hasSuffix("w") ? Int($0.dropLast()) : nil
            }
            candidates.append(Candidate(address: String(address), width: width))
        }
    }
}
