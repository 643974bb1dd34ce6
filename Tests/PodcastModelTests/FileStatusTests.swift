import Foundation
import PodcastModel
import Testing

struct FileStatusTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/file-status-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    private func clearAway() throws { try FileManager.default.removeItem(atPath: folder) }

    @Test func saysWhatAFileIsAndWhoMayDoWhatWithIt() throws {
        defer { #expect(throws: Never.self) { try clearAway() } }
        // Given
        let path = folder + "/file"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(write(descriptor, "four", 4) == 4)
        #expect(fchmod(descriptor, 0o640) == 0)

        // When
        let status = try #require(FileStatus(path: path))
        let open = try #require(FileStatus(descriptor: descriptor))

        // Then
        #expect(status.kind == .regular)
        #expect(status.permissions == 0o640)
        #expect(status.owner == geteuid())
        #expect(status.size == 4)
        #expect(open.identity == status.identity)
        #expect(open.size == 4)
        #expect(open.hasName)
        #expect(unlink(path) == 0)
        #expect(FileStatus(descriptor: descriptor)?.hasName == false)
    }

    @Test func tellsWhenAFileWasWrittenFromWhenItChanged() throws {
        defer { #expect(throws: Never.self) { try clearAway() } }
        // Given a file with the date of another
        let path = folder + "/file"
        try Data().write(to: URL(fileURLWithPath: path))
        let date = Timestamp(epochSeconds: 86_400)
        var times = [timeval(tv_sec: 86_400, tv_usec: 0), timeval(tv_sec: 86_400, tv_usec: 0)]
        #expect(utimes(path, &times) == 0)

        let status = try #require(FileStatus(path: path))

        #expect(status.writtenAt == date)
        #expect(status.changedAt > date)
    }

    @Test func tellsKindsOfFilesApart() throws {
        defer { #expect(throws: Never.self) { try clearAway() } }
        #expect(mkfifo(folder + "/pipe", 0o600) == 0)
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { ends.forEach { close($0) } }

        #expect(FileStatus(path: folder)?.kind == .directory)
        #expect(FileStatus(path: folder + "/pipe")?.kind == .pipe)
        #expect(FileStatus(descriptor: ends[0])?.kind == .socket)
        #expect(FileStatus(path: "/dev/null")?.kind == .device)
    }

    @Test func followsALinkUnlessItIsAskedAboutItself() throws {
        defer { #expect(throws: Never.self) { try clearAway() } }
        // Given a link to a file, and one that leads nowhere
        let (path, link, astray) = (folder + "/file", folder + "/link", folder + "/astray")
        try Data("four".utf8).write(to: URL(fileURLWithPath: path))
        #expect(symlink(path, link) == 0)
        #expect(symlink(folder + "/nothing", astray) == 0)

        // Then
        #expect(FileStatus(path: link)?.identity == FileStatus(path: path)?.identity)
        #expect(FileStatus(path: link, followsLink: false)?.kind == .link)
        #expect(FileStatus(path: astray) == nil)
        #expect(FileStatus(path: astray, followsLink: false)?.kind == .link)
    }

    @Test func saysWhyItCannotTell() {
        defer { #expect(throws: Never.self) { try clearAway() } }
        let (missing, missingReason) = (FileStatus(path: folder + "/nothing"), errno)
        let (closed, closedReason) = (FileStatus(descriptor: -1), errno)

        #expect(missing == nil)
        #expect(missingReason == ENOENT)
        #expect(closed == nil)
        #expect(closedReason == EBADF)
    }

    @Test func knowsAFileByNoOtherAndByEveryName() throws {
        defer { #expect(throws: Never.self) { try clearAway() } }
        let (one, other) = (folder + "/one", folder + "/other")
        try Data().write(to: URL(fileURLWithPath: one))
        try Data().write(to: URL(fileURLWithPath: other))
        #expect(link(one, folder + "/second-name") == 0)

        let identity = try #require(FileStatus(path: one)?.identity)

        #expect(FileStatus(path: folder + "/second-name")?.identity == identity)
        #expect(FileStatus(path: other)?.identity != identity)
        #expect("\(identity)" == "\(identity.device):\(identity.number)")
    }
}
