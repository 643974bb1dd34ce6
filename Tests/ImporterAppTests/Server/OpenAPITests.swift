import FeedImporting
import FeedLoading
import Foundation
import Hummingbird
import Logging
import Persistence
import PodcastModel
import TestSupport
import Testing

@testable import ImporterApp

/// The description of the interface against the routes there are.
struct OpenAPITests {
    @Test func describesEveryRouteAndNoOther() throws {
        // Given
        let logger = Logger.silent
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
            streams: ConnectionSlots(1),
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

    /// Every answer in JSON, of a store with everything that a feed can say, is as described, to the last name.
    @Test func everyAnswerIsAsDescribed() async throws {
        try await ServerTestBed.run { bed in
            try await bed.importWholeVocabulary()
            let document = try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json)) as? [String: Any]
            let components = document?["components"] as? [String: [String: Any]]
            let named = try #require(components?["schemas"] as? [String: [String: Any]])
            let paths = try #require(document?["paths"] as? [String: [String: [String: Any]]])

            var checked = 0
            for (path, operations) in paths where path.hasPrefix("/v1/") && path != "/v1/openapi.json" {
                guard let schema = Self.schema(ofAnswerTo: operations["get"]) else { continue }
                let target = path.replacing("{id}", with: "1") + (path == "/v1/search" ? "?q=kelp" : "")
                let answer = try await path == "/v1/search" ? bed.getWhenIndexed(target) : bed.get(target)
                let value = try answer.object()

                #expect(answer.status == 200, "\(path)")
                #expect((value["items"] as? [Any])?.isEmpty != true, "\(path)")
                #expect(throws: Never.self, "\(path)") {
                    try JSONSchema(schema: schema, named: named).check(value, at: path)
                }
                checked += 1
            }
            #expect(checked == 9)
        }
    }

    private static func schema(ofAnswerTo operation: [String: Any]?) -> [String: Any]? {
        let responses = operation?["responses"] as? [String: [String: Any]]
        let content = responses?["200"]?["content"] as? [String: [String: Any]]
        return content?["application/json"]?["schema"] as? [String: Any]
    }
}

extension ServerTestBed {
    /// Imports a feed that uses every element there is.
    fileprivate func importWholeVocabulary() async throws {
        let loader = try PodcastFeedLoader()
        let importer = FeedImporter(
            loader: loader,
            persistence: persistence,
            configuration: FeedImporterConfiguration(processorCount: 1),
            now: { Self.now },
            logger: .silent
        )
        let file = Repository.url("Fixtures/Feeds/whole-vocabulary.xml").path
        let requests = AsyncThrowingStream<FeedImportRequest, any Error> { requests in
            requests.yield(FeedImportRequest(name: file, source: .file(path: file)))
            requests.finish()
        }
        let report = try await importer.importFeeds(requests)
        await loader.shutdown()
        try #require(report.imported == 1)
    }
}
