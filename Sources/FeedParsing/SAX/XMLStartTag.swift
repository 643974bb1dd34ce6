internal import CLibXML2

/// A start tag as libxml2 hands it over; valid during the callback only.
struct XMLStartTag {
    /// An attribute, in which `&amp;` is still `&#38;`.
    struct Attribute {
        let local: XMLNameCache.Interned
        let prefix: XMLNameCache.Interned?
        let value: UnsafeBufferPointer<UInt8>
    }

    let local: XMLNameCache.Interned
    let prefix: XMLNameCache.Interned?
    let uri: XMLNameCache.Interned?
    /// Five pointers for each attribute: local name, prefix, URI, beginning and end of the value.
    let attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    let attributeCount: Int

    /// One of the attributes; nil where libxml2 has none.
    @inline(__always)
    func attribute(at index: Int) -> Attribute? {
        guard let field = attributes.map({ $0 + index * 5 }), let local = field[0], let start = field[3],
            let end = field[4]
        else { return nil }
        return Attribute(
            local: local,
            prefix: field[1],
            value: UnsafeBufferPointer(start: start, count: end - start)
        )
    }
}
