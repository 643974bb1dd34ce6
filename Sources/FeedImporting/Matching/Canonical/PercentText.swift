/// Percent-encoding, as far as comparing addresses needs it.
enum PercentText {
    /// Appends the bytes in the one form that all their spellings share:
    /// unreserved characters decoded, everything encoded in upper case, white
    /// space and bytes beyond ASCII encoded.
    static func appendNormalised<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes, to output: inout [UInt8])
    where Bytes.Index == Int {
        if bytes.allSatisfy(\.isNormalisedInAddress) {
            output.append(contentsOf: bytes)
            return
        }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == .percent, let value = value(in: bytes, at: index) {
                if value.isUnreservedInAddress { output.append(value) } else { appendEncoded(value, to: &output) }
                index += 3
                continue
            }
            if byte > 0x20, byte < 0x7F { output.append(byte) } else { appendEncoded(byte, to: &output) }
            index += 1
        }
    }

    /// Decodes the named characters only.
    static func decoding(_ bytes: ArraySlice<UInt8>, only characters: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == .percent, let value = value(in: bytes, at: index), characters.contains(value) {
                output.append(value)
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    private static func value<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes, at index: Int) -> UInt8?
    where Bytes.Index == Int {
        guard index + 2 < bytes.endIndex, let high = bytes[index + 1].hexadecimalValue,
            let low = bytes[index + 2].hexadecimalValue
        else { return nil }
        return high << 4 | low
    }

    private static func appendEncoded(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(.percent)
        for nibble in [byte >> 4, byte & 15] { output.append(nibble < 10 ? nibble + 0x30 : nibble + 0x37) }
    }
}
