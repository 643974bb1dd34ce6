import Foundation
import Testing

@testable import ImporterCommands

struct SecretLineTests {
    @Test func whatIsTypedOnATerminalIsNotShown() async throws {
        // Given somebody at a terminal, who types when asked
        let person = try #require(FileHandle(forUpdatingAtPath: "/dev/ptmx"))
        let terminal = try terminal(of: person)
        let prompt = "NAME:PASSWORD: "
        async let line = Task.detached {
            SecretLine.read(from: terminal.fileDescriptor, prompt: prompt, on: terminal.fileDescriptor)
        }.value

        // When
        var shown = try #require(try person.read(upToCount: prompt.utf8.count))
        #expect(String(decoding: shown, as: UTF8.self) == prompt)
        try person.write(contentsOf: Data("jo:secret\nx\n".utf8))
        #expect(await line == "jo:secret")

        // Then what follows is shown again, and is for others
        try terminal.write(contentsOf: Data("end".utf8))
        shown = Data()
        while !String(decoding: shown, as: UTF8.self).hasSuffix("end") {
            shown += try #require(try person.read(upToCount: 1))
        }
        #expect(!String(decoding: shown, as: UTF8.self).contains("secret"))
        #expect(try terminal.read(upToCount: 2) == Data("x\n".utf8))
        try person.write(contentsOf: Data("open".utf8))
        #expect(try person.read(upToCount: 4) == Data("open".utf8))
    }

    @Test(arguments: [
        ("jo:secret\nmore\n", "jo:secret"), ("jo:secret", "jo:secret"), ("\n", ""), ("", nil),
        ("\u{FEFF}jo:secret\n", "jo:secret"),
    ])
    func elsewhereTheFirstLineIsRead(text: String, line: String?) throws {
        #expect(try Self.read(Data(text.utf8)) == line)
    }

    @Test(arguments: [true, false])
    func aLineInAnotherEncodingIsNoLine(ends: Bool) throws {
        #expect(try Self.read(Data("jo:".utf8) + [0xFC] + Data((ends ? "\n" : "").utf8)) == nil)
    }

    private static func read(_ bytes: Data) throws -> String? {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: bytes)
        try pipe.fileHandleForWriting.close()

        return SecretLine.read(from: pipe.fileHandleForReading.fileDescriptor, prompt: "?", on: -1)
    }

    /// The program's end of a pseudo-terminal.
    private func terminal(of person: FileHandle) throws -> FileHandle {
        // What unlockpt and ptsname do, which only GNU's headers have.
        let (unlock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
        var (isLocked, number) = (Int32(0), UInt32(0))
        try #require(ioctl(person.fileDescriptor, unlock, &isLocked) == 0)
        try #require(ioctl(person.fileDescriptor, getNumber, &number) == 0)
        return try #require(FileHandle(forUpdatingAtPath: "/dev/pts/\(number)"))
    }
}
