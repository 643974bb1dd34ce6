import CCurl

/// Writes gzip for tests: bytes stored as they are, long runs of one byte, or
/// whatever zlib makes of them.
enum GzipWriter {
    /// A gzip file that stores the bytes uncompressed.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var output = header
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            output += [rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
            output += [UInt8(~count & 0xFF), UInt8(~count >> 8)]
            output += block
        } while !rest.isEmpty
        return output + trailer(crc: crc32(bytes), count: bytes.count)
    }

    /// A gzip file of `count` spaces: 13 bits for each 258 bytes, 158:1.
    static func bomb(count: Int) -> [UInt8] {
        var bits = BitWriter()
        // The last block, fixed Huffman codes; the literal space is 0x30 + 32.
        bits.append(1, count: 1)
        bits.append(1, count: 2)
        bits.appendCode(0x30 + 0x20, count: 8)
        var left = count - 1
        while left >= 258 {
            // Length 258 is code 285, 11000101; distance 1 is code 0, 00000.
            bits.appendCode(0b1100_0101, count: 8)
            bits.appendCode(0, count: 5)
            left -= 258
        }
        for _ in 0..<left { bits.appendCode(0x30 + 0x20, count: 8) }
        bits.appendCode(0, count: 7)
        let content = [UInt8](repeating: 0x20, count: count)
        return header + bits.bytes + trailer(crc: crc32(content), count: count)
    }

    /// A gzip file as small as zlib can make it.
    static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
            return []
        }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count + 1024)
        let count = output.count
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(count)
                _ = deflate(&stream, Z_FINISH)
            }
        }
        return Array(output.prefix(count - Int(stream.avail_out)))
    }

    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    private static func trailer(crc: UInt32, count: Int) -> [UInt8] {
        littleEndian(crc) + littleEndian(UInt32(truncatingIfNeeded: count))
    }

    private static func littleEndian(_ word: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}

/// Collects bits from the least significant end, as deflate has them.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var used = 8

    mutating func append(_ value: Int, count: Int) {
        for bit in 0..<count { appendBit(value >> bit & 1) }
    }

    /// Huffman codes come with their most significant bit first.
    mutating func appendCode(_ code: Int, count: Int) {
        for bit in (0..<count).reversed() { appendBit(code >> bit & 1) }
    }

    private mutating func appendBit(_ bit: Int) {
        if used == 8 {
            bytes.append(0)
            used = 0
        }
        bytes[bytes.count - 1] |= UInt8(bit) << UInt8(used)
        used += 1
    }
}
