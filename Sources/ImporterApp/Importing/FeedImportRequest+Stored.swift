import FeedImporting
import FeedLoading
import PodcastModel

extension FeedImportRequest {
    /// Fills in what is known of the feed, and how it wants to be loaded.
    ///
    /// - Parameters:
    ///   - state: what the store knows of the feed; nil if nothing.
    ///   - options: the operator's; wishes of the feed come before them.
    ///   - file: the names and passwords that are kept in files.
    mutating func settle(_ state: RefreshState?, options: Boxed<TransferOptions>, credentials file: CredentialsFile) {
        refreshState = state
        if let state, state.provenance == .user { provenance = .user }
        $options = options
        if let state, !state.overrides.isEmpty { self.options = options.wrappedValue.applying(state.overrides) }
        guard case .http(let url) = source else { return }
        // Whoever names it may have written https now.
        if let state, state.schemeIsAssumed, !isNamed { alternative = url.withoutTLS }
        // A web page may stand for its feed until there has been an attempt, or once more for whoever writes its address.
        discovers = identity == nil && (state.map { $0.podcastID == nil && ($0.failures == 0 || isNamed) } ?? true)
        guard credentials == nil, state?.credentials == nil else { return }
        guard let entry = file.entry(for: url, withoutTLS: self.options.allowsCredentialsOverHTTP) else {
            withholdsCredentials = file.entry(for: url, withoutTLS: true) != nil
            return
        }
        sharedCredentials = entry.credentials
        if entry.allowsHTTP { self.options.allowsCredentialsOverHTTP = true }
    }
}
