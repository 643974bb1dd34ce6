extension JSONValue: Decodable {
    /// Any member name.
    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    /// Reads a document; decoders do not keep the order of members, so they
    /// come in the order of their names.
    ///
    /// A decoder tells what it holds only by refusing what it does not: each
    /// refusal here leads to the next kind, and the last one is thrown.
    package init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Name.self) {
            let names = members.allKeys.sorted { $0.stringValue < $1.stringValue }
            self = .object(
                try names.map { Member($0.stringValue, try members.decode(JSONValue.self, forKey: $0)) }
            )
            return
        }
        if var elements = try? decoder.unkeyedContainer() {
            var list: [JSONValue] = []
            while !elements.isAtEnd { list.append(try elements.decode(JSONValue.self)) }
            self = .array(list)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .string(try value.decode(String.self))
        }
    }
}
