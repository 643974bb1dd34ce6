/// Finds the `LocalName` of a spelled name.
///
/// An open-addressed table over the lower-cased bytes: a document looks up each
/// of its distinct names once, and `XMLNameCache` remembers the answer by the
/// address libxml2 interned the name at.
struct NameVocabulary: Sendable {
    private struct Slot {
        var hash: UInt32 = 0
        var name: LocalName = .other
        var bytes: [UInt8] = []
    }

    /// The one vocabulary there is: a constant, made when it is first needed.
    static let standard = NameVocabulary()

    private var slots: [Slot]
    private let mask: Int

    private init() {
        let names = LocalName.allCases.filter { $0 != .other }
        var size = 64
        while size < names.count * 4 { size *= 2 }
        mask = size - 1
        slots = Array(repeating: Slot(), count: size)
        for name in names {
            let bytes = Array(name.rawValue.utf8)
            let hash = bytes.withUnsafeBufferPointer(Self.hash)
            var index = Int(hash) & mask
            while !slots[index].bytes.isEmpty { index = (index + 1) & mask }
            slots[index] = Slot(hash: hash, name: name, bytes: bytes)
        }
    }

    /// Finds a name in any case; `.other` when nothing reads it.
    func find(_ bytes: UnsafeBufferPointer<UInt8>) -> LocalName {
        let hash = Self.hash(bytes)
        var index = Int(hash) & mask
        while !slots[index].bytes.isEmpty {
            if slots[index].hash == hash, Self.equal(slots[index].bytes, bytes) { return slots[index].name }
            index = (index + 1) & mask
        }
        return .other
    }

    private static func equal(_ known: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard known.count == bytes.count else { return false }
        for index in known.indices where known[index] != ASCIIText.lowercased(bytes[index]) { return false }
        return true
    }

    /// FNV-1a over lower-cased bytes.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var value: UInt32 = 2_166_136_261
        for byte in bytes {
            value = (value ^ UInt32(ASCIIText.lowercased(byte))) &* 16_777_619
        }
        return value
    }
}
