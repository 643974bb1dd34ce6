import FeedImporting
import FeedLoading
import Foundation
import PodcastModel

/// Turns what the user wrote into requests.
struct FeedNaming: Sendable {
    let currentDirectory: String

    /// The address a text means.
    func address(of text: String) throws(FeedURLError) -> FeedAddress {
        try FeedAddress(userText: text, currentDirectory: currentDirectory, fileExists: isThere)
    }

    /// Whether there is a file.
    func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// The address a document is said to belong to, as the store spells it.
    func identity(_ text: String) throws(ImporterAppError) -> String {
        do {
            if let feedURL = try address(of: text).source.feedURL { return feedURL }
        } catch {
            throw ImporterAppError(.usage, Self.failure(error, text: text).message)
        }
        throw ImporterAppError(.usage, "\(text): a document cannot belong to standard input; give an address")
    }

    /// The failure of a text that means no address.
    static func failure(_ error: FeedURLError, text: String) -> ImportFailure {
        ImportFailure(
            stage: .load,
            kind: "invalid-address",
            // What was written may be a secret although it is no address.
            message: "\(FeedAddress.redacted(text)): \(error.description)",
            failureClass: .usage
        )
    }
}
