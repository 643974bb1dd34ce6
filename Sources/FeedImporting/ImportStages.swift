import Foundation

/// The queues of the pipeline, each as wide as its resource.
final class ImportStages: Sendable {
    let load: OperationQueue
    let parse: OperationQueue
    let `import`: OperationQueue

    init(configuration: FeedImporterConfiguration) {
        // How many load at once is for the lines of the hosts to say: a load
        // that waits for a turn at the next host must hold up no other.
        load = ImportStages.queue("load", width: configuration.maximumFeedsWaiting)
        parse = ImportStages.queue("parse", width: configuration.parseWidth)
        `import` = ImportStages.queue("import", width: configuration.importWidth)
    }

    /// Gives up what has not reached the writer; what has is finished there.
    func cancelUnwritten() {
        load.cancelAllOperations()
        parse.cancelAllOperations()
    }

    private static func queue(_ name: String, width: Int) -> OperationQueue {
        let queue = OperationQueue()
        queue.name = "podimport.\(name)"
        queue.maxConcurrentOperationCount = width
        return queue
    }
}
