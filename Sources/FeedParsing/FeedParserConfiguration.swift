/// The limits of a feed parser: no input, however hostile, goes beyond them.
package struct FeedParserConfiguration: Sendable {
    /// The most items read from a document; the rest is left out and the document
    /// counts as incomplete.
    ///
    /// Default 20,000.
    package var maximumItems = FeedParserConfiguration.usualItems
    static let usualItems = 20_000
    /// The deepest nesting of elements read.
    ///
    /// Default 256.
    package var maximumDepth = 256
    /// The most attributes an element may have.
    ///
    /// Default 1,000.
    package var maximumAttributes = 1_000
    /// The longest text of one element in bytes; longer ones are cut.
    ///
    /// Default 4 MiB.
    package var maximumTextBytes = 4 << 20
    /// The most elements and attributes kept in extension trees.
    ///
    /// Default 100,000: five for each item of the largest feed.
    package var maximumExtensionElements = 100_000
    /// What the values of a document may weigh in memory beside their texts: so
    /// many bytes, and `allowancePerByte` for each byte of the document.
    ///
    /// Beyond that, items end the document, and entries of lists and unknown
    /// elements are left out. Default 40 MiB: all items that are allowed, however short, and with as much in each as
    /// any feed in earnest has. Where more items are allowed it is so many times as much.
    package var allowanceBytes = 40 << 20
    /// See `allowanceBytes`.
    ///
    /// Default 5: feeds in earnest need less than one, for texts weigh nothing.
    package var allowancePerByte = 5
    /// The most entries in one list, such as the persons of an item.
    ///
    /// Default 5,000.
    package var maximumListEntries = 5_000
    /// The most entries in a list whose entries are compared with each other:
    /// enclosures, categories, keywords.
    ///
    /// Default 200.
    package var maximumDistinctEntries = 200
    /// The most different names of elements, attributes and namespaces.
    ///
    /// libxml2 keeps them in a table of fixed width, which more of them would
    /// make slow. Default 20,000.
    package var maximumNames = 20_000
    /// The most warnings listed.
    ///
    /// Default 100.
    package var maximumWarnings = 100
    /// How many bytes libxml2 is given at a time.
    ///
    /// Default 64 KiB: a single call over the whole document is slower and holds it
    /// twice.
    package var chunkBytes = 64 << 10

    /// From how many bytes of a document on the long texts of its items are kept
    /// in a temporary file, if there is a place for one.
    ///
    /// Default 16 MiB: smaller ones would gain little, for the program itself is larger.
    package var textFileThreshold = 16 << 20

    /// Makes the defaults.
    package init() {}
}

/// What is known about a document apart from its bytes.
package struct FeedParsingContext: Sendable {
    /// The URL that relative URLs are resolved against: the feed's own, unless
    /// the caller knows better.
    package var baseURL: String?
    /// The charset parameter of the HTTP Content-Type, if there was one.
    package var httpCharset: String?
    /// Whether the bytes are a file that was mapped, and nothing else.
    ///
    /// What was read of it is then given back, so that a large document need not
    /// be in memory beside its texts; the kernel reads it again if it is needed.
    package var isMappedFile = false
    /// How the items are recognised if they are known, so that they are not read again; nil if all are to be read.
    ///
    /// Of a document in JSON all are.
    package var recognition: ItemBlockRecognition?

    /// Makes a context; all may be unknown.
    package init(
        baseURL: String? = nil,
        httpCharset: String? = nil,
        isMappedFile: Bool = false,
        recognition: ItemBlockRecognition? = nil
    ) {
        self.baseURL = baseURL
        self.httpCharset = httpCharset
        self.isMappedFile = isMappedFile
        self.recognition = recognition
    }
}
