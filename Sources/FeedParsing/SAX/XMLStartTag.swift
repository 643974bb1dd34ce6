internal import CLibXML2

/// A start tag as libxml2 hands it over; valid during the callback only.
struct XMLStartTag {
    let local: XMLNameCache.Interned
    let prefix: XMLNameCache.Interned?
    let uri: XMLNameCache.Interned?
    let attributes: XMLAttributeReader.Raw?
    let attributeCount: Int
}
