/// A defect of a feed document that did not stop it from being read.
package struct FeedWarning: Sendable, Equatable {
    /// What kind of defect; the raw value is the word shown to users.
    package enum Kind: String, Sendable, CaseIterable, Codable {
        /// The declared encoding is unknown, does not fit the bytes, or is another one than HTTP says.
        case encodingMismatch = "encoding-mismatch"
        /// Bytes that are not text in the document's encoding were replaced.
        case invalidBytes = "invalid-bytes"
        /// Text stood before the document and was cut off.
        case leadingJunk = "leading-junk"
        /// Something other than white space follows the end of the document.
        case trailingJunk = "trailing-junk"
        /// Characters XML does not allow were removed.
        case controlCharacters = "control-characters"
        /// An ampersand that begins no entity was taken literally.
        case bareAmpersand = "bare-ampersand"
        /// A named HTML entity was used without a declaration.
        case htmlEntity = "html-entity"
        /// A document type declaration with its own entities was ignored.
        case documentType = "document-type"
        /// End tags do not match start tags, or a tag is malformed.
        case notWellFormed = "not-well-formed"
        /// The document ends before its last element does.
        case truncated = "truncated"
        /// A namespace prefix is used but not declared.
        case undeclaredPrefix = "undeclared-prefix"
        /// A limit of the parser was reached and the rest was left out.
        case limitReached = "limit-reached"
        /// One text is longer than the limit and was cut.
        case textTooLong = "text-too-long"
        /// A date could not be understood.
        case invalidDate = "invalid-date"
        /// A date was understood but cannot be true, such as 1970-01-01.
        case suspiciousDate = "suspicious-date"
        /// A duration could not be understood.
        case invalidDuration = "invalid-duration"
        /// A value is not one of the words or numbers its tag allows, or an item has no value at all.
        case invalidValue = "invalid-value"
        /// An enclosure or another reference has no URL.
        case missingURL = "missing-url"
        /// A tag that PSP-1 requires is missing.
        case missingTag = "missing-tag"
        /// Further warnings of a kind were counted but not listed.
        case repeated = "repeated"
    }

    /// The kind of defect.
    package var kind: Kind
    /// The line of the document, counted from 1, where it is known.
    package var line: Int?
    /// One sentence for people: what was found, and what was done about it.
    package var detail: String
}

extension FeedWarning {
    /// What stands behind a detail if it is true of more than one place.
    static func times(_ count: Int) -> String { count == 1 ? "" : " (\(count) times)" }
}
