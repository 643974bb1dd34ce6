import ArgumentParser
import ImporterApp

/// How a command prints its results and its log.
struct OutputOptions: ParsableArguments {
    @Option(name: .long, help: "How results are printed: text or json.")
    var format: OutputFormat = .text

    @Option(name: .long, help: "The least level that is logged: trace, debug, info, notice, warning, error, critical.")
    var logLevel: LogLevel = .notice

    @Flag(name: .long, help: "Print errors only.")
    var quiet = false

    @Flag(name: .long, help: "Show no progress bar, even on a terminal.")
    var noProgress = false
}

/// The form of the results on standard output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

extension LogLevel: ExpressibleByArgument {}
