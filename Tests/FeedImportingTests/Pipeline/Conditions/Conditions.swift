import FeedServer

/// What was sent to be answered by 304.
struct Conditions: Equatable {
    var etag: String?
    var lastModified: String?

    init(_ etag: String? = nil, _ lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    init(_ request: RecordedRequest) {
        self.init(request["If-None-Match"], request["If-Modified-Since"])
    }
}
