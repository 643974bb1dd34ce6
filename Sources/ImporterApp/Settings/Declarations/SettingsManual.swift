import PodcastModel

/// The settings' documentation, made from their declarations.
package enum SettingsManual {
    /// A settings file that decides nothing: every setting is explained and
    /// commented out, with its default.
    package static var exampleFile: String {
        var lines = [
            "# podimport's settings: /etc/podimport/podimport.yaml, or ~/.config/podimport/podimport.yaml for a user.",
            "# Each can also be given in the environment, under the name in brackets, which counts more than this file;",
            "# there the parts of a list have commas between them.",
            "# `podimport config show` prints what holds and why.",
        ]
        var heading: String?
        for setting in Setting.all {
            let group = setting.path.count > 1 ? setting.path[0] : nil
            lines.append("")
            if let group, group != heading { lines += ["#\(group):", ""] }
            heading = group
            let indent = group == nil ? "" : "  "
            for line in wrapped("\(setting.summary) [\(setting.environmentName)]", width: 96) {
                lines.append("#\(indent) \(line)")
            }
            lines.append("#\(indent)\(setting.path.last ?? setting.key): \(example(of: setting))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The manual page podimport.yaml(5), in roff's man macros.
    package static var roff: String {
        var lines = [
            ".TH PODIMPORT.YAML 5", ".SH NAME", "podimport.yaml \\- settings of podimport", ".SH SYNOPSIS",
            ".I /etc/podimport/podimport.yaml", ".br", ".I $XDG_CONFIG_HOME/podimport/podimport.yaml",
            ".SH DESCRIPTION",
            "The command line counts more than the environment, the environment more than this file, and the file",
            "more than the defaults. The file is YAML; a dot in the name of a setting is a level of indentation.",
            "An unknown name is an error. In the environment, the parts of a list have commas between them.",
            ".SH SETTINGS",
        ]
        for setting in Setting.all {
            lines += [".TP", ".B \(escaped(setting.key))", escaped(setting.summary)]
            lines.append("It is \(escaped(setting.kind.expectation)).")
            if let text = setting.defaultText, !text.isEmpty { lines.append("Default: \(escaped(text)).") }
            lines.append("Environment: \(escaped(setting.environmentName)).")
        }
        lines += [".SH SEE ALSO", ".BR podimport (1)"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func example(of setting: Setting) -> String {
        if setting.kind == .list { return "[]" }
        return setting.defaultText?.inMessage ?? ""
    }

    /// A backslash or a leading dot would be a command of roff's.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }

    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
