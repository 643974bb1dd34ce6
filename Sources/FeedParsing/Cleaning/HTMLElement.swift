/// What HTML says of the ends of its elements.
struct HTMLElement {
    /// Whether it has no content, and no end tag: `<br>`.
    let isVoid: Bool
    /// Whether it ends when another of its name begins: `<p>`, `<li>`.
    let endsItsLike: Bool

    /// Finds an element by its name in any case; nil if there is nothing to say of it.
    init?(_ name: UnsafeBufferPointer<UInt8>) {
        guard name.count <= 6 else { return nil }
        let name = String(decoding: name, as: UTF8.self).lowercased()
        isVoid = ["br", "hr", "img", "wbr", "input", "area", "base", "col", "embed", "meta", "param", "track"].contains(
            name
        )
        endsItsLike = ["p", "li", "dt", "dd", "td", "th", "tr", "option"].contains(name)
        guard isVoid || endsItsLike else { return nil }
    }
}
