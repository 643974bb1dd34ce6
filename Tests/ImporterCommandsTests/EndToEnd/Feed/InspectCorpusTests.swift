import Foundation
import TestSupport
import Testing

/// Documents of the corpus beside the repository, if there is one, each in a process of its own.
struct InspectCorpusTests {
    /// Every so many documents are read; all with `PODIMPORT_TEST_CORPUS=1`.
    private static let step = ProcessInfo.processInfo.environment["PODIMPORT_TEST_CORPUS"].flatMap(Int.init) ?? 25

    @Test(.enabled(if: Repository.hasCorpus, "there is no ../shared/corpus"))
    func endsWithAFeedOrSaysThatThereIsNone() async throws {
        let paths = try Self.paths()
        try await ProgramTestBed.run { bed in
            var statuses: [Int32: Int] = [:]
            for index in stride(from: 0, to: paths.count, by: max(1, Self.step)) {
                // When
                let output = try await bed.podimport("feed", "inspect", paths[index], "--format", "json")

                // Then: a crash would be a status of its own
                statuses[output.status, default: 0] += 1
                #expect([0, 65].contains(output.status), "\(paths[index]): \(output.errors)")
                #expect(output.text.isEmpty == (output.status == 65), "\(paths[index])")
            }
            #expect(paths.count > 1_000)
            print("corpus: \(statuses[0] ?? 0) documents are feeds, \(statuses[65] ?? 0) are none")
        }
    }

    private static func paths() throws -> [String] {
        let files = FileManager.default.enumerator(
            at: Repository.corpus,
            includingPropertiesForKeys: [.isRegularFileKey]
        )
        return try (files?.compactMap { $0 as? URL } ?? [])
            .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
            .filter { $0.pathExtension != "md" && !$0.lastPathComponent.hasPrefix(".") }
            .map(\.path)
            .sorted()
    }
}
