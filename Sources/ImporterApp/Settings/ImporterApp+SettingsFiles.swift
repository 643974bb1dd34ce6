import Foundation

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
        if let path = settings.loading.authorityFile, access(path, R_OK) != 0 {
            let reason = String(cString: strerror(errno))
            complaints.append("\(path): the certificates of authority-file cannot be read: \(reason)")
        }
        guard complaints.isEmpty else { throw ImporterAppError(.configuration, complaints.joined(separator: "\n")) }
    }
}
