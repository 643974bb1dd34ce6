import Foundation

/// The three queues of the pipeline, each as wide as its resource.
final class ImportStages: Sendable {
    let load: OperationQueue
    let parse: OperationQueue
    let `import`: OperationQueue

    init(configuration: FeedImporterConfiguration) {
        load = ImportStages.queue("load", width: configuration.loadWidth)
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
