import Foundation
import Persistence
import PodcastModel
import Testing

@testable import ImporterApp

/// What the status server answers, over real sockets.
struct StatusServerTests {
    // MARK: - Loading

    @Test(arguments: [
        "/v1/podcasts", "/v1/podcasts/1", "/v1/episodes", "/v1/episodes/1", "/v1/search?q=a", "/v1/changes?since=0",
        "/v1/subscriptions", "/v1/subscriptions/1",
    ])
    func whatNeedsTheStoreSaysThatItIsLoading(target: String) async throws {
        try await ServerTestBed.run(loads: false) { bed in
            let response = try await bed.get(target)

            #expect(response.status == 503)
            #expect(response.headers["retry-after"] == "2")
            #expect(try response.errorKind() == "loading")
            #expect(response.body.contains("loading"))
        }
    }

    @Test(arguments: ["/", "/healthz", "/v1/podcasts", "/v1/nothing"])
    func everyAnswerIsDated(target: String) async throws {
        try await ServerTestBed.run { bed in
            let response = try await bed.get(target)

            #expect(response.headers["date"] == ServerTestBed.now.rfc822)
        }
    }

    @Test func nothingIsChangedWhileTheStoreIsLoading() async throws {
        try await ServerTestBed.run(loads: false) { bed in
            let added = try await bed.post("/v1/subscriptions", "{\"feed\":\"https://a.example/\"}")
            let removed = try await bed.send("DELETE", "/v1/subscriptions/1")
            let refreshed = try await bed.send("POST", "/v1/subscriptions/1/refresh")

            #expect([added, removed, refreshed].map(\.status) == [503, 503, 503])
        }
    }

    @Test func isAliveButNotReadyWhileTheStoreIsLoading() async throws {
        try await ServerTestBed.run(loads: false) { bed in
            #expect(try await bed.get("/healthz").status == 200)
            #expect(try await bed.get("/readyz").status == 503)
            #expect(try await bed.get("/metrics").body.contains("\npodimport_ready 0\n"))
            let page = try await bed.get("/")
            #expect(page.body.contains("<fieldset id=\"controls\" disabled>"))
            #expect(page.body.contains(">loading</p>"))
            // And then
            try await bed.persistence.loadPersistentStore()
            #expect(try await bed.get("/v1/podcasts").status == 200)
        }
    }

    @Test func tellsPrometheusWhatWasRecordedAndHowTheSubscriptionsDo() async throws {
        try await ServerTestBed.run { bed in
            // Given
            try await bed.fill(podcasts: 2, episodes: 1)
            let result = FeedImportResult(feed: "https://1.example/feed", outcome: .unchanged(notModified: true))
            RefreshMetrics(factory: bed.metrics).count(result)

            // When
            let metrics = try await bed.get("/metrics").body

            // Then
            #expect(metrics.contains("\npodimport_refresh_outcomes_total{outcome=\"unchanged\"} 1\n"))
            #expect(metrics.contains("\npodimport_subscriptions{state=\"active\"} 2\n"))
            #expect(metrics.contains("\npodimport_podcasts 2\n"))
        }
    }

    // MARK: - Reading

    @Test func listsPodcastsPageByPage() async throws {
        try await ServerTestBed.run { bed in
            try await bed.fill(podcasts: 5, episodes: 1)

            let first = try await bed.get("/v1/podcasts?limit=2")
            let second = try await bed.get("/v1/podcasts?limit=2&cursor=2")
            let last = try await bed.get("/v1/podcasts?limit=2&cursor=4")

            #expect(try first.ids() == [1, 2])
            #expect(try first.object()["next"] as? String == "2")
            #expect(try second.ids() == [3, 4])
            #expect(try last.ids() == [5])
            #expect(try last.object()["next"] is NSNull)
            let one = try await bed.get("/v1/podcasts/3").object()
            #expect(one["title"] as? String == "Show 3")
            #expect((one["subscription"] as? [String: Any])?["state"] as? String == "active")
            #expect(try await bed.get("/v1/podcasts/9").status == 404)
        }
    }

    @Test func listsEveryEpisodeOnceHoweverThePagesAreCut() async throws {
        try await ServerTestBed.run { bed in
            // Given episodes of the same dates in several podcasts
            try await bed.fill(podcasts: 3, episodes: 7)
            let all = try await bed.get("/v1/episodes?limit=500").ids()

            // When
            var paged: [Int] = []
            var target: String? = "/v1/episodes?limit=4"
            while let place = target {
                let page = try await bed.get(place)
                paged += try page.ids()
                target = (try page.object()["next"] as? String).map { "/v1/episodes?limit=4&cursor=" + $0 }
            }

            // Then
            #expect(all.count == 21)
            #expect(Set(all).count == 21)
            #expect(paged == all)
            #expect(try await bed.get("/v1/episodes?podcast=2").ids().count == 7)
            #expect(try await bed.get("/v1/episodes?cursor=99").status == 410)
            #expect(try await bed.get("/v1/episodes/1").object()["guid"] as? String == "1-0")
        }
    }

    @Test func findsEpisodesByTheirWords() async throws {
        try await ServerTestBed.run { bed in
            try await bed.fill(podcasts: 1, episodes: 3)

            let found = try await bed.getWhenIndexed("/v1/search?q=episode&limit=2")

            #expect(try found.ids().count == 2)
            #expect(try found.object()["notIndexed"] as? Int == 0)
            #expect(try await bed.get("/v1/search").status == 400)
            // As forms write it; a sign that was meant is no blank.
            #expect(try await bed.get("/v1/search?q=1+show").ids().count == 3)
            #expect(try await bed.get("/v1/search?q=1%2Bshow").ids().isEmpty)
        }
    }

    @Test(arguments: [
        "limit=0", "limit=501", "limit=x", "cursor=-1", "since=yesterday%20noon", "podcast=x", "removed=maybe",
        "limit=", "limit", "cursor=&limit=5", "limit=5&limit=5", "removed=false&removed=true",
    ])
    func saysWhatIsWrongWithAParameter(query: String) async throws {
        try await ServerTestBed.run { bed in
            let response = try await bed.get("/v1/episodes?" + query)

            #expect(response.status == 400)
            #expect(try response.errorKind() == "bad-request")
            // It names the parameter.
            #expect(response.body.contains("\"" + query.prefix { $0 != "=" } + ": expected"))
        }
    }

    @Test(arguments: [
        (
            "/v1/episodes?limt=5",
            "limt: unknown; did you mean limit? Parameters here: limit, cursor, podcast, since, removed"
        ),
        ("/v1/podcasts?podcast=1", "podcast: unknown; parameters here: limit, cursor"),
        ("/v1/search?q=a&cursor=1", "cursor: unknown; parameters here: q, limit, podcast"),
        ("/v1/changes?Since=1", "Since: unknown; did you mean since? Parameters here: limit, cursor, since"),
        ("/v1/status?lim%69t=5", "limit: unknown; there are no parameters here"),
    ])
    func saysWhichParametersThereAre(target: String, message: String) async throws {
        try await ServerTestBed.run { bed in
            let response = try await bed.get(target)

            #expect(response.status == 400)
            #expect((try response.object()["error"] as? [String: Any])?["message"] as? String == message)
        }
    }

    @Test(arguments: ["?", "?limit=5&", "?&&limit=5", "?=&"])
    func signsWithoutAParameterAreNone(query: String) async throws {
        try await ServerTestBed.run { bed in
            let response = try await bed.get("/v1/episodes" + query)

            #expect(response.status == 200)
        }
    }

    @Test func whatIsToChangeTakesNoParameters() async throws {
        try await ServerTestBed.run { bed in
            try await bed.fill(podcasts: 1, episodes: 1)

            #expect(try await bed.send("DELETE", "/v1/subscriptions/1?dryrun=true").status == 400)
            #expect(try await bed.get("/v1/subscriptions/1").object()["state"] as? String == "active")
        }
    }

    @Test func neverShowsKeysOrPasswords() async throws {
        try await ServerTestBed.run { bed in
            // Given
            try await bed.fill(podcasts: 1, episodes: 1)
            let added = try await bed.post(
                "/v1/subscriptions",
                "{\"feed\":\"https://anna:geheim@b.example/f?key=geheim\"}"
            )

            // Then
            #expect(added.status == 201)
            var answers = [added]
            for target in ["/v1/subscriptions", "/v1/podcasts", "/v1/changes", "/v1/subscriptions/2", "/metrics"] {
                answers.append(try await bed.get(target))
            }
            for answer in answers { #expect(!answer.body.contains("geheim")) }
            #expect(answers[1].body.contains("https://1.example/feed?token=…"))
            // What a listener asks for stays what it is.
            #expect(try await bed.get("/v1/episodes/1").body.contains("1-0.mp3?token=1"))
        }
    }

    // MARK: - Methods

    @Test(arguments: [
        ("PUT", "/v1/subscriptions/1", "DELETE, GET, HEAD"), ("POST", "/healthz", "GET, HEAD"),
        ("DELETE", "/v1/episodes/1", "GET, HEAD"), ("GET", "/v1/subscriptions/1/refresh", "POST"),
        ("TRACE", "/v1/status", "GET, HEAD"), ("PROPFIND", "/", "GET, HEAD"), ("LOCK", "/healthz", "GET, HEAD"),
    ])
    func saysWhatCanBeDoneWhereSomethingElseCannot(method: String, path: String, allowed: String) async throws {
        try await ServerTestBed.run { bed in
            let answer = try await bed.send(method, path)
            #expect(answer.status == 405)
            #expect(answer.headers["allow"] == allowed)
            #expect(try answer.errorKind() == "method-not-allowed")
            #expect(try await bed.send(method, "/v1/nothing").status == 404)
        }
    }

    @Test(arguments: ["/nothing", "/v1/nothing", "/v1/episodes/1/chapters"])
    func saysWhereWhatThereIsIsDescribedWhereThereIsNothing(path: String) async throws {
        try await ServerTestBed.run { bed in
            let answer = try await bed.get(path)

            #expect(answer.status == 404)
            #expect(try answer.errorKind() == "not-found")
            #expect(answer.body.contains("/v1/openapi.json"))
        }
    }

    // MARK: - Browsers

    @Test func answersNoOtherPageAndNoOtherName() async throws {
        try await ServerTestBed.run { bed in
            let own = "Host: 127.0.0.1:\(bed.port)"
            let requests: [([String], Int)] = [
                ([own], 200),
                ([own, "Origin: http://127.0.0.1:\(bed.port)", "Sec-Fetch-Site: same-origin"], 200),
                (["Host: rebound.example:\(bed.port)"], 403),
                ([own, "Origin: http://evil.example"], 403),
                ([own, "Sec-Fetch-Site: cross-site"], 403),
            ]
            for (headers, status) in requests {
                let client = try HTTPClient(port: bed.port)
                let response = try await client.send("GET", "/v1/subscriptions", headers: headers)
                #expect(response.status == status, "\(headers)")
            }
        }
    }

    @Test func givesBrowsersAPolicyAndNothingToKeep() async throws {
        try await ServerTestBed.run { bed in
            for target in ["/", "/page.js", "/page.css", "/v1/subscriptions", "/nothing"] {
                let response = try await bed.get(target)
                #expect(response.headers["content-security-policy"]?.contains("default-src 'self'") == true)
                #expect(response.headers["x-content-type-options"] == "nosniff")
                #expect(response.headers["cache-control"] == "no-store")
            }
        }
    }
}
