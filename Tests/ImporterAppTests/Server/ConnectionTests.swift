import Foundation
import Testing

@testable import ImporterApp

/// Connections to the status server, and how requests and answers follow each other on them.
struct ConnectionTests {
    @Test func moreConnectionsThanThereArePlacesAreClosed() async throws {
        try await ServerTestBed.run(connections: 3) { bed in
            // Given somebody who has taken every place
            let idle = try (0..<3).map { _ in try HTTPClient(port: bed.port) }

            // When others come
            for _ in 0..<4 {
                let late = try HTTPClient(port: bed.port)
                // Then they are not kept waiting
                #expect(await late.read(until: nil).isEmpty)
                late.hangUp()
            }

            // And the socket beside the store has places of its own
            #expect(try await bed.get("/v1/status").status == 200)
            for client in idle { client.hangUp() }
            // As soon as the places are free, somebody else has them.
            while try await HTTPClient(port: bed.port).send("GET", "/healthz").status != 200 {}
        }
    }
}
