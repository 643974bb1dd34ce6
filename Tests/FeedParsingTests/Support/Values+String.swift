@testable import FeedParsing

// What the parser reads from the bytes of a document, tests read from a text.

extension FeedDate {
    static func parse(_ text: String) -> Int64? {
        ASCIIText.withBytes(of: text) { parse($0) }
    }

    static func read(_ text: String) -> Reading {
        ASCIIText.withBytes(of: text) { read($0) }
    }
}

extension DecimalNumber {
    static func parse(_ text: String) -> Double? {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}

extension EnclosureLength {
    static func parse(_ text: String) -> Int64? {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}

extension EpisodeDuration {
    static func parse(_ text: String) -> Int? {
        ASCIIText.withBytes(of: text) { parse($0) }
    }

    static func read(_ text: String) -> Reading {
        ASCIIText.withBytes(of: text) { read($0) }
    }
}

extension NormalPlayTime {
    static func parse(_ text: String) -> Double? {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}

extension PositiveInteger {
    static func parse(_ text: String) -> Int? {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}

extension HTMLEntities {
    static func codePoints(for name: String) -> (first: UInt32, second: UInt32)? {
        ASCIIText.withBytes(of: name) { codePoints(for: $0) }
    }
}

extension MarkupText {
    static func isBlank(_ text: String) -> Bool {
        ASCIIText.withBytes(of: text) { isBlank($0) }
    }
}

extension URLReference {
    static func base(_ attribute: String, within outer: String?) -> String? {
        ASCIIText.withBytes(of: attribute) { base($0, within: outer) }
    }
}

extension BooleanWord {
    static func parse(_ text: String) -> Bool? {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}

extension CategoryPath {
    static func parse(_ text: String) -> [String] {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}

extension EpisodeTypeValue {
    static func parse(_ text: String) -> EpisodeTypeValue {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}

extension ExplicitFlag {
    static func parse(_ text: String) -> Bool? {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}

extension ITunesTypeValue {
    static func parse(_ text: String) -> ITunesTypeValue? {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}

extension KeywordList {
    static func parse(_ text: String) -> [String] {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}

extension UUIDText {
    static func parse(_ text: String) -> String? {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}

extension YesFlag {
    static func parse(_ text: String) -> Bool {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}

extension ScheduleHints {
    static func minutes(_ text: String) -> Int? {
        ASCIIText.withBytes(of: text) { minutes($0) }
    }

    static func hour(_ text: String) -> Int? {
        ASCIIText.withBytes(of: text) { hour($0) }
    }

    static func day(_ text: String) -> String? {
        ASCIIText.withBytes(of: text) { day($0) }
    }
}

extension MailboxText {
    init(_ text: String) {
        self = ASCIIText.withBytes(of: text) { MailboxText($0) }
    }
}

extension FeedPage {
    init?(_ bytes: [UInt8], pageURL: String, charset: String? = nil) {
        let page = bytes.withUnsafeBufferPointer { FeedPage($0, pageURL: pageURL, charset: charset) }
        guard let page else { return nil }
        self = page
    }
}
