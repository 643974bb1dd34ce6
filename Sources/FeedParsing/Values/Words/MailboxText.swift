/// A person as RSS writes one: an address and a name in either order (feed formats B).
struct MailboxText: Equatable {
    var name: String?
    var email: String?
    var url: String?

    /// Reads "mail (Name)", "Name (mail)", "Name <mail>", "Name [mail]", "mail Name", a bare address, a bare name or a
    /// URL, which may all be written in HTML.
    ///
    /// What is none of them is a name as a whole: "Jane Roe (@jane)".
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var text = MarkupText.name(bytes)
        if let markup = MailboxMarkup(text) {
            text = markup.text
            if let link = markup.link { take(Substring(link)) }
        }
        guard !text.isEmpty else { return }
        // Most authors are a name and nothing else.
        if !text.utf8.contains(where: { $0 == 0x40 || $0 == 0x3A }) {
            name = MailboxText.nonEmpty(MailboxText.withoutQuotes(Substring(text)))
        } else if let (outside, inside) = MailboxText.bracketed(text) {
            take(inside)
            take(outside)
        } else {
            takeWords(text)
        }
    }

    /// The text of an element that is for an address alone, which may be written as the link to it,
    /// "mailto:me@example.org", in HTML or beside a name; what says more than the address is kept, too.
    static func address(_ field: FieldText) -> String? {
        guard let text = field.line else { return nil }
        if text.lowercased().hasPrefix("mailto:") {
            let address = withoutQuery(text.dropFirst(7).drop { $0 == " " })
            return address.isEmpty ? nil : String(address)
        }
        guard !isAddress(Substring(text)), let email = MailboxText(field.bytes).email else { return text }
        field.leave()
        return email
    }

    /// The people of a text, in order: "mail (Name), mail (Name)" has two, if each has an address of their own.
    ///
    /// At most `maximum` are looked for.
    static func list(_ bytes: UnsafeBufferPointer<UInt8>, maximum: Int) -> [MailboxText] {
        guard bytes.count(where: { $0 == 0x40 }) > 1 else { return [MailboxText(bytes)] }
        var parts: [UnsafeBufferPointer<UInt8>] = []
        var start = 0
        var (isQuoted, depth) = (false, 0)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x22: isQuoted.toggle()
            case 0x28, 0x3C: depth += 1
            case 0x29, 0x3E: depth -= 1
            case 0x2C, 0x3B:
                guard !isQuoted, depth == 0 else { continue }
                parts.append(UnsafeBufferPointer(rebasing: bytes[start..<index]))
                start = index + 1
                if parts.count == maximum { return [MailboxText(bytes)] }
            default: break
            }
        }
        parts.append(UnsafeBufferPointer(rebasing: bytes[start...]))
        let people = parts.map { MailboxText($0) }
        return people.allSatisfy { $0.email != nil } ? people : [MailboxText(bytes)]
    }

    /// The text outside and inside the outermost brackets, if one of them is an address and nothing else.
    private static func bracketed(_ text: String) -> (outside: Substring, inside: Substring)? {
        for (open, close) in [("<", ">"), ("(", ")"), ("[", "]")] as [(Character, Character)] {
            guard let start = text.firstIndex(of: open), let end = text.lastIndex(of: close), start < end else {
                continue
            }
            let inside = text[text.index(after: start)..<end]
            // "Jane (Janey) or Bob (Bobby)" has no outermost ones.
            guard isBalanced(inside, open, close) else { continue }
            let outside = Substring(text[..<start] + text[text.index(after: end)...])
            if isWhole(inside), !outside.contains("<") { return (outside, inside) }
            // "https://example.org/Jane_(host)" is one address.
            let isInAddress = isHTTP(outside) && text[..<start].last.map { $0 != " " } ?? false
            if isWhole(outside), !isInAddress, !inside.contains("<") { return (outside, inside) }
        }
        return nil
    }

    /// Whether no bracket of a kind is closed that was not opened before.
    private static func isBalanced(_ text: Substring, _ open: Character, _ close: Character) -> Bool {
        var depth = 0
        for character in text where character == open || character == close {
            depth += character == open ? 1 : -1
            if depth < 0 { return false }
        }
        return true
    }

    /// One part: an address, a URL, or a name.
    private mutating func take(_ part: Substring) {
        let text = MailboxText.withoutQuotes(part)
        guard !text.isEmpty else { return }
        if let address = MailboxText.linkedAddress(text) {
            email = email ?? String(address)
        } else if MailboxText.isHTTP(text) {
            url = url ?? String(text)
        } else if MailboxText.isAddress(text), email == nil {
            email = String(text)
        } else if name == nil, email.map({ $0 == text }) != true {
            // "me@example.org (me@example.org)" has no name in it.
            name = String(text)
        }
    }

    /// "mail Name" and "Name mail": the first word with an "@" between other characters is the address.
    private mutating func takeWords(_ text: String) {
        let words = text.split(separator: " ")
        let address = words.firstIndex { $0.contains("@") && $0.contains(".") && MailboxText.isWhole($0) }
        guard words.count > 1, let address, !text.contains("<") else { return take(Substring(text)) }
        take(words[address])
        let others = words[..<address] + words[(address + 1)...]
        take(Substring(others.joined(separator: " ")))
    }

    /// Whether a text is an address of mail or of a page and nothing else, but for what may stand around it.
    private static func isWhole(_ text: Substring) -> Bool {
        let text = withoutQuotes(text)
        return isAddress(text) || isHTTP(text) || linkedAddress(text) != nil
    }

    /// Whether an "@" stands between other characters of a word: "@name" is the name of an account.
    private static func isAddress(_ text: Substring) -> Bool {
        text.contains("@") && !text.hasPrefix("@") && !text.hasSuffix("@") && !text.contains { " ()<>[]".contains($0) }
    }

    /// The address behind "mailto:"; nil if there is none, or more than one word.
    private static func linkedAddress(_ text: Substring) -> Substring? {
        guard text.prefix(7).lowercased() == "mailto:" else { return nil }
        let address = withoutQuery(text.dropFirst(7).drop { $0 == " " })
        return address.isEmpty || address.contains(" ") ? nil : address
    }

    /// What stands before the subject of a letter: "me@example.org?subject=Show" (RFC 6068).
    private static func withoutQuery(_ address: Substring) -> Substring {
        address.prefix { $0 != "?" }
    }

    /// Whether a text is the address of a page and nothing else.
    private static func isHTTP(_ text: Substring) -> Bool {
        let text = withoutQuotes(text)
        let scheme = text.prefix(8).lowercased()
        return (scheme.hasPrefix("http://") || scheme == "https://") && !text.contains(" ")
    }

    private static func nonEmpty(_ text: Substring) -> String? {
        text.isEmpty ? nil : String(text)
    }

    /// Without the quotes, commas and hyphens that stand around a name.
    private static func withoutQuotes(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, " \"',-".contains(first) { text.removeFirst() }
        while let last = text.last, " \"',-".contains(last) { text.removeLast() }
        return text
    }
}
