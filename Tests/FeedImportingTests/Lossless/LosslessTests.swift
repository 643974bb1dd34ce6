import Foundation
import TestSupport
import Testing

@testable import FeedImporting

/// Nothing that a publisher wrote is lost: every text and every attribute of a
/// feed, found by another parser, is in what `feed inspect` prints.
struct LosslessTests {
    @Test func keepsEveryValueOfTheWholeVocabulary() throws {
        // Given
        let file = Repository.url("Fixtures/Feeds/whole-vocabulary.xml")

        // When
        let comparison = try Comparison(file)

        // Then
        let list = comparison.lost.map(\.description).joined(separator: "\n")
        #expect(comparison.lost.isEmpty, "\(list)")
        #expect(comparison.values > 400)
        #expect(comparison.asWritten > comparison.values * 3 / 4)
    }

    @Test(.enabled(if: Repository.hasCorpus, "there is no ../shared/corpus"))
    func keepsEveryValueOfThePodcastNamespacesExamples() throws {
        let folders = ["podcast-namespace", "partytime"].map { Repository.corpus.appendingPathComponent($0).path }
        let names = try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".xml") }.sorted()
                .map { folder + "/" + $0 }
        }
        #expect(names.count == 11)
        var values = 0
        for name in names {
            // When
            let comparison = try Comparison(URL(fileURLWithPath: name))

            // Then
            let list = comparison.lost.map(\.description).joined(separator: "\n")
            #expect(comparison.lost.isEmpty, "\(name)\n\(list)")
            values += comparison.values
        }
        #expect(values > 3_000)
    }

    @Test func findsAValueThatIsMissing() throws {
        // Given what is kept of a document that lacks an attribute of another
        let written = "<rss><channel><title>A</title><x:mood xmlns:x='urn:x' of='calm'>B</x:mood></channel></rss>"
        let read = "<rss><channel><title>A</title><x:mood xmlns:x='urn:x'>B</x:mood></channel></rss>"

        // When
        let comparison = try Comparison(written: Data(written.utf8), read: Data(read.utf8))

        // Then
        #expect(comparison.lost.map(\.name) == ["of"])
        #expect(comparison.values == 3)
    }
}

/// A document beside what is kept of it.
private struct Comparison {
    private(set) var values = 0
    /// How many values are kept letter by letter.
    private(set) var asWritten = 0
    private(set) var lost: [WrittenValue] = []

    init(_ file: URL) throws {
        let data = try Data(contentsOf: file)
        try self.init(written: data, read: data)
    }

    init(written: Data, read: Data) throws {
        let document = try FeedDocumentReader().document(from: Array(read), baseURL: nil, charset: nil)
        let kept = try KeptValues.all(of: document)
        for value in try WrittenValue.all(in: written) {
            values += 1
            guard let kept = kept[value.owner] else {
                lost.append(value)
                continue
            }
            if ValueRule.itself.keeps(value, kept) {
                asWritten += 1
            } else if !ValueRule.all.contains(where: { $0.keeps(value, kept) }) {
                lost.append(value)
            }
        }
    }
}
