extension ProgramTestBed {
    /// Runs the program to its end, on the bed's store, with variables set.
    func podimport(setting variables: [String], _ arguments: String...) async throws -> ProgramOutput {
        try await command("/usr/bin/env", variables + [Program.path, "--store", store] + arguments)
    }
}
