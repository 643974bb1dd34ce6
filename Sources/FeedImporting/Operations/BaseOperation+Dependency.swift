import Foundation
import Operations

extension BaseOperation {
    /// The stage of a kind that this one depends on.
    func dependency<Stage: Operation>(_ kind: Stage.Type) -> Stage? {
        dependencies.lazy.compactMap { $0 as? Stage }.first
    }
}
