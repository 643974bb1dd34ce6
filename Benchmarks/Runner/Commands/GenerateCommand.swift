import ArgumentParser
import Foundation

/// Writes generated feeds into a folder.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write generated feeds: the same for the same seed, on every machine."
    )

    @Argument(help: "The folder to write to; it is made if it is not there.")
    var folder: String

    @Option(help: "How many feeds.")
    var feeds = 1

    @Option(help: "Episodes of a feed.")
    var episodes = 100

    @Option(help: "Seed of the feeds.")
    var seed: UInt64 = 1

    @Option(
        help: "How show notes are written: cdata, escaped with entities, short for some lines, or none for short items."
    )
    var notes = FeedGenerator.Notes.cdata

    @Option(help: "1; 2 has one new episode on top of each feed; build has a new lastBuildDate and nothing else.")
    var revision = FeedGenerator.Revision.first

    func run() throws {
        let folder = URL(filePath: folder, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let generator = FeedGenerator(seed: seed, episodes: episodes, notes: notes, revision: revision)
        try generator.write(feeds, to: folder)
    }
}

extension FeedGenerator.Notes: ExpressibleByArgument {}
extension FeedGenerator.Revision: ExpressibleByArgument {}
