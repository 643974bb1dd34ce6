import CCurl

/// Header lines as libcurl reads them, in memory that serves one transfer after
/// another.
///
/// A `curl_slist` is a chain of C strings. libcurl's own functions allocate
/// twice for each line and walk the chain to its end; that is as much work as
/// parsing the response.
final class HeaderList {
    private var text: [UInt8] = []
    /// Where in `text` the lines begin.
    private var starts: [Int] = []
    private var lines = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 1024)
    private let nodes = UnsafeMutablePointer<curl_slist>.allocate(capacity: HeaderList.maximumCount)

    /// More than any request has.
    private static let maximumCount = 8

    deinit {
        lines.deallocate()
        nodes.deallocate()
    }

    /// Forgets all lines; the chain must not be in use any more.
    func removeAll() {
        text.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
    }

    /// Adds a line; the chain must be taken anew.
    func append(_ name: StaticString, _ value: String) {
        precondition(starts.count < Self.maximumCount, "a request has at most eight header lines of its own")
        starts.append(text.count)
        name.withUTF8Buffer { text.append(contentsOf: $0) }
        Latin1.append(value, to: &text)
        text.append(0)
    }

    /// The chain of all lines, valid until one is added or all are removed; nil
    /// if there are none.
    func chain() -> UnsafeMutablePointer<curl_slist>? {
        if lines.count < text.count {
            lines.deallocate()
            lines = .allocate(capacity: 2 * text.count)
        }
        guard !starts.isEmpty, let base = lines.baseAddress else { return nil }
        text.withUnsafeBytes { UnsafeMutableRawBufferPointer(lines).copyMemory(from: $0) }
        for (index, start) in starts.enumerated() {
            let next = index + 1 < starts.count ? nodes + index + 1 : nil
            (nodes + index).initialize(to: curl_slist(data: base + start, next: next))
        }
        return nodes
    }
}
