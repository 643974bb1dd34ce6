/// Turns `Encodable` values into ``JSONValue``.
///
/// Foundation's encoder leaves absent optionals out and does not keep the order
/// of the fields; the JSON that podimport promises has every name every time,
/// in a fixed order. Containers asked for twice on one encoder share one
/// object, so that a type can add its fields to those of another.
struct JSONNodeEncoder: Encoder {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(JSONKeyedContainer<Key>(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return JSONArrayContainer(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        JSONScalarContainer(node: node, codingPath: codingPath)
    }
}

/// One place of the document under construction.
final class JSONNode {
    private enum Content {
        case scalar(JSONValue)
        case array([JSONNode])
        case object([(name: String, node: JSONNode)])
    }

    private var content = Content.scalar(.null)

    var value: JSONValue {
        switch content {
        case .scalar(let value): value
        case .array(let nodes): .array(nodes.map(\.value))
        case .object(let members): .object(members.map { JSONValue.Member($0.name, $0.node.value) })
        }
    }

    var count: Int {
        if case .array(let nodes) = content { nodes.count } else { 0 }
    }

    func becomeObject() {
        if case .object = content { return }
        content = .object([])
    }

    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    func set(_ value: JSONValue) {
        content = .scalar(value)
    }

    func member(_ name: String) -> JSONNode {
        guard case .object(var members) = content else { return JSONNode() }
        let node = JSONNode()
        content = .scalar(.null)
        members.append((name, node))
        content = .object(members)
        return node
    }

    func element() -> JSONNode {
        guard case .array(var nodes) = content else { return JSONNode() }
        let node = JSONNode()
        content = .scalar(.null)
        nodes.append(node)
        content = .array(nodes)
        return node
    }

    func encode(_ encodable: some Encodable, codingPath: [any CodingKey]) throws {
        switch encodable {
        case let text as String: set(.string(text))
        case let flag as Bool: set(.bool(flag))
        case let integer as Int: set(.integer(Int64(integer)))
        case let integer as Int64: set(.integer(integer))
        case let number as Double: set(.number(number))
        case let json as JSONValue: set(json)
        // A dictionary has no order of its own; equal values must give equal text.
        case let dictionary as [String: String]: try encodeSorted(dictionary, codingPath: codingPath)
        case let dictionary as Extensions: try encodeSorted(dictionary, codingPath: codingPath)
        default: try encodable.encode(to: JSONNodeEncoder(node: self, codingPath: codingPath))
        }
    }

    private func encodeSorted(_ dictionary: [String: some Encodable], codingPath: [any CodingKey]) throws {
        becomeObject()
        for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            try member(name).encode(value, codingPath: codingPath)
        }
    }
}

private struct JSONScalarContainer: SingleValueEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]

    mutating func encodeNil() { node.set(.null) }
    mutating func encode(_ value: Bool) { node.set(.bool(value)) }
    mutating func encode(_ value: String) { node.set(.string(value)) }
    mutating func encode(_ value: Double) { node.set(.number(value)) }
    mutating func encode(_ value: Float) { node.set(.number(Double(value))) }
    mutating func encode(_ value: Int) { node.set(.integer(Int64(value))) }
    mutating func encode(_ value: Int8) { node.set(.integer(Int64(value))) }
    mutating func encode(_ value: Int16) { node.set(.integer(Int64(value))) }
    mutating func encode(_ value: Int32) { node.set(.integer(Int64(value))) }
    mutating func encode(_ value: Int64) { node.set(.integer(value)) }
    mutating func encode(_ value: UInt) { node.set(.integer(Int64(clamping: value))) }
    mutating func encode(_ value: UInt8) { node.set(.integer(Int64(value))) }
    mutating func encode(_ value: UInt16) { node.set(.integer(Int64(value))) }
    mutating func encode(_ value: UInt32) { node.set(.integer(Int64(value))) }
    mutating func encode(_ value: UInt64) { node.set(.integer(Int64(clamping: value))) }
    mutating func encode(_ value: some Encodable) throws { try node.encode(value, codingPath: codingPath) }
}

private struct JSONArrayContainer: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    mutating func encodeNil() { node.element().set(.null) }
    mutating func encode(_ value: some Encodable) throws { try node.element().encode(value, codingPath: codingPath) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        JSONNodeEncoder(node: node.element(), codingPath: codingPath).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONNodeEncoder(node: node.element(), codingPath: codingPath).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        JSONNodeEncoder(node: node.element(), codingPath: codingPath)
    }
}

private struct JSONKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) { node.member(key.stringValue).set(.null) }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        try node.member(key.stringValue).encode(value, codingPath: codingPath + [key])
    }

    // The synthesised code of a type calls these; absent must still be said.
    mutating func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
        guard let value else { return encodeNil(forKey: key) }
        try encode(value, forKey: key)
    }

    mutating func encodeIfPresent(_ value: String?, forKey key: Key) { set(value.map(JSONValue.string), key) }
    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) { set(value.map(JSONValue.bool), key) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) { set(value.map(JSONValue.number), key) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) { set(value.map { .integer(Int64($0)) }, key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) { set(value.map(JSONValue.integer), key) }

    private func set(_ value: JSONValue?, _ key: Key) { node.member(key.stringValue).set(value ?? .null) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        JSONNodeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key]).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        JSONNodeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key]).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        JSONNodeEncoder(node: node.member("super"), codingPath: codingPath)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        JSONNodeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
    }
}
