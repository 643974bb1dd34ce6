import Foundation
import Logging

extension ImporterApp {
    /// Everything the daemon listens at: the file beside the store, what the
    /// settings name, and what systemd hands over.
    ///
    /// One that cannot be had is logged; feeds are refreshed all the same.
    func listeningSockets(besideStore storePath: String, environment: [String: String]) -> [ListeningSocket] {
        var sockets = ActivatedSockets.take(environment: environment, processID: getpid(), logger: logger)
        do {
            sockets.append(try ListeningSocket.besideStore(storePath))
        } catch let error as SystemCallError where error.number == EADDRINUSE {
            // Nothing is wrong: they share the work.
            logger.notice(
                "another daemon works on this store, and is the one that is asked for its status as long as it runs",
                metadata: ["socket": "\(StatusSocket.path(forStore: storePath))"]
            )
        } catch {
            logger.warning(
                "the daemon cannot be asked for its status",
                metadata: ["socket": "\(StatusSocket.path(forStore: storePath))", "error": "\(error)"]
            )
        }
        for address in settings.listenAddresses {
            do {
                sockets.append(try ListeningSocket.loopback(address))
            } catch {
                logger.warning(
                    "the daemon cannot listen",
                    metadata: ["address": "\(address.host):\(address.port)", "error": "\(error)"]
                )
            }
        }
        return sockets
    }
}
