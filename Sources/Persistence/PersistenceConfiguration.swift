/// Where the store is and how it is opened.
package struct PersistenceConfiguration: Sendable, Hashable {
    /// Where the data lies.
    package enum Location: Sendable, Hashable {
        /// A file by its path; it is made if it is not there, its folder is not.
        case file(path: String)
        /// Memory only: one connection, gone when the manager is closed.
        case memory
    }

    package var location: Location
    /// Whether the store is only read; nothing is created or migrated then.
    package var isReadOnly = false
    /// Whether a store of an older version may be read as it is: by whoever copies it without asking what is in it.
    package var readsOlderVersions = false
    /// How long to wait for another process that is writing.
    package var busyTimeoutSeconds = 10.0
    /// Page cache of the writing connection; more for a large store.
    ///
    /// The episodes of a new feed are spread all over the index of their dates,
    /// an eightieth of the store. Where that does not fit, each of them costs a
    /// page read and one written.
    package var writerCacheKilobytes = 16_384
    /// How far the cache of the writing connection grows with the store.
    package var largestWriterCacheKilobytes = 65_536
    /// Page cache of each reading connection.
    package var readerCacheKilobytes = 4_096
    /// How many reads may run at once.
    package var readerCount = 4
    /// How many saves may share one commit.
    package var savesPerCommit = 256
    /// How long saves that are in no hurry wait for company.
    package var gatheringTime = Duration.milliseconds(4)
    /// How long saves wait that nobody waits for.
    package var patience = Duration.milliseconds(50)
    /// How many of those that nobody waits for are enough for a commit: fewer than
    /// there may be feeds in flight, or no others could be loaded meanwhile.
    package var patientSavesPerCommit = 128
    /// How often to look for what other processes have written, for some seconds after something was, and while
    /// somebody listens; then it is looked at ever more rarely (``StoreWatch/longestRest``).
    package var watchInterval = Duration.milliseconds(250)
    /// How long the write-ahead log may grow before it is merged by force, or, if
    /// some reader does not let it be, a warning is logged.
    package var logLimitBytes: Int64 = 268_435_456
    /// After how many changed rows a commit takes no further save.
    package var rowsPerCommit = 20_000

    /// Makes a configuration with the defaults of a long-running service.
    package init(location: Location) {
        self.location = location
    }

    /// The path of the store, if it is a file.
    package var path: String? {
        if case .file(let path) = location { path } else { nil }
    }
}
