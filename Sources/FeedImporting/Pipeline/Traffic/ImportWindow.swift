/// The bounded window of feeds in flight: how many, and how many bytes.
///
/// Feeds wait in the store, or in the list they were named in, or as a name in
/// the line of a host; their documents are in memory only here.
struct ImportWindow {
    private let maximumFeeds: Int
    private let maximumBytes: Int
    /// Bytes held for each feed in flight.
    private var held: [String: Int] = [:]
    private var bytes = 0

    init(maximumFeeds: Int, maximumBytes: Int) {
        self.maximumFeeds = max(1, maximumFeeds)
        self.maximumBytes = maximumBytes
    }

    /// How many feeds are in flight.
    var count: Int { held.count }

    /// Whether a feed of this weight may be in flight too.
    ///
    /// One alone is always let in, whatever it weighs.
    func hasRoom(forBytes weight: Int) -> Bool {
        held.isEmpty || (held.count < maximumFeeds && bytes + weight <= maximumBytes)
    }

    /// Takes a place; the key names no other feed in flight.
    mutating func enter(_ key: String, bytes weight: Int) {
        bytes += weight - (held.updateValue(weight, forKey: key) ?? 0)
    }

    /// Corrects what a feed weighs, once that is known.
    mutating func weigh(_ key: String, bytes weight: Int) {
        guard let place = held.index(forKey: key) else { return }
        bytes += weight - held.values[place]
        held.values[place] = weight
    }

    /// Gives the place of a feed back.
    mutating func leave(_ key: String) {
        bytes -= held.removeValue(forKey: key) ?? 0
    }
}
