import Foundation

/// A certificate for `localhost`, the hosts below `feeds.localhost` and
/// 127.0.0.1 from an authority made for it, both by openssl and good for a day.
enum TestCertificate {
    /// Writes `authority.pem`, `server.pem` and `server-key.pem` into a folder.
    ///
    /// - Throws: `POSIXError` if openssl fails; its words are in `openssl.log`.
    static func make(in folder: String) throws {
        let extensions = "subjectAltName=DNS:localhost,DNS:*.feeds.localhost,IP:127.0.0.1\n"
        try extensions.write(toFile: folder + "/extensions", atomically: false, encoding: .utf8)
        try openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=test-authority "
                + "-keyout \(folder)/authority-key.pem -out \(folder)/authority.pem",
            folder
        )
        try openssl(
            "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost "
                + "-keyout \(folder)/server-key.pem -out \(folder)/server.csr",
            folder
        )
        try openssl(
            "x509 -req -in \(folder)/server.csr -CA \(folder)/authority.pem -CAkey \(folder)/authority-key.pem "
                + "-set_serial 1 -days 1 -extfile \(folder)/extensions -out \(folder)/server.pem",
            folder
        )
    }

    private static func openssl(_ arguments: String, _ folder: String) throws {
        let words = arguments.split(separator: " ").map(String.init)
        let process = try ChildProcess("/usr/bin/env", ["openssl"] + words, output: folder + "/openssl.log")
        guard process.status() == 0 else { throw POSIXError(.EIO) }
    }
}
