import Foundation

/// nginx, as a real server: for what a scripted server would only imitate.
///
/// It runs as whoever runs the tests, from a folder of its own, on two free
/// loopback ports: one plain, one with TLS and a certificate of an authority
/// made for it. The ports are bound here and handed over listening, as nginx
/// does when it upgrades itself, so that nobody else gets them and nobody has
/// to wait for it.
package final class NginxServer: Sendable {
    /// The program; nil if this machine has none.
    package static let program: String? = find("nginx")
    /// Whether both nginx and openssl are here.
    package static let isAvailable = program != nil && find("openssl") != nil

    /// The port without TLS, at 127.0.0.1.
    package let port: Int
    /// The port with TLS and HTTP/2, at 127.0.0.1.
    package let securePort: Int
    /// The PEM file of the authority that signed its certificate.
    package let authorityFile: String
    private let folder: URL
    private let process: ChildProcess

    /// Starts nginx with files to serve and more configuration.
    ///
    /// - Parameters:
    ///   - files: content by name, each last modified at the time given.
    ///   - lastModified: that time, in seconds since 1970.
    ///   - configuration: directives for the inside of the `server` block.
    /// - Throws: if a file cannot be written, or a certificate not be made.
    package init(files: [String: [UInt8]], lastModified: Int = 1_700_000_000, configuration: String = "") throws {
        guard let program = Self.program else { throw POSIXError(.ENOENT) }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("nginx-\(UUID())", isDirectory: true)
        let root = folder.appendingPathComponent("root", isDirectory: true)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (name, bytes) in files {
            let file = root.appendingPathComponent(name)
            try Data(bytes).write(to: file)
            let date = Date(timeIntervalSince1970: TimeInterval(lastModified))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
        try TestCertificate.make(in: folder.path)
        authorityFile = folder.appendingPathComponent("authority.pem").path
        let (plain, secure) = (try loopbackSocket(), try loopbackSocket())
        defer {
            close(plain.descriptor)
            close(secure.descriptor)
        }
        guard listen(plain.descriptor, 1024) == 0, listen(secure.descriptor, 1024) == 0 else {
            throw POSIXError(.EADDRINUSE)
        }
        (port, securePort) = (plain.port, secure.port)
        let file = folder.appendingPathComponent("nginx.conf")
        try Self.configuration(port: port, securePort: securePort, configuration).write(
            to: file,
            atomically: false,
            encoding: .utf8
        )
        process = try ChildProcess(
            program,
            ["-p", folder.path, "-c", file.path, "-e", folder.appendingPathComponent("error.log").path],
            // How nginx hands its sockets over to a new nginx.
            environment: ["PATH=/usr/sbin:/usr/bin:/bin", "NGINX=3;4;"],
            output: folder.appendingPathComponent("output").path,
            sockets: [plain.descriptor, secure.descriptor]
        )
    }

    /// Ends it and removes its folder.
    ///
    /// A line of the log may come after its response, so the log is complete
    /// only now.
    ///
    /// - Returns: a line for each request: request line, status, the encoding
    ///   sent, and the two conditions received.
    /// - Throws: if there is no log, as when nginx did not start.
    @discardableResult
    package func stop() throws -> [String] {
        process.stop()
        let text = try String(contentsOf: folder.appendingPathComponent("access.log"), encoding: .utf8)
        try FileManager.default.removeItem(at: folder)
        return text.split(separator: "\n").map(String.init)
    }
}

extension NginxServer {
    private static func find(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin", "/usr/bin"]
        return folders.map { $0 + "/" + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func configuration(port: Int, securePort: Int, _ more: String) -> String {
        // nginx started by root would change to another user, to whom the folder is closed.
        """
        daemon off;
        \(geteuid() == 0 ? "user root;" : "")
        pid nginx.pid;
        events { worker_connections 512; }
        http {
          client_body_temp_path temp-body;
          proxy_temp_path temp-proxy;
          fastcgi_temp_path temp-fastcgi;
          uwsgi_temp_path temp-uwsgi;
          scgi_temp_path temp-scgi;
          log_format test '$request $status $sent_http_content_encoding '
            '[$http_if_none_match] [$http_if_modified_since]';
          access_log access.log test;
          types { application/rss+xml xml; }
          gzip on;
          gzip_min_length 1;
          gzip_types application/rss+xml;
          server {
            listen 127.0.0.1:\(port);
            listen 127.0.0.1:\(securePort) ssl http2;
            server_name localhost;
            ssl_certificate server.pem;
            ssl_certificate_key server-key.pem;
            root root;
            \(more)
          }
        }

        """
    }
}
