import Foundation

/// File systems that nobody else sees, for which the right to mount is needed.
enum PrivateMounts {
    /// How unshare(1) is called; root needs no namespace of users.
    static let options = geteuid() == 0 ? ["--mount"] : ["--mount", "--map-root-user"]

    static func areAllowed() async throws -> Bool {
        let command = options + ["mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        let folder = FileManager.default.temporaryDirectory
        return try await RunningProgram("/usr/bin/unshare", command, in: folder).output().status == 0
    }
}
