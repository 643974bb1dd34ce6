import PodcastModel

/// Whether a media file means an episode, or is an address that ever new ones have.
extension EvidenceContext {
    /// Why an equal media file means an equal episode; nil if it does not.
    ///
    /// The row's key has left the document, so the file alone is enough as long
    /// as no other episode has it (identity C4 17), and it is no rerun. Of one page of several, or
    /// of a document that was cut off, it is not known which keys have left: the
    /// original of a rerun may be on the next page. And a feed of a single item leaves nothing else listed whenever it
    /// goes on: there a file with another title is that of the next episode as well, `latest.mp3`, unless the time is
    /// the same.
    func enclosureEvidence(item: Int, row: Int) -> String? {
        if isSlot(item: item, row: row) {
            guard haveOneBareTitle(item: item, row: row), hasBareTitleAlone(item: item, row: row),
                !isSlotOfOneTitle(item: item, row: row)
            else { return nil }
        }
        if distinct.count == 1 {
            return areAtOneMoment(item: item, row: row) ? "the media file and the time are the same" : nil
        }
        if let seconds = secondsApart(item: item, row: row), seconds <= 86_400 {
            return "the media file is the same, the dates are less than a day apart"
        }
        guard isAlone(item), !document.isPart, !isRerun(item: item, row: row) else { return nil }
        return "the media file is the same, the stored episode is no longer listed"
    }

    /// Whether an item with the file of an episode that had left the feed before comes as the newest one.
    ///
    /// What comes before its date was only planned then.
    private func isRerun(item: Int, row: Int) -> Bool {
        guard rows[row].absentSince != nil, let date = incoming[item].episode.publishedAt,
            rows[row].publishedAt.map({ $0 < date }) ?? true
        else { return false }
        return newestStored.isReached(by: date)
    }

    /// Whether the file's address is reused for each new episode, so that it
    /// identifies none: the dates differ, and others have the address too or the
    /// row has already been taken over twice.
    ///
    /// In such a feed the newest item would otherwise take, each time, the row
    /// of the item that has just left the document.
    func isSlot(item: Int, row: Int) -> Bool {
        areApart(item: item, row: row) && (!isAlone(item) || formerKeys.count(of: rows[row].id) >= 2)
    }

    /// The same as ``isSlot(item:row:)`` where the titles are equal as well, be it but for a number that has come or
    /// gone.
    ///
    /// A row that was taken over twice then more likely belongs to a feed that
    /// gives its episodes new guids and dates in every document, unless the feed
    /// has a single item, such as the latest news. Without dates all that counts
    /// is whether several items or rows have both file and title.
    func isSlotOfOneTitle(item: Int, row: Int) -> Bool {
        if secondsApart(item: item, row: row) == nil { return !isAloneWithTitle(item) }
        return distinct.count == 1
            ? isSlot(item: item, row: row) : areApart(item: item, row: row) && !isAlone(item)
    }

    /// Whether one item and one row have the media file of an item, and no others.
    private func isAlone(_ item: Int) -> Bool {
        incoming[item].canonicalEnclosure.map { files.isAlone($0) } ?? false
    }

    /// Whether no two items nor two rows have the media file and the title of an item.
    private func isAloneWithTitle(_ item: Int) -> Bool {
        EvidenceKey(.fileAndTitle, of: incoming[item]).map { filesWithTitles.isAlone($0) } ?? false
    }
}
