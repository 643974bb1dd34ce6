extension ImporterApp {
    /// Makes sure that the files which settings name can be used.
    ///
    /// - Throws: ``ImporterAppError`` with a line for each that cannot.
    package func checkSettingsFiles() throws(ImporterAppError) {
        var complaints: [String] = []
        do throws(ImporterAppError) {
            _ = try credentialsFile()
        } catch {
            complaints.append(error.message)
        }
        if let complaint = settings.loading.authorityFile.flatMap(AuthorityFile.complaint) {
            complaints.append(complaint)
        }
        guard complaints.isEmpty else { throw ImporterAppError(.configuration, complaints.joined(separator: "\n")) }
    }
}
