import Foundation
import PodcastModel

extension CredentialsFile {
    /// The name of the credential that systemd hands over:
    /// `LoadCredential=podimport-credentials:/etc/podimport/credentials`.
    static let systemdName = "podimport-credentials"

    /// Reads the files there are.
    ///
    /// - Parameters:
    ///   - path: the `credentials-file`, if one is set.
    ///   - systemdDirectory: where systemd puts credentials, if it started us.
    /// - Returns: what they hold together.
    /// - Throws: an error if a file that is named is missing, may be read by
    ///   others or cannot be understood.
    static func load(path: String?, systemdDirectory: String?) throws(ImporterAppError) -> CredentialsFile {
        var all = CredentialsFile()
        if let path {
            all = try read(path, isGuarded: false)
        }
        if let directory = systemdDirectory {
            let path = directory + "/" + systemdName
            // The service may have other credentials only.
            if FileManager.default.fileExists(atPath: path) { all = all.merging(try read(path, isGuarded: true)) }
        }
        return all
    }

    /// Reads one file; unless systemd guards it, nobody but its owner may.
    private static func read(_ path: String, isGuarded: Bool) throws(ImporterAppError) -> CredentialsFile {
        // Without O_NONBLOCK the opening of a FIFO waits for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path, errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let status = FileStatus(descriptor: descriptor) else { throw failure(path, errno) }
        guard status.kind == .regular else {
            throw ImporterAppError(.configuration, "\(path): this is no file; credentials-file names one")
        }
        if !isGuarded {
            guard status.permissions & 0o077 == 0 else {
                let mode = String(status.permissions & 0o777, radix: 8)
                throw ImporterAppError(
                    .configuration,
                    "\(path): others may read or write the passwords in it (mode \(mode)); run `chmod 600 \(path)`"
                )
            }
            guard status.owner == geteuid() || status.owner == 0 else {
                throw ImporterAppError(.configuration, "\(path): it belongs to another user; its owner could change it")
            }
        }
        guard status.size <= 1 << 20 else {
            throw ImporterAppError(.configuration, "\(path): more than a megabyte is no list of passwords")
        }
        let data: Data
        do {
            data = try handle.readToEnd() ?? Data()
        } catch {
            throw ImporterAppError(.configuration, "\(path): reading failed: \(error.localizedDescription)")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw ImporterAppError(.configuration, "\(path): the file is not in UTF-8")
        }
        // systemd writes its copy at each start, so that its date says nothing. The change of the file's entry counts,
        // for the time of the text may be copied along with it.
        let changedAt = isGuarded ? nil : status.changedAt
        return try CredentialsFile(text, path: path, changedAt: changedAt)
    }

    private static func failure(_ path: String, _ code: Int32) -> ImporterAppError {
        ImporterAppError(
            .configuration,
            "\(path): the credentials-file cannot be read: \(String(cString: strerror(code)))"
        )
    }
}
