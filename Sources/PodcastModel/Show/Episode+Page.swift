extension Episode {
    /// The page of the episode: its link, else the guid if that is declared to be one (identity C1 3).
    ///
    /// Made as it is read, so that a guid takes no part in the matching as a page. Many feeds leave `isPermaLink` away
    /// although the guid is none: with white space inside, or without `http`, it is only a name.
    package var page: String? {
        if let link { return link }
        guard guidIsPermaLink == true, let guid else { return nil }
        let text = guid.drop(while: \.isWhitespace)
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https", text.dropFirst(scheme.count).hasPrefix("://"),
            text.count > scheme.count + 3
        else { return nil }
        let address = text.prefix { !$0.isWhitespace }
        return text.dropFirst(address.count).allSatisfy(\.isWhitespace)
            ? EscapedAmpersands.removed(from: String(address)) : nil
    }
}
