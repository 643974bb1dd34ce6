import CCurl
import PodcastModel

/// Turns a Location header into the address it means.
enum RedirectLocation {
    /// The absolute address: resolved against the one that redirected, stray
    /// spaces and bytes outside ASCII percent-encoded, fragment and userinfo
    /// gone.
    static func resolve(_ location: String, against base: FeedURL) throws(FeedURLError) -> FeedURL {
        // The text has a scalar for each byte received; the bytes are encoded.
        var bytes: [UInt8] = []
        Latin1.append(location, to: &bytes)
        let whole = PercentEncoding.ascii(bytes: bytes)
        // A fragment is never sent. One alone means the address that redirects, of which libcurl makes its folder.
        var reference = String(whole.prefix { $0 != "#" })
        if reference.allSatisfy(\.isWhitespace), reference.utf8.count < whole.utf8.count { return base }
        // libcurl reads "javascript:x" as a relative path.
        if let scheme = scheme(of: reference) {
            guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme(scheme) }
            // "http:/path" names no host: it is meant as browsers read it, on the one that redirects (RFC 3986 5.2.2).
            let rest = reference.dropFirst(scheme.count + 1)
            if scheme == base.scheme, !rest.hasPrefix("//") { reference = String(rest) }
        }

        guard let handle = curl_url() else { throw .invalidHost }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, PercentEncoding.ascii(base.string), 0) == CURLUE_OK,
            curl_url_set(handle, CURLUPART_URL, reference, 0) == CURLUE_OK
        else { throw .invalidHost }
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, CURLUPART_URL, &text, 0) == CURLUE_OK, let text else { throw .invalidHost }
        defer { curl_free(text) }
        return try FeedURL(String(cString: text))
    }

    private static func scheme(of reference: String) -> String? {
        guard let colon = reference.utf8.firstIndex(of: UInt8(ascii: ":")), colon > reference.startIndex,
            reference.utf8[..<colon].allSatisfy({ $0.isSchemeByte }),
            reference.utf8.first.map({ $0 | 0x20 >= UInt8(ascii: "a") }) == true
        else { return nil }
        return reference[..<colon].lowercased()
    }
}

extension UInt8 {
    fileprivate var isSchemeByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default:
            false
        }
    }
}
