import ImporterCommands

/// The program: everything it can do is in ImporterCommands.
@main
enum Podimport {
    static func main() {
        PodimportCommand.runProgram()
    }
}
