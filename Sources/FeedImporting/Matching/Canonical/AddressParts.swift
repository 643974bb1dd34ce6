import Foundation

/// An address taken apart for comparing: scheme, userinfo, default port,
/// `www.` and the dot of the root are gone, the host is in lower case.
struct AddressParts {
    let host: String
    /// `:8080`, or nothing.
    let port: ArraySlice<UInt8>
    /// From the slash after the host, query and fragment included.
    let path: ArraySlice<UInt8>

    /// - Parameter bytes: an address from its authority on, without scheme.
    init(_ bytes: ArraySlice<UInt8>) {
        let end = bytes.firstIndex { $0 == .slash || $0 == .question || $0 == .hash || $0 == 0x5C } ?? bytes.endIndex
        var authority = bytes[..<end]
        if let at = authority.lastIndex(of: .at) { authority = authority[(at + 1)...] }
        var name = authority
        if let colon = authority.lastIndex(of: .colon), authority[(colon + 1)...].allSatisfy(\.isASCIIDigit) {
            name = authority[..<colon]
            let number = authority[(colon + 1)...]
            let isDefault = number.isEmpty || number.elementsEqual("80".utf8) || number.elementsEqual("443".utf8)
            port = isDefault ? [] : authority[colon...]
        } else {
            port = []
        }
        if name.last == .dot { name = name.dropLast() }
        var lowercased: [UInt8] = []
        lowercased.reserveCapacity(name.count)
        for byte in name { lowercased.append(byte.asciiLowercased) }
        let hasWWW = lowercased.starts(with: "www.".utf8) && lowercased.count > 4
        host = String(decoding: hasWWW ? lowercased[4...] : lowercased[...], as: UTF8.self)
        path = bytes[end...]
    }

    /// What follows `scheme://`, or `//`; nil if there is neither.
    static func afterScheme(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let scheme = bytes.prefix { $0.isASCIILetterOrDigit || $0 == 0x2B || $0 == .dot || $0 == .hyphen }
        var rest = bytes[scheme.endIndex...]
        if !scheme.isEmpty {
            guard rest.first == .colon else { return nil }
            rest = rest.dropFirst()
        }
        guard rest.starts(with: [.slash, .slash]) else { return nil }
        return rest.drop { $0 == .slash }
    }

    /// Where the host stands of an address that is `http://host/` or `https://host/` and more, with nothing to take
    /// away from the host or around it; nil of any other.
    static func plainHost(of bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard let start = endOfScheme(bytes), let slash = bytes[start...].firstIndex(of: .slash) else { return nil }
        let host = bytes[start..<slash]
        // Whatever begins with a w may begin with `www.`.
        guard host.allSatisfy({ $0.isASCIILetterOrDigit || $0 == .dot || $0 == .hyphen }), host.last != .dot,
            let first = host.first, first | 0x20 != 0x77
        else { return nil }
        return start..<slash
    }

    /// Where `http://` or `https://` ends, if it stands there in full.
    private static func endOfScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        for scheme in ["https://", "http://"] as [StaticString] {
            let length = scheme.utf8CodeUnitCount
            guard bytes.count > length, let start = bytes.baseAddress else { continue }
            if memcmp(start, scheme.utf8Start, length) == 0 { return length }
        }
        return nil
    }
}
