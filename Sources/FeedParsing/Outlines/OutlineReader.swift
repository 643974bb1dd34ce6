/// Reads a list of subscriptions in OPML, one outline after the other.
///
/// Whatever is wrong with the list is put right first, as it is for feeds:
/// foreign encodings, stray ampersands and angle brackets, missing quotes and
/// end tags. All that OPML says of a feed is in attributes, so what is left to
/// do is to go from tag to tag; a list of any length takes the memory of its
/// bytes and of one outline.
package final class OutlineReader {
    private let markup: OutlineMarkup
    private var tags: OutlineTags
    private var folders: [String] = []
    private var open: [OpenOutline] = []

    /// No folder is deeper; what is in one that would be is in this one.
    ///
    /// Each feed has the names of all its folders: in a list that nests without an end they would be many times its bytes.
    static let deepestFolder = 100

    /// Looks at a list and puts it in order.
    ///
    /// - Parameter bytes: the document, without any content coding.
    /// - Throws: `FeedParsingError.notOPML` for a document of another kind.
    package init(_ bytes: [UInt8]) throws(FeedParsingError) {
        markup = try bytes.withUnsafeBufferPointer { bytes throws(FeedParsingError) in
            try SourceText(bytes).withUTF8(bytes, httpCharset: nil) {
                utf8,
                _ throws(FeedParsingError) -> OutlineMarkup in
                guard let damaged = DamagedUTF8(utf8) else { return try OutlineMarkup(utf8) }
                return try damaged.bytes.withUnsafeBufferPointer(OutlineMarkup.init)
            }
        }
        tags = OutlineTags(firstLine: markup.firstLine)
    }

    /// Whether the list's end was there; without it the list may have been cut off.
    package var isComplete: Bool { markup.isComplete }

    /// The next outline that is a feed, or that is nothing: neither a feed nor a
    /// folder of others; nil at the end.
    package func next() -> ParsedOutline? {
        while let tag = tags.next(in: markup.bytes) {
            switch tag {
            case .start(let outline, let isEmpty):
                if let found = begin(outline, isEmpty: isEmpty) { return found }
            case .end:
                if let found = end() { return found }
            }
        }
        // The document may end before its outlines do.
        while !open.isEmpty {
            if let found = end() { return found }
        }
        return nil
    }

    private func begin(_ outline: OutlineTags.Outline?, isEmpty: Bool) -> ParsedOutline? {
        guard let outline else {
            if !isEmpty { open.append(OpenOutline()) }
            return nil
        }
        if let parent = open.lastIndex(where: \.isOutline) { open[parent].hasOutlines = true }
        let isComment = outline.isComment || open.last(where: \.isOutline)?.isComment == true
        var parsed = ParsedOutline(
            line: outline.line,
            title: outline.title,
            feedURL: outline.feedURL,
            pageURL: outline.pageURL,
            isComment: isComment
        )
        let isFeed = parsed.feedURL != nil
        if isFeed || isEmpty { parsed.folders = folders }
        guard !isEmpty else { return parsed }
        var entry = OpenOutline()
        entry.isOutline = true
        entry.isComment = isComment
        if !isFeed {
            entry.outline = parsed
            if let title = outline.title, folders.count < Self.deepestFolder {
                entry.isFolder = true
                folders.append(title)
            }
        }
        open.append(entry)
        return isFeed ? parsed : nil
    }

    /// Ends the innermost element; one without an address that held nothing was
    /// no folder, but an outline of its own.
    private func end() -> ParsedOutline? {
        guard let entry = open.popLast() else { return nil }
        if entry.isFolder { folders.removeLast() }
        guard !entry.hasOutlines, var outline = entry.outline else { return nil }
        outline.folders = folders
        return outline
    }
}

/// An element that has begun and not ended.
private struct OpenOutline {
    /// What it is if it turns out to hold no others; nil for feeds and for
    /// elements that are no outlines.
    var outline: ParsedOutline?
    var isOutline = false
    var isFolder = false
    var isComment = false
    var hasOutlines = false
}
