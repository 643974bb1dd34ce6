import ArgumentParser
import ImporterApp

/// How a command prints its results and its log.
struct OutputOptions: ParsableArguments {
    @Option(name: .long, help: "How results are printed: text or json.")
    var format: OutputFormat = .text

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The settings file.",
            discussion: """
                Default: $PODIMPORT_CONFIG, else $XDG_CONFIG_HOME/podimport/podimport.yaml (~/.config without \
                XDG_CONFIG_HOME) if it is there, else /etc/podimport/podimport.yaml. See podimport config show.
                """,
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var config: String?

    @Option(
        name: .long,
        help: """
            The least level that is logged: trace, debug, info, notice (the default; info for the daemon), warning, \
            error, critical.
            """
    )
    var logLevel: LogLevel?

    @Option(name: .long, help: "How the log is written: text, json or journald. Default: what standard error leads to.")
    var logFormat: LogFormat?

    @Flag(name: .long, help: "Report nothing but errors; what is asked for is shown all the same.")
    var quiet = false

    @Flag(name: .long, help: "Show no progress bar, even on a terminal.")
    var noProgress = false

    func validate() throws {
        if config?.isEmpty == true { throw ValidationError("--config takes a file, and this name is empty.") }
    }
}

/// The form of the results on standard output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

extension LogLevel: ExpressibleByArgument {}

extension LogFormat: ExpressibleByArgument {}
