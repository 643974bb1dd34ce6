internal import CLibXML2

/// The name of an element, resolved.
struct XMLName: Equatable {
    var namespace: XMLNamespace
    var local: LocalName
}

/// Remembers what the names of one document mean, by address.
///
/// libxml2 interns every name, prefix and namespace URI of a document, so two
/// equal names have the same address: after the first occurrence a name costs
/// one probe of a small table and no comparison of text.
struct XMLNameCache: ~Copyable {
    typealias Interned = UnsafePointer<xmlChar>

    private struct Slot {
        var local: UInt
        var qualifier: UInt
        var name: XMLName
    }

    /// Names beyond this number are resolved again each time, so that a
    /// document of a million different names stays small.
    private static let maximumCount = 16_384
    /// Each one taken over costs that the names are resolved anew.
    private static let maximumAdopted = 16

    private let vocabulary = NameVocabulary.standard
    private var slots: UnsafeMutablePointer<Slot>
    private var mask: Int
    private var count = 0
    /// How many names were resolved that were not known from before.
    private(set) var learnedCount = 0
    private var namespaces: [(address: UInt, namespace: XMLNamespace)] = []
    private var rootURI: UInt = 0
    private var adoptedURIs: [UInt] = []
    private var rootNamespace: XMLNamespace = .rss
    /// The URI, or else the prefix, that means the format itself with a prefix too, if nothing here reads it.
    private var rootQualifier: UInt = 0
    /// Prefixes used without a declaration, to be reported once each.
    private(set) var undeclaredPrefixes: [String] = []

    init() {
        mask = 255
        slots = .allocate(capacity: 256)
        slots.initialize(
            repeating: Slot(local: 0, qualifier: 0, name: XMLName(namespace: .rss, local: .other)),
            count: 256
        )
    }

    deinit {
        slots.deallocate()
    }

    /// Declares which namespace the root element is in: the root's own URI,
    /// whatever it is, then means the format itself, so that
    /// `<rss xmlns="http://www.w3.org/2005/Atom">` still has RSS items.
    mutating func setRoot(uri: Interned?, namespace: XMLNamespace) {
        rootURI = UInt(bitPattern: uri)
        rootNamespace = namespace
    }

    /// Makes a prefix mean the format itself, which the elements of the feed itself are written with: `<x:rss>`.
    ///
    /// What its URI or it usually means comes first, and what was resolved before keeps its meaning.
    mutating func setRoot(prefix: Interned, uri: Interned?) {
        rootQualifier = UInt(bitPattern: uri ?? prefix)
    }

    /// Makes another URI mean the format itself as well, where it is the default.
    ///
    /// What was resolved before is resolved again: it may have been of that URI.
    /// False if there are too many of them, and this one keeps its meaning.
    mutating func adopt(uri: Interned) -> Bool {
        guard adoptedURIs.count < Self.maximumAdopted else { return false }
        adoptedURIs.append(UInt(bitPattern: uri))
        for index in 0...mask { slots[index].local = 0 }
        count = 0
        return true
    }

    /// Resolves the name of an element.
    @inline(__always)
    mutating func element(_ local: Interned, prefix: Interned?, uri: Interned?) -> XMLName {
        let localAddress = UInt(bitPattern: local)
        // Without a URI the prefix was not declared, and stands in for it.
        let qualifier = uri.map { UInt(bitPattern: $0) } ?? UInt(bitPattern: prefix)
        var index = Self.slot(localAddress, qualifier, mask)
        while slots[index].local != 0 {
            if slots[index].local == localAddress, slots[index].qualifier == qualifier { return slots[index].name }
            index = (index + 1) & mask
        }
        return learn(local, prefix: prefix, uri: uri, qualifier: qualifier)
    }

    /// The URI under which an element is kept: of a namespace that is known by its URI, or by an undeclared prefix, the
    /// one it always has; else the one that was declared, or the prefix.
    func uri(of namespace: XMLNamespace, prefix: Interned?, uri: Interned?) -> String {
        if namespace != .unknown {
            guard let uri, !isKnown(uri) else { return namespace.uri }
        }
        guard let written = uri ?? prefix else { return "" }
        return String(utf8: Self.bytes(written))
    }

    /// Resolves the name of an attribute, whose prefix does not matter here.
    @inline(__always)
    mutating func attribute(_ local: Interned) -> LocalName {
        element(local, prefix: nil, uri: nil).local
    }

    /// Counts the prefixes and URIs an element declares among the names.
    @inline(never)
    mutating func countDeclarations(_ declarations: UnsafeMutablePointer<Interned?>, count: Int) {
        for index in 0..<(count * 2) {
            if let name = declarations[index] { _ = attribute(name) }
        }
    }

    @inline(never)
    private mutating func learn(_ local: Interned, prefix: Interned?, uri: Interned?, qualifier: UInt) -> XMLName {
        learnedCount += 1
        var name = XMLName(
            namespace: namespace(prefix: prefix, uri: uri),
            local: vocabulary.find(Self.bytes(local))
        )
        // RSS in the namespace of iTunes, as if that were its own: what both have is that of RSS, such as the title and
        // the picture.
        if let uri, prefix == nil, name.namespace == .rss, ITunesNamespace.ownNames.contains(name.local),
            XMLNamespace(uri: Self.bytes(uri)) == .itunes
        {
            name.namespace = .itunes
        }
        if count < Self.maximumCount {
            if count * 2 > mask { grow() }
            insert(Slot(local: UInt(bitPattern: local), qualifier: qualifier, name: name))
        }
        return name
    }

    private mutating func namespace(prefix: Interned?, uri: Interned?) -> XMLNamespace {
        guard let uri else {
            guard let prefix else { return rootURI == 0 ? rootNamespace : .rss }
            let bytes = Self.bytes(prefix)
            let text = String(utf8: bytes)
            if undeclaredPrefixes.count < 16, !undeclaredPrefixes.contains(text) { undeclaredPrefixes.append(text) }
            return XMLNamespace(prefix: bytes) ?? unread(UInt(bitPattern: prefix))
        }
        let address = UInt(bitPattern: uri)
        // The root's own namespace is the format's when it is used as the
        // default; with a prefix it is what its URI says.
        if prefix == nil, address == rootURI || adoptedURIs.contains(address) { return rootNamespace }
        for known in namespaces where known.address == address { return known.namespace }
        let bytes = Self.bytes(uri)
        if let found = XMLNamespace(uri: bytes) {
            if namespaces.count < 64 { namespaces.append((address, found)) }
            return found
        }
        if let prefix, let found = XMLNamespace(prefix: Self.bytes(prefix)) { return found }
        return unread(address)
    }

    private func isKnown(_ uri: Interned) -> Bool {
        let address = UInt(bitPattern: uri)
        return namespaces.contains { $0.address == address } || XMLNamespace(uri: Self.bytes(uri)) != nil
    }

    private func unread(_ qualifier: UInt) -> XMLNamespace { qualifier == rootQualifier ? rootNamespace : .unknown }

    private mutating func insert(_ slot: Slot) {
        var index = Self.slot(slot.local, slot.qualifier, mask)
        while slots[index].local != 0 { index = (index + 1) & mask }
        slots[index] = slot
        count += 1
    }

    private mutating func grow() {
        let old = slots
        let oldCapacity = mask + 1
        let capacity = oldCapacity * 2
        slots = .allocate(capacity: capacity)
        slots.initialize(
            repeating: Slot(local: 0, qualifier: 0, name: XMLName(namespace: .rss, local: .other)),
            count: capacity
        )
        mask = capacity - 1
        count = 0
        for index in 0..<oldCapacity where old[index].local != 0 { insert(old[index]) }
        old.deallocate()
    }

    @inline(__always)
    private static func slot(_ local: UInt, _ qualifier: UInt, _ mask: Int) -> Int {
        let mixed = (local ^ (qualifier &* 31)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 40) & mask
    }

    /// The bytes of an interned name, without a copy.
    static func bytes(_ name: Interned) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: name, count: Int(xmlStrlen(name)))
    }
}
