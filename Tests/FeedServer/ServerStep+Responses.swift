extension ServerStep {
    /// A whole response with a correct Content-Length.
    package static func response(_ status: Int = 200, _ headers: [String] = [], body: [UInt8]) -> [ServerStep] {
        let head = head(status, headers + ["Content-Length: \(body.count)"])
        return [.send(head + body)]
    }

    /// A whole response with a text for its body.
    package static func response(_ status: Int = 200, _ headers: [String] = [], _ body: String = "") -> [ServerStep] {
        response(status, headers, body: Array(body.utf8))
    }

    /// A 304, which has no body and no length.
    package static func notModified(_ headers: [String] = []) -> [ServerStep] {
        [.send(head(304, headers))]
    }

    /// A redirect.
    package static func redirect(_ status: Int, to location: String) -> [ServerStep] {
        response(status, ["Location: \(location)"], "moved")
    }

    /// A status line and header lines, with the empty line that ends them.
    package static func head(_ status: Int, _ headers: [String]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) Scripted"] + headers + ["", ""]
        // One byte for each scalar, so that any byte can be scripted.
        return lines.joined(separator: "\r\n").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
}
