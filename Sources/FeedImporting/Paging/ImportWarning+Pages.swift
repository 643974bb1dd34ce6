import PodcastModel

extension ImportWarning {
    /// What is left of the pages is none of the feed's as it is now.
    static let changedOnTheWay = ImportWarning(
        kind: .changed,
        detail: "the feed was changed while its pages were read; what is left of them was not read"
    )

    /// Not all of a later page is in the store.
    static func page(_ place: String, _ problem: String) -> ImportWarning {
        ImportWarning(kind: .pageFailed, detail: "\(place) \(problem); --backfill tries again")
    }

    /// The rest of the pages is not in the store yet.
    static func interrupted(_ place: String, _ cause: String) -> ImportWarning {
        ImportWarning(
            kind: .pagesInterrupted,
            detail: "\(place) and those after it were not read, and the next refresh goes on there (\(cause))"
        )
    }

    /// The rest of the pages is not where it was.
    static func beginsAnew(_ place: String, _ cause: String) -> ImportWarning {
        ImportWarning(
            kind: .pagesInterrupted,
            detail: "\(place) and those after it were not read, and the next refresh begins with the first (\(cause))"
        )
    }
}
