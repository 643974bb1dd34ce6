import FeedServer
import Foundation

/// Serves the files of a folder on the loopback until it is killed.
///
/// Its first line of output is its address.
@main
enum FixtureServer {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: fixture-server FOLDER\n".utf8))
            exit(64)
        }
        let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
        let server = try ScriptedServer { request in FolderResponse.steps(for: request, in: folder) }
        server.start()
        // Unbuffered: a script waits for the line in a file.
        FileHandle.standardOutput.write(Data("http://127.0.0.1:\(server.port)\n".utf8))
        while true { pause() }
    }
}
