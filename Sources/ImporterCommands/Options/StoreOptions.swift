import ArgumentParser

/// Which store a command works on.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The store's file.",
            discussion: """
                Default: $PODIMPORT_STORE, else the settings file's store, else \
                $STATE_DIRECTORY/podimport.sqlite under systemd, else \
                $XDG_DATA_HOME/podimport/podimport.sqlite (~/.local/share without XDG_DATA_HOME).
                """,
            valueName: "path"
        ),
        completion: .file(extensions: ["sqlite"])
    )
    var store: String?

    /// An empty path is a variable that is not set, and hardly means the default store.
    func validate() throws {
        if store?.isEmpty == true { throw ValidationError("--store takes a path, and this one is empty.") }
    }
}
