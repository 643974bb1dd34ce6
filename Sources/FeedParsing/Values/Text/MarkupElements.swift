/// The elements of HTML and what each means for plain text.
enum MarkupElements {
    enum Effect {
        /// Nothing: `<b>`, `<span>`.
        case inline
        /// A space between words: `<td>`.
        case space
        /// A line of its own: `<br>`, `<div>`.
        case line
        /// An empty line around it: `<p>`.
        case paragraph
        /// A starred line: `<li>`.
        case item
        /// Its content is no text: `<script>`.
        case raw
    }

    /// What an element named in lower case does, nil when HTML has none of that name.
    static func effect(of name: String) -> Effect? {
        if let effect = effects[name] { return effect }
        return name.utf8.contains { $0 == 0x2D || $0 == 0x3A } ? .inline : nil
    }

    private static let effects: [String: Effect] = {
        var effects: [String: Effect] = [:]
        for (names, effect) in elements {
            for name in names { effects[name] = effect }
        }
        return effects
    }()

    private static let elements: [([String], Effect)] = [
        (["li"], .item),
        (["script", "style"], .raw),
        (["td", "th", "option"], .space),
        (["p", "h1", "h2", "h3", "h4", "h5", "h6"], .paragraph),
        (["br", "ul", "ol", "div", "tr", "dt", "dd", "blockquote", "hr", "table", "section", "article"], .line),
        (
            [
                "a", "abbr", "acronym", "address", "area", "aside", "audio", "b", "base", "bdi", "bdo", "big", "blink",
                "body", "button", "canvas", "caption", "center", "cite", "code", "col", "colgroup", "data", "del",
                "details", "dfn", "dir", "dl", "em", "embed", "fieldset", "figcaption", "figure", "font", "footer",
                "form", "frame", "frameset", "head", "header", "html", "i", "iframe", "img", "input", "ins", "kbd",
                "label", "legend", "link", "main", "map", "mark", "marquee", "menu", "meta", "meter", "nav", "nobr",
                "noscript", "object", "optgroup", "output", "param", "picture", "pre", "progress", "q", "rp", "rt",
                "ruby", "s", "samp", "select", "small", "source", "span", "strike", "strong", "sub", "summary", "sup",
                "svg", "tbody", "template", "textarea", "tfoot", "thead", "time", "title", "track", "tt", "u", "var",
                "video", "wbr",
            ], .inline
        ),
    ]
}
