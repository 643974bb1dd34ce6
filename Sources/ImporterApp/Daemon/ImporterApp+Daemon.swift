import FeedLoading

extension ImporterApp {
    /// Refreshes feeds when they are due, until SIGTERM or SIGINT.
    ///
    /// - Parameters:
    ///   - environment: the environment of the process, for systemd.
    ///   - reload: reads the settings anew, at SIGHUP.
    /// - Throws: ``ImporterAppError`` if the store cannot be loaded, or closed, or too few files may be open.
    package func runDaemon(
        environment: [String: String],
        reload: @escaping @Sendable () throws(ImporterAppError) -> ImporterSettings
    ) async throws(ImporterAppError) {
        try OpenFileLimit.check()
        let path = try storePath
        let credentials = try checkedCredentials()
        try makeDefaultFolder()
        let current = CurrentApp(self, credentials)
        let loader = try makeLoader()
        let daemon = Daemon(
            app: self,
            current: current,
            storePath: path,
            loader: loader,
            environment: environment,
            reload: reload
        )
        do {
            try await daemon.run()
            await loader.shutdown()
        } catch {
            throw ImporterAppError(anyOf: error, store: path)
        }
    }
}
