import Foundation
import Testing

@testable import ImporterApp

struct LinkedPathTests {
    @Test(arguments: ["store.sqlite", "disk/store.sqlite", "through/store.sqlite", "second"])
    func leadsToTheSamePathBeforeTheFileIsThereAndAfterwards(destination: String) throws {
        try Self.inFolder { folder in
            // Given links that lead nowhere yet, by way of a folder that is a link itself, and of another link
            #expect(symlink("disk", folder + "/through") == 0)
            #expect(symlink(folder + "/disk/../disk/store.sqlite", folder + "/second") == 0)
            let link = folder + "/link.sqlite"
            #expect(symlink(destination, link) == 0)

            // When
            let before = LinkedPath(path: link).target
            let file = open(link, O_CREAT | O_WRONLY, 0o600)
            #expect(file >= 0)
            close(file)
            let after = LinkedPath(path: link).target

            // Then
            #expect(before == after)
            #expect(before == folder + (destination == "store.sqlite" ? "" : "/disk") + "/store.sqlite")
        }
    }

    @Test func whatIsNoLinkStaysAsItIs() throws {
        try Self.inFolder { folder in
            for path in ["/disk/../store.sqlite", "/disk", "/nowhere/store.sqlite"].map({ folder + $0 }) {
                #expect(LinkedPath(path: path).target == path)
            }
        }
    }

    @Test func aLinkThatLeadsToNoFolderOrRoundInACircleHasAPathAllTheSame() throws {
        try Self.inFolder { folder in
            #expect(symlink("nowhere/store.sqlite", folder + "/astray") == 0)
            #expect(symlink("round", folder + "/about") == 0)
            #expect(symlink("about", folder + "/round") == 0)

            #expect(LinkedPath(path: folder + "/astray").target == folder + "/nowhere/store.sqlite")
            #expect(LinkedPath(path: folder + "/round").target == folder + "/round")
        }
    }

    /// A folder with a folder `disk` in it, under the name that it has without links.
    private static func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "l-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: folder + "/disk", withIntermediateDirectories: true)
        let resolved = try #require(realpath(folder, nil))
        defer { free(resolved) }
        try body(String(cString: resolved))
        try FileManager.default.removeItem(atPath: folder)
    }
}
