/// Reads JSON Feed 1.0 and 1.1 (feed formats L).
///
/// Types are taken as they come: an id may be a number, a list may be one
/// value. Keys that JSON Feed does not know, and those beginning with `_`, are
/// kept as extensions.
struct JSONFeedReader {
    /// The namespace under which unknown keys are kept.
    static let extensionNamespace = "https://jsonfeed.org/"

    let configuration: FeedParserConfiguration
    let itemReader: JSONItemReader
    private var values: JSONValueReader { itemReader.values }
    let textFile: TextFile?
    private var channel = ParsedChannel()
    var items: [ParsedItem] = []
    private var version: String?
    private var errorMessage: String?
    private var favicon: String?
    private var rss: RSSInJSON?
    /// Where the key is with which the first item begins.
    var firstKey: Range<Int>?
    /// Whether an item could not be read, and others behind it were.
    var holdsDamage = false
    /// Whether there is a list of items, an empty one perhaps.
    var holdsList = false
    /// Whether something is left out that may be an item, or hold one.
    var mayLackItems = false
    /// Whether bytes in what was read are not UTF-8.
    private(set) var holdsInvalidBytes = false

    /// Whether the document around `markup` is whole.
    private(set) var isMarkupComplete = true
    /// What there is to say of that document.
    private(set) var markupWarnings: [FeedWarning] = []

    /// What the document says in XML, when it is RSS written as JSON.
    var markup: [UInt8]? { rss.flatMap { $0.markup.isEmpty ? nil : $0.markup } }

    /// Makes a reader; `textFile` is where the long texts of the items go, nil if they stay in memory.
    init(configuration: FeedParserConfiguration, context: FeedParsingContext, textFile: TextFile?) {
        self.configuration = configuration
        self.textFile = textFile
        itemReader = JSONItemReader(configuration: configuration, base: context.baseURL)
    }

    /// Reads a document that begins with `{`.
    ///
    /// - Returns: The feed; nil when it is RSS written as JSON, and `markup` is
    ///   to be read instead.
    /// - Throws: `FeedParsingError` when the document is JSON of another kind,
    ///   or nothing of it could be read.
    mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int,
        _ encoding: SourceEncoding
    ) throws(FeedParsingError) -> ParsedFeed? {
        var scanner = JSONScanner(bytes, at: start, configuration: configuration)
        var failure: JSONScanner.Failure?
        do throws(JSONScanner.Failure) {
            try scanner.object { scanner, key throws(JSONScanner.Failure) in try readKey(key, &scanner) }
        } catch {
            failure = error
        }
        holdsInvalidBytes = scanner.holdsInvalidBytes
        if failure == nil { lookBehindTheEnd(&scanner) }
        Self.addDeviations(of: &scanner)
        guard let format else {
            try endMarkup(failure, scanner.warnings)
            return nil
        }
        var warnings = scanner.warnings
        if failure == nil, !holdsList {
            // Some servers wrap their errors in what else would be the feed.
            if let errorMessage { throw .json(message: errorMessage) }
            warnings.add(.missingTag, line: nil, "there is no list of items in the document")
        }
        if scanner.allowance.wasExceeded { warnings.add(.limitReached, line: nil, Allowance.warning) }
        if let failure { Self.add(failure, to: &warnings) }
        if channel.artworkURL == nil {
            channel.artworkURL = favicon
        } else if let favicon {
            channel.extensions.append(Self.text("favicon", favicon))
        }
        for warning in encoding.warnings { warnings.add(warning.kind, line: warning.line, warning.detail) }
        return ParsedFeed(
            format: format,
            encoding: encoding.name,
            isComplete: failure == nil && holdsList && !holdsDamage && !mayLackItems && !scanner.holdsWrongCommas,
            warnings: warnings.finished(),
            channel: channel,
            items: items
        )
    }

    /// Notes how the document around `markup` ended; throws if there is no markup either.
    private mutating func endMarkup(_ failure: JSONScanner.Failure?, _ warnings: WarningLog) throws(FeedParsingError) {
        guard markup != nil else {
            if failure == .malformed { throw .malformed(line: nil, detail: "the JSON is damaged") }
            throw .json(message: errorMessage)
        }
        var warnings = warnings
        if let failure { Self.add(failure, to: &warnings) }
        isMarkupComplete = failure == nil && !mayLackItems
        markupWarnings = warnings.finished()
    }

    /// A value that is known and has no field.
    static func text(_ key: String, _ value: String) -> ParsedExtension {
        ParsedExtension(namespace: extensionNamespace, name: key, value: value)
    }

    /// Nil when this is no JSON Feed.
    private var format: String? {
        guard let version, let range = version.firstRange(of: "jsonfeed.org/version/") else { return nil }
        let number = version[range.upperBound...].filter { $0 != "/" }
        return "json feed \(number == "1" ? "1.0" : String(number))"
    }

    private mutating func readKey(_ key: String, _ scanner: inout JSONScanner) throws(JSONScanner.Failure) {
        switch key {
        case "version": version = try scanner.scalar()?.text
        case "title": channel.title = try values.name(key, &scanner, &channel.extensions)
        case "home_page_url": channel.link = try values.url(key, &scanner, &channel.extensions)
        case "feed_url": channel.selfURL = try values.url(key, &scanner, &channel.extensions)
        case "description": channel.description = try values.text(key, &scanner, &channel.extensions)
        case "next_url": channel.nextPageURL = try values.url(key, &scanner, &channel.extensions)
        case "icon": channel.artworkURL = try values.url(key, &scanner, &channel.extensions)
        case "rss" where rss == nil && format == nil:
            var rss = RSSInJSON(maximumBytes: scanner.bytes.count * 2 + (64 << 10))
            defer { self.rss = rss }
            try rss.read(&scanner)
        case "favicon": favicon = try values.url(key, &scanner, &channel.extensions)
        case "language":
            channel.language = try values.value(key, &scanner, &channel.extensions) {
                $0.text.flatMap(LanguageTag.parse)
            }
        case "expired":
            let isExpired = try values.value(key, &scanner, &channel.extensions) { value in
                value.text.flatMap { ASCIIText.withBytes(of: $0, BooleanWord.parse) }
            }
            if isExpired == true { channel.isComplete = true }
        case "author", "authors": channel.authors += try itemReader.authors(&scanner, &channel.extensions)
        case "hubs": try readHubs(&scanner)
        case "items": try readItems(&scanner)
        case "error", "message", "detail", "error_description": try readError(&scanner)
        default: try values.keep(key, &scanner, &channel.extensions)
        }
    }

    /// Says what follows the end of the document; what looks like items may be those that are missing in it.
    private mutating func lookBehindTheEnd(_ scanner: inout JSONScanner) {
        let rest = UnsafeBufferPointer(rebasing: scanner.bytes[scanner.position...])
        var blanks = MarkupScanner(rest, at: 0)
        blanks.skipBlanks()
        guard blanks.position < blanks.end else { return }
        scanner.warnings.add(.trailingJunk, line: nil, "what follows the end of the document was ignored")
        // Behind a comma stand members of the document: a brace too many has ended it, and the list perhaps, too early.
        mayLackItems =
            mayLackItems || blanks.has(",") || scanner.holdsObjectAhead || DocumentHead.holdsItems(rest)
    }

    private mutating func readHubs(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) {
        try scanner.array { scanner throws(JSONScanner.Failure) in
            guard try scanner.peek() == 0x7B else {
                return try values.keepMisfit("hubs", &scanner, &channel.extensions)
            }
            var address: String?
            var isHub = true
            try scanner.object { scanner, key throws(JSONScanner.Failure) in
                var kept: [ParsedExtension] = []
                if key == "url" {
                    address = try values.url(key, &scanner, &kept) ?? address
                } else {
                    try values.keep(key, &scanner, &kept)
                    // Nothing else has an address to which one subscribes as to a hub of WebSub.
                    if key == "type", kept.first?.value?.lowercased() == "rsscloud" { isHub = false }
                }
                channel.extensions += kept.map { $0.inside("hubs") }
            }
            guard let address, channel.hubURLs.count < configuration.maximumListEntries,
                scanner.allowance.take(Allowance.Weight.word)
            else { return }
            if isHub {
                channel.hubURLs.append(address)
            } else {
                channel.extensions.append(Self.text("url", address).inside("hubs"))
            }
        }
    }

    /// The message of an API that answers with an error instead of a feed.
    private mutating func readError(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) {
        if try scanner.peek() == 0x7B {
            try scanner.object { scanner, key throws(JSONScanner.Failure) in
                let text = try scanner.scalar()?.text
                if key == "message", let text { errorMessage = String(text.prefix(200)) }
            }
        } else if let text = try scanner.scalar()?.text {
            errorMessage = String(text.prefix(200))
        }
    }

    /// Warns of what the document does that JSON does not allow, and that was read all the same.
    private static func addDeviations(of scanner: inout JSONScanner) {
        if scanner.holdsWrongCommas {
            scanner.warnings.add(.notWellFormed, line: nil, "commas between items are missing or stand there twice")
        }
        if scanner.holdsComments {
            scanner.warnings.add(.notWellFormed, line: nil, "comments, which JSON does not have, were left out")
        }
    }

    private static func add(_ failure: JSONScanner.Failure, to warnings: inout WarningLog) {
        let (kind, detail): (FeedWarning.Kind, String) =
            switch failure {
            case .truncated: (.truncated, "the document ends before its last value does")
            case .malformed: (.notWellFormed, "the JSON is damaged; what follows was left out")
            case .tooDeep: (.limitReached, "values are nested too deeply; what follows was left out")
            case .limit: (.limitReached, "what follows was left out")
            }
        warnings.add(kind, line: nil, detail)
    }
}
