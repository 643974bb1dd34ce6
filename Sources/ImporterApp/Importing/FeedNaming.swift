import Foundation
import PodcastModel

/// What the user means by the texts that name feeds: addresses, files, numbers.
struct FeedNaming: Sendable {
    let currentDirectory: String

    /// The address a text means.
    func address(of text: String) throws(FeedURLError) -> FeedAddress {
        try FeedAddress(userText: text, currentDirectory: currentDirectory, fileExists: isThere)
    }

    /// The address a text means that a feed is to be known by from now on.
    ///
    /// Here a typo is not found out by loading: a word that is no address was hardly meant as the path of a file that
    /// may come, unless it is written as one.
    func addressToKeep(_ text: String) throws(FeedURLError) -> FeedAddress {
        let address = try address(of: text)
        guard case .file(let path) = address.source, !isThere(path), !Self.isWrittenAsPath(text) else { return address }
        throw .noAddress
    }

    /// Whether a text is an address that a feed can be known by.
    func canBeKept(_ text: String) -> Bool {
        do {
            return try addressToKeep(text).source.feedURL != nil
        } catch {
            return false
        }
    }

    private static func isWrittenAsPath(_ text: String) -> Bool {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        return ["/", "./", "../", "file:"].contains(where: text.hasPrefix)
    }

    /// Whether a text may lead to a feed that is in no store: it is an address, and not of a file that is not there, as
    /// the number of a subscription is.
    func mayLeadToFeed(_ text: String) -> Bool {
        do {
            guard case .file(let path) = try address(of: text).source else { return true }
            return isThere(path)
        } catch {
            return false
        }
    }

    /// Whether there is a file.
    func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// The address a document is said to belong to, as the store spells it.
    func identity(_ text: String) throws(ImporterAppError) -> String {
        do {
            if let feedURL = try addressToKeep(text).source.feedURL { return feedURL }
        } catch {
            throw ImporterAppError(.usage, Self.failure(error, text: text).message)
        }
        throw ImporterAppError(.usage, "\(text): a document cannot belong to standard input; give an address")
    }

    /// The number of a subscription that a text was meant as, unless there is a file of that name.
    func number(_ text: String, meaning address: FeedAddress) -> Int64? {
        guard case .file(let path) = address.source, text.allSatisfy({ ("0"..."9").contains($0) }), !isThere(path)
        else { return nil }
        return Int64(text)
    }

    /// The failure of a number that no subscription has.
    static func noFeed(of number: String) -> ImportFailure {
        failure("\(number): there is no such subscription, and no such file; see `podimport subscription list`")
    }

    /// The failure of a number whose documents came through standard input.
    static func noAddress(of number: String) -> ImportFailure {
        failure("\(number): it came from standard input, and has no address; give it again with --feed -")
    }

    /// The failure of a number whose address, as the store has it, cannot be used; nil if it can.
    static func failure(ofAddress feedURL: String, of number: String) -> ImportFailure? {
        do {
            _ = try FeedSource(storedURL: feedURL)
            return nil
        } catch {
            return failure("\(number): the address that the store has cannot be used: \(error.description)")
        }
    }

    /// The failure of a text that means no address.
    static func failure(_ error: FeedURLError, text: String) -> ImportFailure {
        // What was written may be a secret although it is no address.
        failure("\(FeedAddress.redacted(text)): \(error.description)")
    }

    private static func failure(_ message: String) -> ImportFailure {
        ImportFailure(stage: .load, kind: .invalidAddress, message: message, failureClass: .usage)
    }
}
