/// Lets the words of a search begin with a dash.
///
/// `episode search keeper -ferry` leaves a word out; the argument parser would
/// read it as five options of one letter each, and print the help when one of
/// them is an h.
enum SearchArguments {
    /// Puts the words of a search behind `--` if one of them begins with a dash;
    /// all other arguments stay where they are.
    ///
    /// The options of the search begin with two dashes, so that a word with one
    /// is a word, but for `-h`.
    static func normalised(_ arguments: [String]) -> [String] {
        guard arguments.count > 2, EpisodeCommand.isNamed(arguments[0]), EpisodeSearch.isNamed(arguments[1]) else {
            return arguments
        }
        var options: [String] = []
        var words: [String] = []
        var index = 2
        while index < arguments.count {
            let argument = arguments[index]
            if argument == "--" {
                words += arguments[(index + 1)...]
                break
            }
            let width = optionsWithValue.contains(argument) ? min(2, arguments.count - index) : 1
            if argument.hasPrefix("--") || argument == "-h" {
                options += arguments[index..<(index + width)]
            } else {
                words.append(argument)
            }
            index += width
        }
        guard words.contains(where: { $0.hasPrefix("-") }) else { return arguments }
        return arguments[..<2] + options + ["--"] + words
    }

    private static let optionsWithValue = ArgumentOrder.optionsWithValue.union(["--feed", "--limit"])
}
