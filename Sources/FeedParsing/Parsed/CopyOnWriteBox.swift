/// A value of many fields that few items set: one pointer, nil until then.
///
/// Copies share the value until one of them is changed. A value that was never set equals one with nothing in it.
struct CopyOnWriteBox<Value: EmptyInitializable>: Sendable, Equatable {
    private var storage: Storage?

    init() {}

    init(_ value: Value) {
        storage = Storage(value)
    }

    /// Whether the value was set, be it to nothing.
    var isSet: Bool { storage != nil }

    /// The value; empty until it was set.
    var value: Value {
        // Lent and not copied: whoever looks at one field would retain them all.
        _read {
            if let storage {
                yield storage.value
            } else {
                yield Value()
            }
        }
        _modify {
            let own = ownStorage()
            yield &own.value
        }
    }

    static func == (one: CopyOnWriteBox, other: CopyOnWriteBox) -> Bool {
        one.storage === other.storage || one.value == other.value
    }

    private mutating func ownStorage() -> Storage {
        if isKnownUniquelyReferenced(&storage), let storage { return storage }
        let own = Storage(value)
        storage = own
        return own
    }

    /// Changed only while one `CopyOnWriteBox` refers to it, as an array's elements are.
    private final class Storage: @unchecked Sendable {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }
}

/// What `CopyOnWriteBox` can hold: a value that begins empty.
protocol EmptyInitializable: Sendable, Equatable {
    init()
}

extension ParsedOtherTexts: EmptyInitializable {}
extension ParsedPodcastTags: EmptyInitializable {}

extension ParsedSource: EmptyInitializable {
    init() {
        self.init(title: nil, url: nil, id: nil)
    }
}
