/// What the paths among the settings start from.
struct PathOrigin {
    let currentDirectory: String
    /// The user's home; nil if nothing says where it is.
    let home: String?

    init(_ sources: SettingsSources) {
        currentDirectory = sources.currentDirectory
        home = sources.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// The path that a setting names, absolute; nil if it names none.
    ///
    /// In a settings file it starts from the folder of that file: whoever reads it, and from where, means one store.
    /// A shell expands `~/`; where there was no shell it is done here.
    func path(of value: SettingValue) -> String? {
        guard let text = value.textIfAny else { return nil }
        if text.hasPrefix("/") { return text }
        if text.hasPrefix("~/"), let home { return home + text.dropFirst() }
        if case .file(let file, _) = value.source, let slash = file.lastIndex(of: "/") { return file[...slash] + text }
        return currentDirectory + "/" + text
    }
}
