import ImporterApp

extension String {
    /// How many columns the text takes on a terminal: two for wide East Asian
    /// characters and emoji, none for combining marks.
    var displayWidth: Int {
        reduce(0) { $0 + $1.displayWidth }
    }

    /// The text cut to a number of columns, with `…` where something was cut.
    func fitted(to columns: Int) -> String {
        // No character takes more columns than bytes.
        guard utf8.count > columns, displayWidth > columns else { return self }
        guard columns > 0 else { return "" }
        var fitted = ""
        var used = 0
        for character in self {
            let width = character.displayWidth
            if used + width > columns - 1 { break }
            fitted.append(character)
            used += width
        }
        return fitted + "…"
    }

    /// The text filled with spaces to a number of columns.
    func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - displayWidth))
    }

    /// The beginning of the text as one line, however long it is and whatever it is made of.
    func shortLine(of columns: Int = 200) -> String {
        if utf8.count <= columns { return singleLine }
        // What takes one column may be made of any number of scalars.
        let beginning = unicodeScalars.prefix(8 * columns)
        let line = String(String.UnicodeScalarView(beginning)).singleLine
        return (beginning.endIndex == unicodeScalars.endIndex ? line : line + "…").fitted(to: columns)
    }
}

extension Character {
    fileprivate var displayWidth: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0..<0x300: return 1
        case 0x200B...0x200F, 0xFEFF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default:
            // A star is an emoji by itself, a heart where the selector behind it says so; a flag is two letters.
            let isEmoji = scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
            return isEmoji ? 2 : scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }
}
