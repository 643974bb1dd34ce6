/// The parts of an address in canonical spelling.
enum AddressText {
    /// Parameters that change from download to download, or say who sent the
    /// listener: none of them tells which file is meant (identity C3 13).
    private static let volatileParameters: Set<String> = [
        "updated", "modified", "sid", "source", "src", "ref", "token", "token-hash", "token-time", "dest-id", "_from",
        "awcollectionid", "aid", "feed", "expires", "expiry", "signature", "sig", "policy", "key-pair-id", "hdnts",
        "hdnea", "exp", "hmac", "auth", "verify",
        "fbclid", "gclid", "listeningsessionid", "ts", "timestamp", "nocache", "cachebuster",
    ]
    private static let longestVolatileParameter = volatileParameters.map(\.utf8.count).max() ?? 0

    /// Names for the end of a signed address's life, and for its signature: by itself each may be what names the file
    /// (`?hash=1a2b`), but not both together (`?st=xyz&e=1767225600`).
    private static let expiryNames: Set<String> = ["e", "exp", "expires", "expiry", "st"]
    private static let signatureNames: Set<String> = [
        "st", "hash", "md5", "hmac", "sig", "signature", "token", "auth",
    ]

    /// Parameters that say which file is meant even where the path ends like one (identity C3 12).
    private static let identifiers: [[UInt8]] = ["id", "ep", "episode", "episode_id", "file", "f", "media"].map {
        Array($0.utf8)
    }
    private static let longestIdentifier = identifiers.map(\.count).max() ?? 0

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
    static func appendQuery<Bytes: RandomAccessCollection<UInt8>>(_ query: Bytes, to output: inout [UInt8])
    where Bytes.Index == Int, Bytes.SubSequence == Bytes {
        let parameters = QueryParameters(query)
        let isSigned = parameters.contains { isExpiry($0) } && parameters.contains { isSignature($0) }
        append(parameters, to: &output) { !isVolatile($0) && !(isSigned && (isExpiry($0) || isSignature($0))) }
    }

    /// Appends those parameters of a query that name a file: `?id=7` behind a `download.mp3` that is all files.
    static func appendIdentifiers(_ query: ArraySlice<UInt8>, to output: inout [UInt8]) {
        append(QueryParameters(query), to: &output, where: isIdentifier)
    }

    /// Whether a query has such a parameter.
    static func hasIdentifier(_ query: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        QueryParameters(query).contains(where: isIdentifier)
    }

    private static func append<Bytes: RandomAccessCollection<UInt8>>(
        _ parameters: QueryParameters<Bytes>,
        to output: inout [UInt8],
        where isWanted: (Bytes) -> Bool
    ) where Bytes.Index == Int, Bytes.SubSequence == Bytes {
        var separator = UInt8.question
        for parameter in parameters where isWanted(parameter) {
            output.append(separator)
            PercentText.appendNormalised(parameter, to: &output)
            separator = .ampersand
        }
    }

    /// Whether the parameter is a moment, in seconds since 1970 or a thousandth of them, under a name for one.
    private static func isExpiry(_ parameter: some Collection<UInt8>) -> Bool {
        let value = parameter.drop { $0 != .equals }.dropFirst()
        return (9...13).contains(value.count) && value.allSatisfy(\.isASCIIDigit)
            && expiryNames.contains(name(of: parameter))
    }

    private static func isSignature(_ parameter: some Collection<UInt8>) -> Bool {
        !isExpiry(parameter) && signatureNames.contains(name(of: parameter))
    }

    private static func name(of parameter: some Collection<UInt8>) -> String {
        let name = parameter.prefix { $0 != .equals }
        return String(unsafeUninitializedCapacity: name.count) { output in
            for (index, byte) in name.enumerated() { output[index] = byte.asciiLowercased }
            return name.count
        }
    }

    private static func isIdentifier(_ parameter: some Collection<UInt8>) -> Bool {
        let name = parameter.prefix { $0 != .equals }
        guard name.count <= longestIdentifier, name.count < parameter.count else { return false }
        return identifiers.contains { isName(name, $0) }
    }

    private static func isVolatile(_ parameter: some Collection<UInt8>) -> Bool {
        let name = parameter.prefix { $0 != .equals }
        return isName(name.prefix(4), campaign) || isName(name.prefix(6), amazon)
            || name.count <= longestVolatileParameter && volatileParameters.contains(self.name(of: parameter))
    }

    /// What the tags of a campaign begin with, and the parameters of a signature by Amazon.
    private static let campaign = Array("utm_".utf8)
    private static let amazon = Array("x-amz-".utf8)

    private static func isName(_ bytes: some Collection<UInt8>, _ name: [UInt8]) -> Bool {
        bytes.count == name.count && zip(bytes, name).allSatisfy { $0.asciiLowercased == $1 }
    }
}
