/// A text that may be long: in memory, or elsewhere until somebody looks at it.
package struct LongText: Hashable, Sendable {
    private enum Storage {
        case memory(String)
        case elsewhere(any TextElsewhere)
    }

    private let storage: Storage

    /// Makes a text that is in memory.
    package init(_ text: String) {
        storage = .memory(text)
    }

    /// Makes a text that is elsewhere.
    package init(_ text: any TextElsewhere) {
        storage = .elsewhere(text)
    }

    /// The text; read anew each time if it is elsewhere.
    package var string: String {
        switch storage {
        case .memory(let text): text
        case .elsewhere(let text): text.string
        }
    }

    /// Whether it is elsewhere and could not be read, so that what was read of it may be less than it is.
    package var isLost: Bool {
        switch storage {
        case .memory: false
        case .elsewhere(let text): text.isLost
        }
    }

    package static func == (one: LongText, other: LongText) -> Bool {
        one.string == other.string
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(string)
    }
}

/// A text that is not in memory; it does not change.
package protocol TextElsewhere: AnyObject, Sendable {
    /// The text, read each time; empty if that fails.
    var string: String { get }
    /// Whether reading it has failed.
    var isLost: Bool { get }
}
