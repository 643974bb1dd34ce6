import Foundation
import PodcastModel

/// Every text, number and flag that `feed inspect --format json` prints of one
/// podcast, episode or live item.
struct KeptValues: Sendable {
    private(set) var texts: Set<String> = []
    private(set) var numbers: Set<Double> = []
    private(set) var flags: Set<Bool> = []

    /// Takes the values of an object, those of some of its members apart.
    init(_ value: JSONValue?, without names: Set<String> = []) {
        if let value { add(value, without: names) }
    }

    /// What is kept of a document, by what it is said about.
    static func all(of document: FeedDocument) throws -> [WrittenValue.Owner: KeptValues] {
        let json = try JSONValue(encoding: document)
        let podcast = json["podcast"]
        var kept = [WrittenValue.Owner.podcast: KeptValues(podcast, without: ["liveItems"])]
        for (index, item) in (podcast?["liveItems"]?.elements ?? []).enumerated() {
            kept[.liveItem(index)] = KeptValues(item)
        }
        for (index, episode) in (json["episodes"]?.elements ?? []).enumerated() {
            kept[.episode(index)] = KeptValues(episode)
        }
        return kept
    }

    private mutating func add(_ value: JSONValue, without names: Set<String> = []) {
        switch value {
        case .null: break
        case .bool(let flag): flags.insert(flag)
        case .integer(let integer): numbers.insert(Double(integer))
        case .number(let number): numbers.insert(number)
        case .string(let text): texts.insert(text.squashed)
        case .array(let elements): for element in elements { add(element) }
        case .object(let members): for member in members where !names.contains(member.name) { add(member.value) }
        }
    }
}

extension JSONValue {
    fileprivate subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    fileprivate var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }
}
