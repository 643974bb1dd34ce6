/// A category, from the general to the particular (feed formats G).
enum CategoryPath {
    /// The parts of a category: "Arts > Design" written into one text is two, every other text is one, nothing is none.
    ///
    /// References left over from double escaping are decoded once. Apple's categories get Apple's spelling, so that
    /// "society and culture" and "Society & Culture" are one; others stay as written.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        let text = MarkupText.decoded(bytes)
        return text.split(separator: ">")
            .map { MarkupText.squashed(String($0)) }
            .filter { !$0.isEmpty }
            .map(ITunesCategory.spelling)
    }

    /// The name of a category that is no path, with references left over from double escaping decoded once.
    static func decoded(_ text: String) -> String {
        text.utf8.contains(0x26) ? MarkupText.decoded(text) : text
    }
}
