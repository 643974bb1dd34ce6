package import Foundation
import TestSupport

/// The folder of feeds and expectations of other readers, beside the repository.
package struct Corpus: Sendable {
    /// Where the folder is.
    package let folder: URL

    /// The corpus at `../shared/corpus`, seen from the root of the repository;
    /// nil when it is not there.
    package static func besideRepository() -> Corpus? {
        Repository.hasCorpus ? Corpus(folder: Repository.corpus) : nil
    }

    /// The names of the files in a folder that end so, without their endings, sorted.
    package func names(in path: String, ending suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)
            .filter { $0.hasSuffix(suffix) }
            .map { String($0.dropLast(suffix.count)) }
            .sorted()
    }

    /// The bytes of a file.
    package func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }

    /// The values of a JSON file, which may be written in ISO 8859-1.
    package func fields(of path: String) throws -> Fields {
        var data = try Data(contentsOf: folder.appending(path: path))
        if String(data: data, encoding: .utf8) == nil, let text = String(data: data, encoding: .isoLatin1) {
            data = Data(text.utf8)
        }
        return Fields(json: try JSONSerialization.jsonObject(with: data))
    }
}
