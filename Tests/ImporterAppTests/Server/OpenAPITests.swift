import Foundation
import Hummingbird
import Logging
import Persistence
import Testing

@testable import ImporterApp

/// The description of the interface against the routes there are.
struct OpenAPITests {
    @Test func describesEveryRouteAndNoOther() throws {
        // Given
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let router = StatusRouter.routes(
            StatusSource(
                persistence: PersistenceManager(
                    configuration: PersistenceConfiguration(location: .memory),
                    logger: logger
                ),
                app: { preconditionFailure("no request is made") },
                status: { preconditionFailure("no request is made") },
                metrics: CollectedMetrics(),
                isAlive: { true },
                now: ImporterApp.now
            ),
            streams: ConnectionPlaces(1),
            logger: logger
        )
        let document = try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json)) as? [String: Any]
        let paths = try #require(document?["paths"] as? [String: [String: Any]])

        // When
        let described = paths.flatMap { path, operations in operations.keys.map { "\($0.uppercased()) \(path)" } }
        let routes = router.routes.filter { $0.method != .head }.map { route in
            // "/v1/podcasts/:id" is "/v1/podcasts/{id}" there.
            "\(route.method) " + route.path.description.replacing(/:(\w+)/) { "{\($0.1)}" }
        }

        // Then
        #expect(routes.count > 15)
        #expect(described.sorted() == routes.sorted())
    }

    @Test func describesEveryParameterAndNoOther() async throws {
        try await ServerTestBed.run { bed in
            for (method, path, described) in try Self.parameters() {
                let answer = try await bed.send(method, path.replacing("{id}", with: "1") + "?unheard-of=1")

                #expect(answer.status == 400)
                let known = answer.body.firstMatch(of: /[Pp]arameters here: ([^"]*)/)?.1.split(separator: ", ") ?? []
                #expect(known.map { String($0) }.sorted() == described, "\(method) \(path)")
            }
        }
    }

    /// What the description says of queries under /v1.
    private static func parameters() throws -> [(method: String, path: String, names: [String])] {
        let document = try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json)) as? [String: Any]
        let paths = try #require(document?["paths"] as? [String: [String: [String: Any]]])
        let operations = paths.filter { $0.key.hasPrefix("/v1/") }.flatMap { path, operations in
            operations.map { method, operation in
                let parameters = operation["parameters"] as? [[String: Any]] ?? []
                let names = parameters.filter { $0["in"] as? String == "query" }.compactMap { $0["name"] as? String }
                return (method.uppercased(), path, names.sorted())
            }
        }
        #expect(operations.count > 10)
        return operations
    }

    @Test func everyReferenceLeadsToASchema() throws {
        let text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
        let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let schemas = try #require((document?["components"] as? [String: Any])?["schemas"] as? [String: Any])

        let references = Set(text.matches(of: /#\\?\/components\\?\/schemas\\?\/(\w+)/).map { String($0.1) })

        #expect(!references.isEmpty)
        #expect(references.subtracting(schemas.keys).isEmpty)
    }
}
