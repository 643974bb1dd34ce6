/// Reads values of a JSON Feed by what their keys are for; one that cannot be that is kept as it was written.
struct JSONValueReader {
    typealias Failure = JSONScanner.Failure

    let configuration: FeedParserConfiguration
    let base: String?
    private let extensions = JSONExtensionReader()

    init(configuration: FeedParserConfiguration, base: String?) {
        self.configuration = configuration
        self.base = base
    }

    /// What `read` makes of the value of a key; nil where it makes nothing of it, which is kept unless it is blank.
    func value<Value>(
        _ key: String,
        _ scanner: inout JSONScanner,
        _ kept: inout [ParsedExtension],
        _ read: (JSONScanner.Scalar) -> Value?
    ) throws(Failure) -> Value? {
        let first = try scanner.peek()
        if first == 0x7B || first == 0x5B {
            try keepMisfit(key, &scanner, &kept)
            return nil
        }
        guard let scalar = try scanner.scalar() else { return nil }
        if let value = read(scalar) { return value }
        if let text = scalar.text { keep(key, text, &kept) }
        return nil
    }

    /// A text.
    func text(
        _ key: String,
        _ scanner: inout JSONScanner,
        _ kept: inout [ParsedExtension]
    ) throws(Failure) -> String? {
        try value(key, &scanner, &kept) { $0.text }
    }

    /// A title or a name: on one line, and with the references decoded that programs write for the XML beside it.
    func name(
        _ key: String,
        _ scanner: inout JSONScanner,
        _ kept: inout [ParsedExtension]
    ) throws(Failure) -> String? {
        try value(key, &scanner, &kept) { $0.text.map(MarkupText.name) }
    }

    /// A URL made absolute.
    func url(
        _ key: String,
        _ scanner: inout JSONScanner,
        _ kept: inout [ParsedExtension]
    ) throws(Failure) -> String? {
        try value(key, &scanner, &kept) { $0.text.flatMap { URLReference.resolved($0, against: base) } }
    }

    /// A list of names, or a single one.
    func names(
        _ key: String,
        _ scanner: inout JSONScanner,
        _ kept: inout [ParsedExtension]
    ) throws(Failure) -> [String] {
        var list: [String] = []
        try scanner.array { scanner throws(Failure) in
            guard let name = try self.name(key, &scanner, &kept), !name.isEmpty,
                list.count < configuration.maximumListEntries, scanner.allowance.take(Allowance.Weight.word)
            else { return }
            list.append(name)
        }
        return list
    }

    /// A length of time, as in the feeds of XML (feed formats C5); 0 is none.
    func duration(
        _ key: String,
        _ scanner: inout JSONScanner,
        _ kept: inout [ParsedExtension]
    ) throws(Failure) -> Int? {
        guard let scalar = try value(key, &scanner, &kept, { $0.text == nil ? nil : $0 }),
            let written = scalar.text
        else { return nil }
        switch ASCIIText.withBytes(of: scalar.integer.map(String.init) ?? written, EpisodeDuration.read) {
        case .seconds(let seconds): return seconds
        case .milliseconds(let seconds):
            warn(.invalidDuration, "the duration", written, "was read as milliseconds", &scanner)
            return seconds
        case .unknown: return nil
        case .unreadable:
            warn(.invalidDuration, "the duration", written, "could not be read", &scanner)
            keep(key, written, &kept)
            return nil
        }
    }

    /// A date, with a warning when it cannot be read or cannot be true.
    func date(_ text: String, _ scanner: inout JSONScanner) -> Int64? {
        switch ASCIIText.withBytes(of: text, FeedDate.read) {
        case .date(let seconds): return seconds
        case .suspicious: warn(.suspiciousDate, "the date", text, "cannot be true and was ignored", &scanner)
        case .unparsable: warn(.invalidDate, "the date", text, "could not be read", &scanner)
        }
        return nil
    }

    // MARK: - Values of which nothing is kept

    /// A title or a name, as of a value that is kept.
    func name(_ scanner: inout JSONScanner) throws(Failure) -> String? {
        try scanner.scalar()?.text.map(MarkupText.name)
    }

    /// A URL made absolute.
    func url(_ scanner: inout JSONScanner) throws(Failure) -> String? {
        try scanner.scalar()?.text.flatMap { URLReference.resolved($0, against: base) }
    }

    // MARK: - Keeping

    /// Keeps a value that nothing reads.
    func keep(_ key: String, _ scanner: inout JSONScanner, _ kept: inout [ParsedExtension]) throws(Failure) {
        guard kept.count < configuration.maximumListEntries else { return try scanner.skip() }
        if let node = try extensions.node(key, &scanner) { kept.append(node) }
    }

    /// Keeps a value that cannot be what its key is for, if there is anything in it.
    func keepMisfit(_ key: String, _ scanner: inout JSONScanner, _ kept: inout [ParsedExtension]) throws(Failure) {
        let count = kept.count
        try keep(key, &scanner, &kept)
        if kept.count > count, kept[count].value == nil, kept[count].children.isEmpty { kept.removeLast() }
    }

    /// Keeps the text of a value that cannot be what its key is for.
    func keep(_ key: String, _ text: String, _ kept: inout [ParsedExtension]) {
        if kept.count < configuration.maximumListEntries { kept.append(JSONFeedReader.text(key, text)) }
    }

    private func warn(
        _ kind: FeedWarning.Kind,
        _ what: String,
        _ text: String,
        _ fate: String,
        _ scanner: inout JSONScanner
    ) {
        scanner.warnings.add(kind, line: nil, "\(what) \"\(text.prefix(80))\" \(fate)")
    }
}
