/// Collects a body as it comes: over the network, or out of a decoder.
///
/// As many come at once as feeds are loaded, and nobody knows before how large they will be. So they are in memory up to
/// some megabytes only, and beyond that in a file, as long as there is a place for one.
struct CollectedBody {
    private var memory: [UInt8] = []
    private var file: TemporaryFile?
    private var hasPlace = true
    private let limit: Int
    private let threshold: Int
    private let folders: [String]

    /// Makes an empty body.
    ///
    /// - Parameters:
    ///   - limit: how many bytes there will be at most.
    ///   - threshold: from how many bytes on a file is worth it.
    ///   - folders: where files may be.
    init(limit: Int, threshold: Int = FeedBody.fileThreshold, folders: [String] = TemporaryFile.folders) {
        self.limit = limit
        self.threshold = threshold
        self.folders = folders
    }

    var count: Int { file?.count ?? memory.count }

    /// Whether there is room for so many bytes more without memory growing.
    func hasRoom(for count: Int) -> Bool {
        file != nil || memory.count + count <= memory.capacity
    }

    /// Makes room for so many bytes in all, as far as they will be in memory.
    mutating func reserve(_ count: Int) {
        guard file == nil else { return }
        memory.reserveCapacity(min(count, limit, hasPlace ? threshold : limit))
    }

    /// Adds bytes at the end.
    mutating func append(_ piece: UnsafeRawBufferPointer) {
        if file == nil, hasPlace, memory.count + piece.count >= threshold { moveToFile() }
        if let file {
            guard !file.append(piece) else { return }
            // The disk is full: memory has to do.
            memory = Array(file.bytes)
            giveUpFile()
        }
        memory.append(contentsOf: piece)
    }

    /// The first bytes of what there is.
    func prefix(_ count: Int) -> [UInt8] {
        file.map { Array($0.bytes.prefix(count)) } ?? Array(memory.prefix(count))
    }

    /// The body, now that it is whole.
    func finished() -> FeedBody {
        guard let file else { return FeedBody(memory) }
        file.close()
        return FeedBody(file)
    }

    private mutating func moveToFile() {
        file = TemporaryFile(capacity: limit, in: folders)
        guard let file, memory.withUnsafeBytes(file.append) else { return giveUpFile() }
        memory = []
    }

    private mutating func giveUpFile() {
        file = nil
        hasPlace = false
    }
}
