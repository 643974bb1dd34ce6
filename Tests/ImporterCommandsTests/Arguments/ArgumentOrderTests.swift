import ArgumentParser
import Testing

@testable import ImporterCommands

struct ArgumentOrderTests {
    private func normalised(_ line: String) -> String {
        let arguments = line.split(separator: " ").map(String.init)
        return ArgumentOrder.normalised(arguments, subcommands: PodimportCommand.configuration.subcommands)
            .joined(separator: " ")
    }

    @Test(arguments: [
        ("--store x episode list --limit 3", "episode list --store x --limit 3"),
        ("--store=x --quiet sub ls", "sub ls --store=x --quiet"),
        ("--format json --store x feed inspect a.xml", "feed inspect --format json --store x a.xml"),
        ("--store x import --all", "import --store x --all"),
        ("--store x help episode list", "help episode list"),
        ("--store x --help", "--help"),
        ("episode --store x list --limit 3", "episode list --store x --limit 3"),
        ("--store x subscription --format json list --failing", "subscription list --store x --format json --failing"),
        ("changes --store x consumers", "changes consumers --store x"),
        ("subscription --format json --help", "subscription --help"), ("--quiet episode help", "episode help"),
        ("--store x --quiet sub help ls", "sub help ls"),
        ("--store x subscription", "subscription"), ("subscription --store x", "subscription"),
        ("--store x changes", "changes --store x"), ("--store x status", "status --store x"),
    ])
    func movesSharedOptionsBehindTheSubcommand(line: String, expected: String) {
        #expect(normalised(line) == expected)
    }

    @Test(arguments: [
        "changes --store x --since 3", "subscription --store x lost", "episode list --store x --help",
        "episode search --store x help",
        "--feed episode", "--store x --feed https://example.com/", "episode list --store x", "--help", "--store",
        "--store x",
        "--store x list", "",
    ])
    func leavesEverythingElseAlone(line: String) {
        #expect(normalised(line) == line)
    }
}
