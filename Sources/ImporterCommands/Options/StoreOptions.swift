import ArgumentParser

/// Which store a command works on.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The store's file.",
            discussion: """
                Default: $PODIMPORT_STORE, else $STATE_DIRECTORY/podimport.sqlite under systemd, else \
                $XDG_DATA_HOME/podimport/podimport.sqlite (~/.local/share without XDG_DATA_HOME).
                """,
            valueName: "path"
        ),
        completion: .file(extensions: ["sqlite"])
    )
    var store: String?
}
