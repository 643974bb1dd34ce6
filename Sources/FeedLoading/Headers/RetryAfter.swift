package import PodcastModel

/// A Retry-After header (http polling A3 39).
package enum RetryAfter: Hashable, Sendable {
    /// Not before this many seconds have passed.
    case seconds(Int64)
    /// Not before this moment.
    case date(Timestamp)

    /// Reads a non-negative integer or any of the three HTTP date forms; nil
    /// for anything else, a negative number included.
    ///
    /// Two servers in a row may each have said when to come back, and the one in front have joined what they said: the
    /// first counts, as of two lines (A3 39). A date has a comma of its own.
    package init?(_ text: String) {
        let text = text[...].trimmedOfBlanks
        if let seconds = WholeNumber.parse(text.utf8) {
            self = .seconds(seconds)
        } else if let date = HTTPDate.epochSeconds(of: String(text)) {
            self = .date(Timestamp(epochSeconds: date))
        } else if let first = text.split(separator: ",").first, first.endIndex < text.endIndex,
            let seconds = WholeNumber.parse(first.trimmedOfBlanks.utf8)
        {
            self = .seconds(seconds)
        } else {
            return nil
        }
    }

    /// The same wish by the clock of whoever has said it, if the answer has a Date: a moment is so long after that,
    /// whatever our clock says, as with Expires (RFC 9110 10.2.3).
    func counted(from date: String?) -> RetryAfter {
        guard case .date(let end) = self, let sent = date.flatMap(HTTPDate.epochSeconds(of:)) else { return self }
        return .seconds(max(0, end.epochSeconds - sent))
    }

    /// Seconds to wait from `now`, not clamped; 0 for a date that has passed.
    package func seconds(from now: Timestamp) -> Int64 {
        switch self {
        case .seconds(let seconds): seconds
        case .date(let date): max(0, date.seconds(since: now))
        }
    }

    /// Seconds from `now` until it has passed whenever in that second the answer came; 0 if it asks for no rest.
    package func rest(from now: Timestamp) -> Int64 {
        guard case .seconds(let seconds) = self, seconds > 0, seconds < .max else { return seconds(from: now) }
        return seconds + 1
    }

    /// The one that asks for the longest rest, counted from `now`; nil for none.
    package static func longest(of asked: [RetryAfter?], from now: Timestamp) -> RetryAfter? {
        asked.compactMap(\.self).max { $0.seconds(from: now) < $1.seconds(from: now) }
    }
}

extension ResponseHead {
    /// What the response says of when to come back.
    var asksToWait: RetryAfter? { self[.retryAfter].flatMap(RetryAfter.init)?.counted(from: self[.date]) }
}
