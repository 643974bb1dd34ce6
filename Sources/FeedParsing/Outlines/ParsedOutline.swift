/// One outline of an OPML list that is no folder, as it was written.
package struct ParsedOutline: Hashable, Sendable {
    /// The line of the document where its tag begins, counted from 1.
    package var line: Int
    /// `title`, or else `text`.
    package var title: String?
    /// `xmlUrl`; for an outline whose type says that it is a feed, also `url`.
    package var feedURL: String?
    /// `htmlUrl`.
    package var pageURL: String?
    /// The titles of the outlines it stands in, the outermost first; feeds and
    /// outlines without a title are not among them.
    package var folders: [String] = []
    /// Whether it, or an outline it stands in, is marked as a comment.
    package var isComment = false
}
