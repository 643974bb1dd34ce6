import Foundation
import Operations

/// The queues of the pipeline, each as wide as its resource.
final class ImportStages: Sendable {
    private let loads: OperationQueue
    private let parses: OperationQueue
    private let writes: OperationQueue
    private let meters: StageMeters
    private let isCancelled = Locked(false)

    init(configuration: FeedImporterConfiguration, meters: StageMeters) {
        self.meters = meters
        // How many loads run at once is decided by the lines of the hosts, not here:
        // a load that waits for its turn at another host must not hold up the others.
        let width = max(configuration.maximumFeedsWaiting, configuration.maximumFeedsInFlight)
        loads = ImportStages.queue("load", width: width)
        parses = ImportStages.queue("parse", width: configuration.parseWidth)
        writes = ImportStages.queue("import", width: configuration.importWidth)
    }

    /// Adds an operation that asks the network.
    ///
    /// - Parameters:
    ///   - operation: the operation.
    ///   - isUnderWay: whether what it loads is in hand already: it goes on from an answer that has come.
    func load<Success>(_ operation: BaseOperation<Success>, isUnderWay: Bool = false) {
        enqueue(operation, on: loads, meters.load, isUnderWay: isUnderWay)
        // It may have come too late to be cancelled with the others.
        if isCancelled.withLock(\.self) { operation.cancel() }
    }

    /// Adds an operation that reads a document.
    func parse<Success>(_ operation: BaseOperation<Success>) {
        enqueue(operation, on: parses, meters.parse)
    }

    /// Adds an operation that writes to the store.
    func write<Success>(_ operation: BaseOperation<Success>) {
        enqueue(operation, on: writes, meters.write)
    }

    private func enqueue<Success>(
        _ operation: BaseOperation<Success>,
        on queue: OperationQueue,
        _ meter: StageMeter,
        isUnderWay: Bool = false
    ) {
        meter.arrive()
        if isUnderWay { meter.begin() } else { operation.whenStarted { meter.begin() } }
        operation.whenFinished { _ in meter.end() }
        queue.enqueue(operation)
    }

    /// Gives up what has not reached the writer; what has is finished there.
    func cancelUnwritten() {
        isCancelled.withLock { $0 = true }
        loads.cancelAllOperations()
        parses.cancelAllOperations()
    }

    private static func queue(_ name: String, width: Int) -> OperationQueue {
        let queue = OperationQueue()
        queue.name = "podimport.\(name)"
        queue.maxConcurrentOperationCount = width
        return queue
    }
}
