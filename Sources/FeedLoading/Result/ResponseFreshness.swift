/// What a response says about when to ask again (http polling A2 19 and 20).
///
/// The texts are as received; the numbers are what a scheduler needs. Nothing
/// is clamped here: that is the scheduler's policy.
package struct ResponseFreshness: Hashable, Sendable {
    /// Cache-Control; several headers are joined by commas.
    package var cacheControl: String?
    /// Expires.
    package var expires: String?
    /// Age.
    package var age: String?
    /// Date.
    package var date: String?
    /// Retry-After, which any response may carry; those of redirects are on
    /// their hops.
    package var retryAfter: RetryAfter?

    /// Makes the freshness of a response that says nothing of it.
    package init() {}

    /// ``cacheControl`` as it is shown and remembered: without what only this server understands, which may repeat the
    /// password (http polling A6 64).
    package var shownCacheControl: String? { cacheControl.map(CacheControl.shown) }

    /// ``expires`` likewise: a moment or a number, else `…`, which is over as anything else is that is no date.
    package var shownExpires: String? {
        expires.map { text in
            let isNumber = text.utf8.count <= 10 && Int(text) != nil
            return isNumber || HTTPDate.epochSeconds(of: text) != nil ? text : "…"
        }
    }

    /// Seconds the response was fresh for when it was received.
    ///
    /// Cache-Control wins over Expires (RFC 9111 5.3); nil if the response says
    /// nothing of it.
    package var seconds: Int64? { secondsByCacheControl ?? secondsByExpires }

    /// The seconds of `max-age` less the age; 0 if stale already or if reuse is
    /// forbidden, nil if Cache-Control says neither.
    package var secondsByCacheControl: Int64? {
        guard let control = cacheControl.map(CacheControl.init) else { return nil }
        if control.forbidsReuse { return 0 }
        return control.maxAge.map { max(0, $0 - (ageSeconds ?? 0)) }
    }

    /// The seconds from Date to Expires less the age; 0 if stale already.
    ///
    /// An Expires that is no date is stale (RFC 9111 5.3); without a Date
    /// nothing can be said.
    package var secondsByExpires: Int64? {
        guard let expires else { return nil }
        guard let expiry = HTTPDate.epochSeconds(of: expires) else { return 0 }
        guard let sent = date.flatMap(HTTPDate.epochSeconds(of:)) else { return nil }
        return max(0, expiry - sent - (ageSeconds ?? 0))
    }

    /// The time of Expires, for a response without Date; nil if it is no date.
    package var expiresAtEpochSeconds: Int64? { expires.flatMap(HTTPDate.epochSeconds(of:)) }

    /// Age as a number, of several the first (RFC 9111 5.1); anything but a non-negative integer is ignored.
    var ageSeconds: Int64? {
        guard let first = age?.split(separator: ",", omittingEmptySubsequences: false).first else { return nil }
        return WholeNumber.parse(first.trimmedOfBlanks.utf8)
    }
}
