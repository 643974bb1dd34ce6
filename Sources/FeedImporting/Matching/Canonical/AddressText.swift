/// The parts of an address in canonical spelling.
enum AddressText {
    /// Parameters that change from download to download, or say who sent the
    /// listener: none of them tells which file is meant (identity C3 13).
    private static let volatileParameters: Set<String> = [
        "updated", "modified", "sid", "source", "src", "ref", "token", "token-hash", "token-time", "dest-id", "_from",
        "awcollectionid", "aid", "feed", "expires", "expiry", "signature", "sig", "policy", "key-pair-id", "hdnts",
        "hdnea",
        "fbclid", "gclid", "listeningsessionid", "ts", "timestamp", "nocache", "cachebuster",
    ]

    static func trimmed(_ url: String) -> ArraySlice<UInt8> {
        var bytes = Array(url.utf8)[...]
        while let first = bytes.first, first <= .space { bytes.removeFirst() }
        while let last = bytes.last, last <= .space { bytes.removeLast() }
        return bytes
    }

    /// Appends a path with every run of slashes as one.
    static func appendPath(_ path: ArraySlice<UInt8>, to output: inout [UInt8]) {
        var start = path.startIndex
        while start < path.endIndex {
            let end = path[start...].firstIndex(of: .slash) ?? path.endIndex
            PercentText.appendNormalised(path[start..<end], to: &output)
            guard end < path.endIndex else { return }
            output.append(.slash)
            start = path[end...].firstIndex { $0 != .slash } ?? path.endIndex
        }
    }

    /// Appends `?` and what is left of a query without its volatile parameters, if anything is.
    static func appendQuery(_ query: ArraySlice<UInt8>, to output: inout [UInt8]) {
        var separator = UInt8.question
        for parameter in query.split(separator: .ampersand) where !isVolatile(parameter) {
            output.append(separator)
            PercentText.appendNormalised(parameter, to: &output)
            separator = .ampersand
        }
    }

    private static func isVolatile(_ parameter: ArraySlice<UInt8>) -> Bool {
        let name = parameter.prefix { $0 != .equals }.map(\.asciiLowercased)
        if name.starts(with: "utm_".utf8) || name.starts(with: "x-amz-".utf8) { return true }
        return volatileParameters.contains(String(decoding: name, as: UTF8.self))
    }
}
