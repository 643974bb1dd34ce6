import Foundation

/// One program, or one way through this one, that is measured.
struct Contender {
    enum Kind { case parse, `import` }

    var name: String
    var kind: Kind
    /// The command that works through the files; an importer writes to the store's path.
    var command: (_ files: [String], _ list: String, _ store: String) -> MeasuredCommand

    /// The contender that the others of its kind are compared with.
    var isFloor: Bool { name.hasPrefix("floor-") }
    /// Whether it can import into a store that has the feeds already.
    var knowsRevisions = false
    /// Whether it writes of each feed only what such an importer would find new.
    var writesNewestOnly = false
    /// Whether it is a program of others, and as slow as they are.
    var isPeer = false
}

/// The contenders there are, and which of them can run here.
///
/// To add one, add it to `available(_:)`.
struct Contenders {
    var podimport: String?
    var python: String?
    var only: [String]

    /// This program's own file, which is also the child for the contenders inside it.
    static let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]

    /// The contenders of a kind that can run; says on standard error which cannot.
    func available(_ kind: Contender.Kind) -> [Contender] {
        let contenders =
            switch kind {
            case .parse: [inside("floor-parse", .parse), inside("podimport-parse", .parse)] + peers
            case .import: [inside("floor-import", .import), newest] + importers
            }
        return contenders.filter { $0.isFloor || isWanted($0.name) }
    }

    /// The podimport binary, if it is given and wanted.
    var importer: String? { isWanted("podimport-import") ? podimport : nil }

    private func isWanted(_ name: String) -> Bool { only.isEmpty || only.contains(name) }

    private var importers: [Contender] {
        guard let podimport = Prerequisites.importer(podimport, for: "podimport-import") else { return [] }
        return [
            Contender(
                name: "podimport-import",
                kind: .import,
                command: { _, list, store in
                    MeasuredCommand(
                        podimport,
                        ["import", "--store", store, "--quiet", "--no-progress", "--feeds-from", list]
                    )
                },
                knowsRevisions: true
            )
        ]
    }

    private var newest: Contender {
        var contender = inside("floor-newest", .import)
        contender.writesNewestOnly = true
        return contender
    }

    private func inside(_ name: String, _ kind: Contender.Kind) -> Contender {
        Contender(
            name: name,
            kind: kind,
            command: { _, list, store in
                MeasuredCommand(Self.executable, ["contend", name, "--list", list, "--store", store])
            }
        )
    }

    private func canImport(_ module: String, _ python: String) -> Bool {
        do {
            _ = try MeasuredCommand(python, ["-c", "import \(module)"]).run()
            return true
        } catch {
            Console.note("\(error)")
            return false
        }
    }

    private var peers: [Contender] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Peers").standardized.path
        return ["fastfeedparser", "podcastparser", "feedparser"].filter(isWanted).compactMap { name in
            guard let python, canImport(name, python) else {
                Console.note("no --python with \(name) installed: \(name) is SKIPPED")
                return nil
            }
            return Contender(
                name: name,
                kind: .parse,
                command: { _, list, _ in
                    MeasuredCommand(python, ["\(folder)/\(name)_peer.py", list])
                },
                isPeer: true
            )
        }
    }
}
