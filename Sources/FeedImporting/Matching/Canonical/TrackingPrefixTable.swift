/// Finds what a tracking prefix leads to.
struct TrackingPrefixTable: Sendable {
    /// The published list, ready for use.
    static let standard = TrackingPrefixTable(TrackingPrefixes.patterns)

    private struct Segment: Sendable {
        let text: [UInt8]
        /// Whether any ending is good (`*`).
        let isOpen: Bool
    }

    private let patternsByHost: [String: [[Segment]]]
    /// Of each host its length and last letters, as one number.
    private let hostMarks: Set<UInt64>

    init(_ patterns: [String]) {
        var patternsByHost: [String: [[Segment]]] = [:]
        for pattern in patterns {
            let parts = pattern.split(separator: "/")
            let segments = parts.dropFirst().map { part in
                Segment(text: Array((part.hasSuffix("*") ? part.dropLast() : part).utf8), isOpen: part.hasSuffix("*"))
            }
            patternsByHost[String(parts[0]), default: []].append(segments)
        }
        self.patternsByHost = patternsByHost
        hostMarks = Set(patternsByHost.keys.map { Self.mark(of: Array($0.utf8)) })
    }

    /// Whether a host could be one of the list: false is certain, true is not.
    ///
    /// - Parameter host: in upper or lower case, without `www.`.
    /// - Returns: whether it has to be looked up.
    func mayBePrefix(host: some BidirectionalCollection<UInt8>) -> Bool {
        hostMarks.contains(Self.mark(of: host))
    }

    /// The address behind the prefix, from its host on; nil if the host counts
    /// no downloads or there is no address behind it.
    ///
    /// - Parameters:
    ///   - host: lower-case, without `www.`.
    ///   - path: from the slash after the host to the end of the address.
    /// - Returns: the address behind the prefix, without scheme.
    func target(host: String, path: ArraySlice<UInt8>) -> [UInt8]? {
        guard let patterns = patternsByHost[host], path.first == .slash else { return nil }
        for pattern in patterns {
            guard let rest = Self.rest(of: path, after: pattern) else { continue }
            let target = Self.withoutScheme(rest)
            if Self.beginsWithHost(target) { return target }
        }
        return Self.lastHost(in: path)
    }

    private static func mark(of host: some BidirectionalCollection<UInt8>) -> UInt64 {
        host.suffix(7).reduce(UInt64(host.count)) { $0 << 8 | UInt64($1.asciiLowercased) }
    }

    /// What follows the segments of the pattern, or nil if the path does not begin with them.
    private static func rest(of path: ArraySlice<UInt8>, after pattern: [Segment]) -> ArraySlice<UInt8>? {
        var rest = path.drop { $0 == .slash }
        for segment in pattern {
            guard let end = rest.firstIndex(of: .slash) else { return nil }
            let part = rest[..<end]
            guard segment.isOpen ? part.starts(with: segment.text) : part.elementsEqual(segment.text) else {
                return nil
            }
            rest = rest[end...].drop { $0 == .slash }
        }
        return rest
    }

    /// The target may bring its own scheme: `https://`, `https:/`, `https%3A%2F%2F`, `https/`.
    private static func withoutScheme(_ target: ArraySlice<UInt8>) -> [UInt8] {
        var rest = target
        let head = rest.prefix { $0 != .slash && $0 != .question }
        var bytes: [UInt8]
        if head.contains(.percent) {
            // The whole address was written as one segment.
            bytes = PercentText.decoding(rest, only: [.slash, .colon])
        } else {
            bytes = Array(rest)
        }
        rest = bytes[...]
        for scheme in ["https", "http"] where rest.count > scheme.utf8.count + 1 {
            let end = rest.startIndex + scheme.utf8.count
            guard rest[..<end].elementsEqual(scheme.utf8, by: { $0 | 0x20 == $1 }),
                rest[end] == .colon || rest[end] == .slash
            else { continue }
            bytes = Array(rest[(end + 1)...].drop { $0 == .slash })
            break
        }
        return bytes
    }

    private static func beginsWithHost(_ target: [UInt8]) -> Bool {
        guard let end = target.firstIndex(of: .slash) else { return false }
        return looksLikeHost(target[..<end])
    }

    /// What a known host in an unknown form leads to.
    ///
    /// That is the last segment that looks like a host before a path that ends
    /// in a media file. Unknown hosts are never guessed at.
    private static func lastHost(in path: ArraySlice<UInt8>) -> [UInt8]? {
        let decoded = PercentText.decoding(path, only: [.slash, .colon])
        let plain = decoded.prefix { $0 != .question && $0 != .hash }
        guard let name = plain.split(separator: .slash).last, MediaFileName.isMedia(name) else { return nil }
        var start: Int?
        for segment in plain.split(separator: .slash).dropLast() where looksLikeHost(segment) {
            start = segment.startIndex
        }
        return start.map { Array(decoded[$0...]) }
    }

    private static func looksLikeHost(_ segment: ArraySlice<UInt8>) -> Bool {
        var name = segment
        if let at = name.lastIndex(of: .at) { name = name[(at + 1)...] }
        if let colon = name.lastIndex(of: .colon) { name = name[..<colon] }
        guard let dot = name.lastIndex(of: .dot), dot > name.startIndex,
            name.allSatisfy({ $0.isASCIILetterOrDigit || $0 == .dot || $0 == .hyphen || $0 == .underscore })
        else { return false }
        let top = name[(dot + 1)...]
        return top.count >= 2 && !MediaFileName.isMedia(segment)
            && (top.allSatisfy(\.isASCIILetter) || top.starts(with: "xn--".utf8))
    }
}
