import ArgumentParser
import Foundation
import ImporterApp

/// What every command needs to run: the composition root and the writer.
struct CommandRun {
    let app: ImporterApp
    let writer: OutputWriter

    /// Reads the environment, once, and builds the program from it.
    ///
    /// - Parameters:
    ///   - store: which store; nil for a command that has none.
    ///   - output: how results and the log are printed.
    ///   - defaults: the settings that the command takes by default where others take something else, by key.
    /// - Throws: `ExitCode` if the settings are wrong, which has been told then.
    init(store: StoreOptions?, output: OutputOptions, defaults: [String: String] = [:]) throws {
        let environment = ProcessInfo.processInfo.environment
        func writer(messageFormat: LogFormat?) -> OutputWriter {
            OutputWriter(format: output.format, messageFormat: messageFormat, environment: environment)
        }
        // What is wrong with the settings is told as they would have it, as far as is known.
        let wanted = output.logFormat ?? environment["PODIMPORT_LOG_FORMAT"].flatMap(LogFormat.init)
        let settings: ImporterSettings
        do throws(ImporterAppError) {
            settings = try CommandRun.settings(
                store: store,
                output: output,
                environment: environment,
                defaults: defaults
            )
        } catch {
            throw writer(messageFormat: wanted).report(error)
        }
        self.writer = writer(messageFormat: settings.logFormat)
        app = ImporterApp(settings: settings)
    }

    /// Settles the settings; the file is read anew each time.
    static func settings(
        store: StoreOptions?,
        output: OutputOptions,
        environment: [String: String],
        defaults: [String: String]
    ) throws(ImporterAppError) -> ImporterSettings {
        var sources = SettingsSources(store: store, output: output, environment: environment)
        sources.defaults = defaults
        return try ImporterSettings(sources)
    }

    /// Runs the body; an error becomes a line on standard error, or one for each
    /// thing that is wrong, and the status that belongs to it.
    func reporting<Success>(_ body: () async throws -> Success) async throws -> Success {
        do {
            return try await body()
        } catch let error as ImporterAppError {
            throw writer.report(error)
        }
    }
}

extension SettingsSources {
    /// The shared options, as far as they are given, and the environment.
    init(store: StoreOptions?, output: OutputOptions, environment: [String: String]) {
        var commandLine = ["store": store?.store, "log-format": output.logFormat?.rawValue].compactMapValues { $0 }
        commandLine["log-level"] = output.quiet ? LogLevel.error.rawValue : output.logLevel?.rawValue
        self.init(
            commandLine: commandLine,
            environment: environment,
            file: output.config,
            currentDirectory: Self.currentDirectory
        )
    }

    /// What relative paths start from; where the current folder has been deleted, the name by which the kernel
    /// remembers it, at which nothing can be.
    private static var currentDirectory: String {
        let path = FileManager.default.currentDirectoryPath
        // With an empty name they would start from the root, and a store be made there.
        guard path.isEmpty else { return path }
        let link = "/proc/self/cwd"
        do {
            return try FileManager.default.destinationOfSymbolicLink(atPath: link)
        } catch {
            return link
        }
    }
}

extension OutputWriter {
    /// Says what is wrong, on standard error; returns the status that belongs to it.
    func report(_ error: ImporterAppError) -> ExitCode {
        for line in error.message.split(separator: "\n") { complaint(String(line)) }
        return ExitCode(ExitStatus.status(of: error))
    }
}
