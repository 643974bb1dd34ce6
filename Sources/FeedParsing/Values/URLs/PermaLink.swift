/// When the identifier of an item may serve as its link (identity C1).
enum PermaLink {
    /// The value of `isPermaLink`: true unless it says false, in any case.
    static func isDeclared(_ attribute: UnsafeBufferPointer<UInt8>?) -> Bool {
        attribute.flatMap { BooleanWord.parse($0) } ?? true
    }

    /// The link in an identifier declared to be one, made absolute; nil when it cannot be a URL.
    ///
    /// Many feeds leave the attribute away although the identifier is none: with white space inside, without a "/", or
    /// with a scheme other than http ("tag:", "urn:uuid:") it is only a name.
    static func url(_ guid: UnsafeBufferPointer<UInt8>, against base: String?) -> String? {
        let text = ASCIIText.trimmed(guid)
        guard text.contains(0x2F), !text.contains(where: ASCIIText.isSpace) else { return nil }
        if URLReference.schemeLength(text) > 0, !URLReference.isHTTP(text) { return nil }
        return URLReference.resolved(text, against: base)
    }

    static func url(_ guid: String, against base: String?) -> String? {
        ASCIIText.withBytes(of: guid) { url($0, against: base) }
    }
}
