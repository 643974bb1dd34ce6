extension ImporterApp {
    /// Makes sure that the files which settings name can be used.
    ///
    /// - Throws: ``ImporterAppError`` with a line for each that cannot.
    package func checkSettingsFiles() throws(ImporterAppError) {
        _ = try checkedCredentials()
    }

    /// The names and passwords that are kept in files, if all files that settings name can be used.
    func checkedCredentials() throws(ImporterAppError) -> CredentialsFile {
        var complaints: [String] = []
        var credentials: CredentialsFile?
        do throws(ImporterAppError) {
            credentials = try CredentialsFile.load(
                path: settings.loading.credentialsFile,
                systemdDirectory: settings.loading.credentialsDirectory
            )
        } catch {
            complaints.append(error.message)
        }
        if let complaint = settings.loading.authorityFile.flatMap(AuthorityFile.complaint) {
            complaints.append(complaint)
        }
        guard complaints.isEmpty, let credentials else {
            throw ImporterAppError(.configuration, complaints.joined(separator: "\n"))
        }
        return credentials
    }
}
