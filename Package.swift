// swift-tools-version: 6.2

import PackageDescription

/// Every target of ours is held to the same rules: imports are internal unless
/// a type leaks, members come only from modules a file imports, existentials
/// are spelled `any`.
let houseRules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Tests run with the checks; the release build does without their cost.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

let package = Package(
    name: "podimport",
    products: [
        .executable(name: "podimport", targets: ["podimport"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // MARK: System libraries

        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        // MARK: Leaves

        .target(name: "Operations", exclude: ["README.md"], swiftSettings: houseRules),
        .target(name: "PodcastModel", exclude: ["README.md"], swiftSettings: houseRules),
        .target(name: "FeedParsing", dependencies: ["CLibXML2"], exclude: ["README.md"], swiftSettings: houseRules),
        .target(
            name: "FeedLoading",
            dependencies: ["CCurl", "PodcastModel", .product(name: "Logging", package: "swift-log")],
            exclude: ["README.md"],
            swiftSettings: houseRules
        ),
        .target(
            name: "Persistence",
            dependencies: [
                "PodcastModel",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["README.md"],
            swiftSettings: houseRules
        ),

        // MARK: The pipeline

        .target(
            name: "FeedImporting",
            dependencies: [
                "Operations", "PodcastModel", "FeedParsing", "FeedLoading", "Persistence",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["README.md"],
            swiftSettings: houseRules
        ),

        // MARK: The program

        .target(
            name: "ImporterApp",
            dependencies: [
                "PodcastModel", "FeedLoading", "Persistence", "FeedImporting",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ],
            exclude: ["README.md"],
            // Part of the program itself: it is installed as one file.
            resources: [.embedInCode("Server/Page")],
            swiftSettings: houseRules
        ),
        .target(
            name: "ImporterCommands",
            dependencies: [
                "ImporterApp", "PodcastModel",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["README.md"],
            swiftSettings: houseRules
        ),
        .executableTarget(
            name: "podimport",
            dependencies: ["ImporterCommands"],
            exclude: ["README.md"],
            swiftSettings: houseRules
        ),

        // MARK: Benchmarks

        .target(
            name: "BenchmarkFloor",
            dependencies: ["CLibXML2", "CCurl"],
            path: "Benchmarks/Floor",
            cSettings: [.define("_GNU_SOURCE")],
            linkerSettings: [.linkedLibrary("xml2"), .linkedLibrary("sqlite3"), .linkedLibrary("curl")]
        ),
        .target(
            name: "BenchmarkSchedule",
            dependencies: ["FeedImporting", "FeedLoading", "PodcastModel"],
            path: "Benchmarks/Schedule",
            swiftSettings: houseRules
        ),
        .executableTarget(
            name: "podimport-bench",
            dependencies: [
                "BenchmarkFloor", "BenchmarkSchedule", "FeedImporting", "FeedLoading", "FeedParsing", "FeedServer",
                "Persistence", "PodcastModel",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/Runner",
            swiftSettings: houseRules
        ),

        // MARK: Tests

        .target(name: "FeedServer", path: "Tests/FeedServer", exclude: ["README.md"], swiftSettings: houseRules),
        .target(
            name: "TestSupport",
            dependencies: ["Operations", .product(name: "Logging", package: "swift-log")],
            path: "Tests/TestSupport",
            exclude: ["README.md"],
            swiftSettings: houseRules
        ),
        .executableTarget(
            name: "fixture-server",
            dependencies: ["FeedServer"],
            path: "Tests/FixtureServer",
            exclude: ["README.md"],
            swiftSettings: houseRules
        ),
        .target(
            name: "ConformanceSuites",
            dependencies: ["FeedImporting", "FeedParsing", "PodcastModel", "TestSupport"],
            path: "Tests/Conformance/Suites",
            swiftSettings: houseRules
        ),
        .executableTarget(
            name: "podimport-conformance",
            dependencies: ["ConformanceSuites", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            path: "Tests/Conformance/Runner",
            swiftSettings: houseRules
        ),
        .testTarget(name: "ConformanceTests", dependencies: ["ConformanceSuites"], swiftSettings: houseRules),
        .testTarget(name: "OperationsTests", dependencies: ["Operations", "TestSupport"], swiftSettings: houseRules),
        .testTarget(name: "PodcastModelTests", dependencies: ["PodcastModel"], swiftSettings: houseRules),
        .testTarget(
            name: "FeedParsingTests",
            dependencies: ["FeedParsing", "CLibXML2", "TestSupport"],
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "FeedLoadingTests",
            dependencies: ["FeedLoading", "FeedServer", "Operations", "PodcastModel", "TestSupport", "CCurl"],
            swiftSettings: houseRules,
            // libcurl is to look names up in a test of names that hang (HangingLookUps).
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=getaddrinfo"])]
        ),
        .testTarget(
            name: "PersistenceTests",
            dependencies: [
                "Persistence", "PodcastModel", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "FeedImportingTests",
            dependencies: [
                "BenchmarkSchedule", "FeedImporting", "FeedLoading", "FeedParsing", "FeedServer", "Operations",
                "Persistence", "PodcastModel", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "ImporterAppTests",
            dependencies: [
                "FeedImporting", "FeedLoading", "FeedParsing", "ImporterApp", "Persistence", "PodcastModel",
                "TestSupport",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "ImporterCommandsTests",
            dependencies: [
                "ImporterCommands", "FeedServer", "Operations", "PodcastModel", "TestSupport", "podimport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: houseRules
        ),
    ]
)

// Only for `make fuzz`: the fuzzer brings a main function of its own.
if Context.environment["PODIMPORT_FUZZING"] != nil {
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
        .executableTarget(
            name: "podimport-fuzz",
            dependencies: ["FeedParsing", "CLibFuzzer"],
            path: "Tests/Fuzzing/Fuzzer",
            swiftSettings: houseRules
        ),
    ]
}
