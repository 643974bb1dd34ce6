/// What has been read of elements that are not finished yet.
///
/// An element with both attributes and text is seen twice, once for each; what
/// the start tag said waits here for the text.
struct OpenParts {
    var category = ParsedCategory(text: "", domain: nil, label: nil)
    /// The itunes:category elements that are open, outermost first.
    var openCategories: [ITunesCategories.Open] = []
    /// Whether the outermost of them is a googleplay:category.
    var categoriesAreGooglePlay = false
    var contact = ParsedContact()
    /// The RSS authors read last, and their text.
    var authors: [ParsedContact] = []
    var authorText = RepeatedText()
    /// The keywords read last, and their text.
    var keywords: [String] = []
    var keywordText = RepeatedText()
    var source = ParsedSource()
    /// What the elements inside an enclosure say.
    var enclosure = OpenEnclosure()
    var textType: ParsedTextType = .unspecified
    /// Whether the open content is XHTML, whose outermost div does not count.
    var isXHTML = false
    /// Whether the open content is base64 or another form that is no text.
    var isEncoded = false
    var permaLink: Bool?
    var person = ParsedPerson(name: "", role: "host", group: "cast", imageURL: nil, href: nil)
    var location = ParsedLocation()
    var licenseURL: String?
    var referenceURL: String?
    var transcript = ParsedTranscript(url: "")
    var chaptersType: String?
    var soundbite = ParsedSoundbite(startSeconds: 0, durationSeconds: 0, title: nil)
    var trailer: ParsedTrailer?
    var txtPurpose: String?
    var blockID: String?
    var frequency = ParsedUpdateFrequency()
    var seasonName: String?
    var episodeDisplay: String?
    /// The numbers of a season and an episode that are attributes, and count where the text is none.
    var seasonNumber: Int?
    var episodeNumber: Double?
    var lockedOwner: String?
    var alternate = ParsedAlternateEnclosure()
    var value = ParsedValue()
    var timeSplit = ParsedValueTimeSplit()
    /// What the open media:group says for every content in it, and where
    /// those begin.
    var mediaGroup = ParsedMediaContent()
    var mediaGroupStart = 0
    /// Whether the address of the channel's picture stands in an image before the open one.
    var imageIsOther = false
    /// Whether the open text has no room for more.
    var textIsFull = false
    /// What stays when the elements have ended.
    var lasting = Lasting()
}

/// An enclosure whose address is not among its attributes, as far as it was read.
struct OpenEnclosure {
    var url: String?
    var length: String?
    var type: String?
}

extension OpenParts {
    /// What the end of a document needs of elements that have ended.
    struct Lasting: Equatable {
        /// What googleplay says of the channel, for where iTunes says nothing.
        var googlePlayEmail: String?
        var googlePlayCategories: [[String]] = []
        var googlePlayNewFeedURL: String?
        var updatePeriod: String?
        var updateFrequency: String?
        /// Whether the warning about texts that are too long was given.
        var textWasCut = false
    }

    /// Forgets what elements that have ended said of themselves.
    mutating func forgetElements() {
        self = OpenParts(lasting: lasting)
    }
}

/// Which picture wins, the lowest rank first (feed formats C3).
enum ArtworkRank {
    static let itunes: UInt8 = 0
    static let podcastImage: UInt8 = 1
    // Items
    static let thumbnail: UInt8 = 2
    static let groupThumbnail: UInt8 = 3
    static let mediaContent: UInt8 = 4
    static let itunesText: UInt8 = 5
    static let itemImage: UInt8 = 6
    static let imageEnclosure: UInt8 = 7
    static let googlePlay: UInt8 = 8
    // Channels
    static let channelGooglePlay: UInt8 = 6
    static let channelImage: UInt8 = 7
    static let atomLogo: UInt8 = 8
    static let channelThumbnail: UInt8 = 9
    static let atomIcon: UInt8 = 10
    static let channelMediaContent: UInt8 = 12
    // Both
    static let itunesLink: UInt8 = 4
    static let podcastImages: UInt8 = 11
}

/// Remembers how good the present value of a field is, when several elements
/// may give it: a lower rank replaces a higher one, never the reverse.
struct FieldChoices: Equatable {
    static let none = UInt8.max

    var artwork = FieldChoices.none
    var content = FieldChoices.none
    /// Whether the format's own identity element was read.
    var hasGUID = false
    var published = FieldChoices.none
    var updated = FieldChoices.none
    var link = FieldChoices.none
    var language = FieldChoices.none
    var rights = FieldChoices.none
    var explicit = FieldChoices.none
    var mediaTitle = FieldChoices.none
    var mediaDescription = FieldChoices.none
    /// The duration without a prefix, for items of which nothing else says one.
    var otherDuration: Int?
    /// The address of a licence that is not said by podcast:license.
    var otherLicense: String?
    /// The feedburner:origEnclosureLink.
    var originalEnclosure: String?
    /// The title in the words of the other format.
    var otherTitle: String?
    /// The link to a file of Podlove's chapters.
    var chaptersLink: ParsedLink?
}

/// An item that waits for one inside it to end.
struct OuterItem {
    var item: ParsedItem
    var choices: FieldChoices
    var index: Int
}
