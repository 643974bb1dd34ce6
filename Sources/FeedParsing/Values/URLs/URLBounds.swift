/// Where the parts of an absolute URL end, and the path arithmetic of RFC 3986 section 5.2.
struct URLBounds {
    /// Behind "scheme:".
    let scheme: Int
    /// Behind "//host"; the same as `scheme` when there is none.
    let authority: Int
    /// Behind the path.
    let path: Int
    /// Behind "?query".
    let query: Int
    /// Whether the path begins with "/".
    let hasRootedPath: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, scheme: Int) {
        self.scheme = scheme
        var index = scheme
        if index + 1 < bytes.count, bytes[index] == 0x2F, bytes[index + 1] == 0x2F {
            index += 2
            while index < bytes.count, bytes[index] != 0x2F, bytes[index] != 0x3F, bytes[index] != 0x23 { index += 1 }
        }
        authority = index
        hasRootedPath = index < bytes.count && bytes[index] == 0x2F
        while index < bytes.count, bytes[index] != 0x3F, bytes[index] != 0x23 { index += 1 }
        path = index
        while index < bytes.count, bytes[index] != 0x23 { index += 1 }
        query = index
    }

    /// Appends a relative or rooted path merged with that of the base, "." and ".." resolved.
    static func appendMerged(
        _ reference: UnsafeBufferPointer<UInt8>,
        to base: UnsafeBufferPointer<UInt8>,
        hasAuthority: Bool,
        output: inout [UInt8]
    ) {
        var merged: [UInt8] = []
        if reference.first != 0x2F {
            if let slash = base.lastIndex(of: 0x2F) {
                merged.append(contentsOf: base[...slash])
            } else if hasAuthority {
                merged.append(0x2F)
            }
        }
        merged.append(contentsOf: reference)
        appendWithoutDotSegments(merged, to: &output)
    }

    /// RFC 3986 section 5.2.4, segment by segment.
    ///
    /// Only the part appended here is ever taken back by "..".
    private static func appendWithoutDotSegments(_ path: [UInt8], to output: inout [UInt8]) {
        let floor = output.count
        var index = 0
        while index < path.count {
            // A segment with the slash before it, if there is one.
            let hasSlash = path[index] == 0x2F
            let start = hasSlash ? index + 1 : index
            let end = path[start...].firstIndex(of: 0x2F) ?? path.count
            let segment = path[start..<end]
            let isLast = end == path.count
            if segment.elementsEqual([0x2E]) {
                if isLast { output.append(0x2F) }
            } else if segment.elementsEqual([0x2E, 0x2E]) {
                removeLastSegment(of: &output, above: floor)
                if isLast { output.append(0x2F) }
            } else {
                output.append(contentsOf: path[index..<end])
            }
            index = end
        }
    }

    private static func removeLastSegment(of output: inout [UInt8], above floor: Int) {
        while output.count > floor {
            if output.removeLast() == 0x2F { return }
        }
    }
}
