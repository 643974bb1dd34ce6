import FeedServer
import Foundation

/// How a plain web server answers a request for a file of a folder.
enum FolderResponse {
    static func steps(for request: RecordedRequest, in folder: URL) -> [ServerStep] {
        let name = request.path.split(separator: "?").first.map(String.init) ?? "/"
        let file = folder.appendingPathComponent(name).standardizedFileURL
        guard file.path.hasPrefix(folder.standardizedFileURL.path),
            let body = FileManager.default.contents(atPath: file.path)
        else { return ServerStep.response(404, ["Content-Type: text/plain"], "not found\n") }
        let etag = "\"\(body.count)-\(checksum(body))\""
        if request["If-None-Match"] == etag { return ServerStep.notModified(["ETag: \(etag)"]) }
        return ServerStep.response(200, ["Content-Type: \(type(of: file))", "ETag: \(etag)"], body: Array(body))
    }

    private static func type(of file: URL) -> String {
        switch file.pathExtension {
        case "atom": "application/atom+xml"
        case "json": "application/feed+json"
        default: "application/rss+xml"
        }
    }

    /// FNV-1a: enough to tell two versions of a fixture apart.
    private static func checksum(_ body: Data) -> String {
        String(body.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }
}
