import ArgumentParser
import ConformanceSuites
import Foundation

/// Prints how far podimport reads feeds as other readers expect them to be read.
@main
struct ConformanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "podimport-conformance",
        abstract: "Compare what podimport reads with what the suites of other feed readers expect.",
        discussion: "Exits with status 0 if every suite reaches its share, else with status 1."
    )

    @Flag(help: "List every unequal comparison instead of the table.")
    var differences = false

    @Argument(help: "The suites to run, all of them by default.", completion: .list(AllSuites.suites.map(\.name)))
    var suites: [String] = []

    func validate() throws {
        let known = AllSuites.suites.map(\.name)
        for name in suites where !known.contains(name) {
            throw ValidationError("no suite \(name); there are \(known.joined(separator: ", "))")
        }
    }

    func run() throws {
        guard let corpus = Corpus.besideRepository() else {
            print("NOTHING WAS COMPARED: the corpus of expectations is not at ../shared/corpus.")
            return
        }
        let chosen = AllSuites.suites.filter { suites.isEmpty || suites.contains($0.name) }
        let reports = try chosen.map { try $0.run(in: corpus) }
        for report in reports { print(differences ? report.differencesText : report.tableText) }
        if !differences { print(reports.map(\.summaryText).joined(separator: "\n")) }
        if !reports.allSatisfy(\.isReached) { throw ExitCode(1) }
    }
}
