import Foundation

/// A folder with a store of its own, and the real program to run on it.
struct ProgramTestBed: Sendable {
    /// Where feeds are written to; the program's current directory and home.
    let folder: URL

    /// The store's path; every run is given it.
    var store: String { folder.appendingPathComponent("podimport.sqlite").path }

    /// Runs a test in a new folder, and removes the folder again.
    static func run(_ test: (ProgramTestBed) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "podimport-\(UUID())",
            isDirectory: true
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            try await test(ProgramTestBed(folder: folder))
        } catch {
            try FileManager.default.removeItem(at: folder)
            throw error
        }
        try FileManager.default.removeItem(at: folder)
    }

    /// Runs the program to its end, on the bed's store.
    func podimport(_ arguments: String..., input: [UInt8] = []) async throws -> ProgramOutput {
        try await podimport(arguments, input: input)
    }

    /// Runs the program to its end, on the bed's store.
    func podimport(_ arguments: [String], input: [UInt8] = []) async throws -> ProgramOutput {
        try await RunningProgram(Program.path, ["--store", store] + arguments, in: folder, input: input).output()
    }

    /// Runs any program to its end.
    func command(_ path: String, _ arguments: [String]) async throws -> ProgramOutput {
        try await RunningProgram(path, arguments, in: folder).output()
    }

    /// Starts the program and lets it run.
    func start(
        _ arguments: [String],
        appendingOutputTo name: String? = nil,
        environment: [String] = []
    ) throws -> RunningProgram {
        try RunningProgram(
            Program.path,
            ["--store", store] + arguments,
            in: folder,
            appendingOutputTo: name.map { folder.appendingPathComponent($0) },
            environment: environment
        )
    }

    /// Writes a file into the folder.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// Writes a text into the folder.
    @discardableResult
    func write(_ text: String, to name: String = "feed.xml") throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// The text of a file in the folder.
    func text(of name: String) throws -> String {
        String(decoding: try bytes(of: folder.appendingPathComponent(name).path), as: UTF8.self)
    }

    /// The bytes of a file.
    func bytes(of path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }
}

/// Where things are.
enum Program {
    /// The program, built beside the test bundle.
    static var path: String {
        let bundle = URL(fileURLWithPath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
        return bundle.deletingLastPathComponent().appendingPathComponent("podimport").path
    }
}
