extension StringProtocol {
    /// One line without control characters, those of the writing direction among them: what a feed or its server says
    /// must not steer the terminal.
    package var singleLine: String {
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(self) }
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: line.append(" ")
            case 0x202A...0x202E, 0x2066...0x2069: continue
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}
