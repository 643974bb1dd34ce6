internal import CLibXML2

/// Turns the events of one XML document into a `ParsedFeed`.
///
/// A struct reached through one pointer for the whole document: callbacks that
/// ran a class would pay for reference counting and exclusivity checks at each
/// of the hundred thousand elements of a large feed. `Namespaces/` says what the
/// elements mean; this type keeps the stack of open elements, collects text, and
/// offers what the namespaces share.
///
/// What is asked of it at every element without changing it is inlined: called,
/// it would get a copy of all five kilobytes.
struct FeedBuilder: ~Copyable {
    /// Why reading was stopped before the end.
    enum Stop: Equatable {
        case limit(String)
        /// The system refused memory for a text.
        case outOfMemory
        /// libxml2 complained, and the document must be cleaned first.
        case damage
    }

    let configuration: FeedParserConfiguration
    var parser: xmlParserCtxtPtr?
    /// How many bytes the parser will be given in all.
    let documentBytes: Int
    var allowance: Allowance
    /// Where the long texts of the items go; nil if they stay in memory.
    let textFile: TextFile?

    // MARK: - Stack

    var frames: [ElementFrame] = []
    var text = TextBuffer(capacity: 64 << 10)
    /// The section collected last; it may be cut back since.
    var checkedText = CheckedText()
    /// Whether characters are wanted: set by the innermost element.
    var collectsText = false
    /// Whether somebody took the text of the element that just ended.
    let fieldIsTaken = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    /// Whether the innermost text keeps markup, and whether characters in it
    /// are written back as references.
    var isInMarkup = false
    var escapesText = false
    var names = XMLNameCache()
    var attributeReader = XMLAttributeReader()
    var extensionNodes: [ParsedExtension] = []
    var extensionCount = 0
    /// Whether no more of them are kept.
    var extensionsAreFull = false

    // MARK: - Items as a block

    /// Where the start tags of the outermost open elements ended, counted from where the root began.
    var outerTagEnds: [Int] = []
    /// How many elements are open around the items, while they are looked at as a block.
    var itemDepth: Int?
    /// Whether anything but items was there beside them.
    var hasOthersBetweenItems = false
    /// Where the start tag of the item that is open there ended, before its bracket.
    var itemStartEnd = 0
    /// What the items before it, and the channel, have taken of the limits.
    var costsBeforeItem = ItemCosts()
    /// The items that were read there.
    var readItems: [ReadBlockItem] = []
    /// How many more were left out one by one.
    var leftOutItemCount = 0
    /// The line where the first item begins.
    var itemsLine = 0
    /// What the items have told when they were read, if they are left out together; lines are counted as libxml2 does.
    var leftOutItems: ItemFindings?

    // MARK: - Bases

    var bases: [String] = []
    let documentBase: String?

    // MARK: - Result

    var root: SniffedDocument.Root
    var format = ""
    var channel = ParsedChannel()
    var items: [ParsedItem] = []
    var item = ParsedItem()
    /// Whether an item is open, and what it belongs to.
    var isInItem = false
    /// Where the open item will stand in `items`.
    var itemIndex = 0
    /// The items around the open one, outermost first; hardly ever any.
    var outerItems: [OuterItem] = []
    var liveItem: ParsedLiveItem?
    var choices = FieldChoices()
    var channelChoices = FieldChoices()
    var parts = OpenParts()
    var sawChannel = false
    /// Where the root element ended, counted from where it began.
    var rootEnd: Int?
    /// Whether something that was read may not be all there: libxml2 found fault with bytes that were cleaned, or items
    /// were left out.
    var mayHaveCut = false
    /// Whether the bytes were cleaned: then there is nothing more to be done about them.
    var isCleaned = false
    /// Whether every byte was given to libxml2.
    var isEnding = false
    var newLocation: String?
    var warnings: WarningLog
    var stop: Stop?

    init(
        configuration: FeedParserConfiguration,
        documentBase: String?,
        documentBytes: Int,
        allowance: Allowance,
        textFile: TextFile?,
        root: SniffedDocument.Root,
        firstLine: Int
    ) {
        self.configuration = configuration
        self.documentBytes = documentBytes
        self.allowance = allowance
        self.textFile = textFile
        self.documentBase = documentBase
        self.root = root
        warnings = WarningLog(maximum: configuration.maximumWarnings, firstLine: firstLine)
        frames.reserveCapacity(32)
        fieldIsTaken.initialize(to: false)
    }

    deinit {
        fieldIsTaken.deallocate()
    }

    /// Whether the system refused memory, and a text is not all there.
    var isOutOfMemory: Bool { text.isOutOfMemory || attributeReader.isOutOfMemory }

    /// The line libxml2 is at.
    var line: Int? {
        guard let input = parser?.pointee.input else { return nil }
        return Int(input.pointee.line)
    }

    /// Notes a defect at the present line.
    @inline(never)
    mutating func warn(_ kind: FeedWarning.Kind, _ detail: String) {
        warnings.add(kind, line: line, detail)
    }

    /// Takes a value's weight of what the document may hold; false when that is
    /// used up, and the value has to be left out.
    ///
    /// Once it is used up by the items, the one that is open would lack something: the document ends before it.
    mutating func weigh(_ weight: Int) -> Bool {
        let isFirst = !allowance.wasExceeded
        if allowance.take(weight) { return true }
        if isInItem, !items.isEmpty {
            stopAtLimit(Allowance.itemWarning)
            return false
        }
        if isFirst { warn(.limitReached, Allowance.warning) }
        return false
    }

    /// Ends parsing because the document must be cleaned first, as soon as this event is over.
    @inline(never)
    mutating func stopForCleaning() {
        guard stop == nil else { return }
        stop = .damage
    }

    /// Ends parsing because of a limit, as soon as this event is over.
    @inline(never)
    mutating func stopAtLimit(_ limit: String) {
        guard stop == nil else { return }
        stop = .limit(limit)
        warn(.limitReached, "\(limit); the rest of the document was left out")
    }

    /// Stops libxml2 if reading has ended, once an event is over.
    ///
    /// Not before: libxml2 then frees its input, and with it the attributes and texts of the event.
    @inline(__always)
    func haltIfStopped() {
        if stop != nil, let parser { xmlStopParser(parser) }
    }
}
