import ArgumentParser
import BenchmarkFloor
import FeedParsing
import Foundation

/// Runs one contender that lives in this program, as the child that is measured.
struct ContendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contend",
        abstract: "Work through a list of files or addresses as one contender, and print what was seen."
    )

    enum Name: String, ExpressibleByArgument, CaseIterable {
        case floorParse = "floor-parse"
        case floorImport = "floor-import"
        case floorNewest = "floor-newest"
        case floorPoll = "floor-poll"
        case podimportParse = "podimport-parse"
    }

    @Argument(help: "The contender.")
    var name: Name

    @Option(help: "A file with one path or address a line.")
    var list: String

    @Option(help: "Where an importer writes its store.")
    var store: String?

    func run() throws {
        let files = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").map(String.init)
        benchmarkTuneAllocator()
        switch name {
        case .floorParse: try runFloor(files, store: nil, floorImport)
        case .floorImport:
            guard let store else { throw ValidationError("floor-import needs --store") }
            try runFloor(files, store: store, floorImport)
        case .floorNewest:
            guard let store else { throw ValidationError("floor-newest needs --store") }
            try runFloor(files, store: store, floorImportNewest)
        case .floorPoll:
            guard let store else { throw ValidationError("floor-poll needs --store") }
            try runFloor(files, store: store, floorPoll)
        case .podimportParse: try parse(files)
        }
    }

    private typealias Floor = (
        UnsafePointer<UnsafePointer<CChar>?>?, Int, UnsafePointer<CChar>?, UnsafeMutablePointer<FloorResult>?,
        UnsafeMutablePointer<CChar>?, Int
    ) -> Int32

    private func runFloor(_ files: [String], store: String?, _ importing: Floor) throws {
        var result = FloorResult()
        var message = [CChar](repeating: 0, count: 1_024)
        let paths = files.map { UnsafePointer(strdup($0)) }
        defer { for path in paths { free(UnsafeMutablePointer(mutating: path)) } }
        let status =
            if let store {
                importing(paths, paths.count, store, &result, &message, message.count)
            } else {
                floorParse(paths, paths.count, &result, &message, message.count)
            }
        guard status == 0 else {
            throw ValidationError(
                "floor: " + String(decoding: message.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            )
        }
        print(
            "\(result.feeds) feeds, \(result.items) items, \(result.bytesCollected) bytes collected of \(result.bytesRead)"
        )
    }

    private func parse(_ files: [String]) throws {
        let parser = FeedParser()
        var (items, refused) = (0, 0)
        for file in files {
            let count = try MappedFile.withBytes(of: file) { bytes -> Int? in
                do throws(FeedParsingError) {
                    let context = FeedParsingContext(baseURL: "file://\(file)")
                    return try parser.parse(bytes, context: context).items.count
                } catch {
                    // Real corpora hold documents that are no feeds; refusing them is part of the work.
                    return nil
                }
            }
            items += count ?? 0
            refused += count == nil ? 1 : 0
        }
        print("\(items) items, \(refused) of \(files.count) files are no feeds")
    }
}
