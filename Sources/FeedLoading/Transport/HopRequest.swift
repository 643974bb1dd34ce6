import PodcastModel

/// One request to one address; a load is one or more of them.
///
/// A class, because it is handed from task to loop and back, and the options
/// are many.
final class HopRequest: Sendable {
    let url: FeedURL
    /// The address as libcurl gets it: pure ASCII.
    let target: String
    /// Sent as If-None-Match and If-Modified-Since, if present.
    let validators: HTTPValidators
    /// Sent as Authorization, if present.
    let authorization: String?
    /// Sent as User-Agent.
    let userAgent: String
    /// The newest HTTP version to speak.
    let httpVersion: HTTPVersionLimit
    /// The content codings asked for.
    let acceptEncoding: String
    /// How the transfer is carried out.
    var options: TransferOptions { _read { yield boxedOptions.wrappedValue } }
    /// Whether the server may answer with what is new since the ETag alone (http polling A1 17b).
    var asksForDelta: Bool { options.acceptsDelta && validators.etag != nil }
    private let boxedOptions: Boxed<TransferOptions>

    init(
        url: FeedURL,
        validators: HTTPValidators,
        authorization: String?,
        httpVersion: HTTPVersionLimit,
        acceptEncoding: String,
        options: Boxed<TransferOptions>
    ) {
        self.url = url
        target = PercentEncoding.ascii(url.string)
        self.validators = validators
        self.authorization = authorization
        userAgent = options.wrappedValue.userAgent(for: url)
        self.httpVersion = httpVersion
        self.acceptEncoding = acceptEncoding
        boxedOptions = options
    }
}
