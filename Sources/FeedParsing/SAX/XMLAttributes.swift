internal import CLibXML2

/// One attribute of the element that is being opened, as a view.
struct XMLAttribute {
    var name: LocalName
    /// Whether the attribute is in the XML namespace: xml:base, xml:lang.
    var isXML: Bool
    /// The value with references resolved; valid during the callback only.
    var value: UnsafeBufferPointer<UInt8>
}

/// The attributes of the element that is being opened; valid during the
/// callback only.
struct XMLAttributes {
    let all: UnsafeBufferPointer<XMLAttribute>
    /// Whether one of them is in the XML namespace.
    var hasXML = false
    /// One bit for each of the first attributes that somebody asked for.
    var asked: UnsafeMutablePointer<UInt64>?

    /// The value of the first attribute with a name, in any namespace but XML.
    @inline(__always)
    subscript(_ name: LocalName) -> UnsafeBufferPointer<UInt8>? {
        for index in all.indices where all[index].name == name && !all[index].isXML { return value(at: index) }
        return nil
    }

    /// The value of the first of these attributes that is not blank, which feeds write one in place of the other; else
    /// that of any of them.
    @inline(__always)
    func address(_ first: LocalName, _ second: LocalName, _ third: LocalName) -> UnsafeBufferPointer<UInt8>? {
        if let value = self[first], Self.mayBeAddress(value) { return value }
        return standIn(first, second, third)
    }

    @inline(never)
    private func standIn(_ names: LocalName...) -> UnsafeBufferPointer<UInt8>? {
        let values = names.compactMap { self[$0] }
        return values.first(where: Self.mayBeAddress) ?? values.first
    }

    @inline(__always)
    private static func mayBeAddress(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        !ASCIIText.trimmed(value).isEmpty && !URLReference.isPlaceholder(value)
    }

    /// What the first attribute with a name means; one that means nothing, and is not blank, is left unread, to be
    /// kept.
    @inline(__always)
    func parsed<Value>(_ name: LocalName, _ parse: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
        for index in all.indices where all[index].name == name && !all[index].isXML {
            let meaning = parse(all[index].value)
            if meaning != nil || ASCIIText.trimmed(all[index].value).isEmpty { _ = value(at: index) }
            return meaning
        }
        return nil
    }

    /// A number of pixels and the like.
    func integer(_ name: LocalName) -> Int? {
        parsed(name) { WholeNumber.parse($0).map(Int.init) }
    }

    /// An amount that may have a fraction.
    func decimal(_ name: LocalName) -> Double? {
        parsed(name, DecimalNumber.parseAmount)
    }

    /// The value of xml:base or xml:lang.
    func xml(_ name: LocalName) -> UnsafeBufferPointer<UInt8>? {
        for index in all.indices where all[index].name == name && all[index].isXML { return value(at: index) }
        return nil
    }

    /// Whether there is an attribute that nobody asked for.
    @inline(__always)
    var haveUnread: Bool {
        guard let asked else { return false }
        return all.count > 64 || asked.pointee.nonzeroBitCount < all.count
    }

    @inline(__always)
    private func value(at index: Int) -> UnsafeBufferPointer<UInt8> {
        asked?.pointee |= 1 << UInt64(truncatingIfNeeded: index & 63)
        return all[index].value
    }
}

/// Turns libxml2's array of attribute pointers into views, in memory that is
/// reused for every element.
struct XMLAttributeReader: ~Copyable {
    private var views: UnsafeMutablePointer<XMLAttribute>
    private var capacity: Int
    private var decoded = TextBuffer(capacity: 1024)
    private let asked: UnsafeMutablePointer<UInt64>

    /// Whether there was no memory for a value.
    var isOutOfMemory: Bool { decoded.isOutOfMemory }

    init() {
        capacity = 32
        views = .allocate(capacity: 32)
        asked = .allocate(capacity: 1)
    }

    deinit {
        views.deallocate()
        asked.deallocate()
    }

    /// Reads the attributes of an element.
    ///
    /// - Parameters:
    ///   - tag: Its start tag.
    ///   - names: Resolves the names.
    /// - Returns: Views that are valid until the next call.
    mutating func read(_ tag: XMLStartTag, names: inout XMLNameCache) -> XMLAttributes {
        let count = tag.attributeCount
        if count > capacity {
            views.deallocate()
            capacity = count * 2
            views = .allocate(capacity: capacity)
        }
        decoded.truncate(to: 0)
        var used = 0
        var hasXML = false
        for index in 0..<count {
            guard let attribute = tag.attribute(at: index) else { continue }
            let isXML = Self.isXML(prefix: attribute.prefix)
            hasXML = hasXML || isXML
            (views + used).initialize(
                to: XMLAttribute(name: names.attribute(attribute.local), isXML: isXML, value: attribute.value)
            )
            used += 1
        }
        decodeAmpersands(used)
        asked.initialize(to: 0)
        return XMLAttributes(all: UnsafeBufferPointer(start: views, count: used), hasXML: hasXML, asked: asked)
    }

    /// Without entity substitution libxml2 hands `&amp;` in attributes over as the
    /// literal text `&#38;`: left alone, every enclosure URL with a query would be
    /// stored wrong.
    ///
    /// Any other reference is resolved already, so an ampersand here always begins
    /// that text.
    private mutating func decodeAmpersands(_ count: Int) {
        var needed = 0
        for index in 0..<count where ASCIIText.contains(0x26, in: views[index].value) {
            needed += views[index].value.count
        }
        guard needed > 0 else { return }
        // Reserved at once: views into the buffer must not move.
        decoded.reserve(needed)
        for index in 0..<count {
            let value = views[index].value
            guard ASCIIText.contains(0x26, in: value) else { continue }
            let start = decoded.count
            var copied = 0
            while let ampersand = ASCIIText.firstIndex(of: 0x26, in: value, copied..<value.count) {
                decoded.append(UnsafeBufferPointer(rebasing: value[copied...ampersand]))
                copied = ampersand + (Self.isRestOfReference(value, at: ampersand + 1) ? 5 : 1)
            }
            decoded.append(UnsafeBufferPointer(rebasing: value[copied...]))
            views[index].value = decoded.bytes(from: start)
        }
    }

    /// Whether `#38;` stands at an index.
    @inline(__always)
    private static func isRestOfReference(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        index + 3 < bytes.count && bytes[index] == 0x23 && bytes[index + 1] == 0x33 && bytes[index + 2] == 0x38
            && bytes[index + 3] == 0x3B
    }

    private static func isXML(prefix: UnsafePointer<xmlChar>?) -> Bool {
        guard let prefix else { return false }
        return prefix[0] == 0x78 && prefix[1] == 0x6D && prefix[2] == 0x6C && prefix[3] == 0
    }
}
