extension String {
    /// One line without control characters, those of the writing direction among them: what a feed or its server says
    /// must not steer the terminal.
    package var singleLine: String {
        // Most texts need no change; making a new one costs ten times as much as looking.
        guard unicodeScalars.contains(where: { $0.steersTerminal }) else { return self }
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if !scalar.steersTerminal { line.append(scalar) } else if !scalar.setsDirection { line.append(" ") }
        }
        return String(line)
    }
}

extension Unicode.Scalar {
    /// Control characters and ends of lines.
    fileprivate var steersTerminal: Bool {
        switch value {
        case 0x20..<0x7F: false
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
        default: setsDirection
        }
    }

    /// Whether it sets the direction of the writing behind it, and takes no place itself.
    fileprivate var setsDirection: Bool { 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value }
}
