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
        (
            [
                "address", "article", "aside", "blockquote", "br", "caption", "center", "dd", "details", "dir", "div",
                "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "legend", "main",
                "menu", "nav", "ol", "pre", "section", "summary", "table", "tr", "ul",
            ], .line
        ),
        (
            [
                "a", "abbr", "acronym", "area", "audio", "b", "base", "bdi", "bdo", "big", "blink", "body", "button",
                "canvas", "cite", "code", "col", "colgroup", "data", "del", "dfn", "em", "embed", "font", "frame",
                "frameset", "head", "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "link", "map", "mark",
                "marquee", "meta", "meter", "nobr", "noscript", "object", "optgroup", "output", "param", "picture",
                "progress", "q", "rp", "rt", "ruby", "s", "samp", "select", "small", "source", "span", "strike",
                "strong", "sub", "sup", "svg", "tbody", "template", "textarea", "tfoot", "thead", "time", "title",
                "track", "tt", "u", "var", "video", "wbr",
            ], .inline
        ),
    ]
}
