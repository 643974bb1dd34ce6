import PodcastModel

/// Figures in the text form that Prometheus reads.
struct MetricsText {
    private(set) var text = ""

    mutating func gauge(_ name: String, _ help: String, _ value: Double) {
        add(name, help, type: "gauge", [("", value)])
    }

    mutating func counter(_ name: String, _ help: String, _ value: Double) {
        add(name, help, type: "counter", [("", value)])
    }

    /// Adds what the daemon says of itself.
    mutating func add(_ status: DaemonStatus) {
        add(
            "podimport_info",
            "The version that runs.",
            type: "gauge",
            [(Self.labels([("version", status.version)]), 1)]
        )
        gauge("podimport_ready", "1 once the store is loaded.", status.readyAt == nil ? 0 : 1)
        gauge("podimport_start_time_seconds", "When the daemon started.", Double(status.startedAt.epochSeconds))
        counter("podimport_refreshed_total", "Feeds refreshed since the start.", Double(status.refreshed))
        counter("podimport_failed_total", "Refreshes that failed, among them.", Double(status.failed))
        counter("podimport_episodes_inserted_total", "Episodes inserted since the start.", Double(status.inserted))
        gauge("podimport_in_flight", "Feeds being refreshed.", Double(status.inFlight))
        if let last = status.lastResultAt {
            gauge("podimport_last_result_time_seconds", "When a refresh last ended.", Double(last.epochSeconds))
        }
        if let bytes = status.residentBytes {
            gauge("process_resident_memory_bytes", "Memory in use.", Double(bytes))
        }
    }

    /// Adds how the subscriptions are doing.
    mutating func add(_ overview: SubscriptionOverview, now: Timestamp) {
        add(
            "podimport_subscriptions",
            "Subscriptions by state.",
            type: "gauge",
            SubscriptionState.allCases.map { (Self.labels([("state", $0.rawValue)]), Double(overview.states[$0] ?? 0)) }
        )
        gauge("podimport_due", "Subscriptions that are due and wait.", Double(overview.due))
        gauge("podimport_failing", "Subscriptions whose last refresh failed.", Double(overview.failing))
        if let due = overview.nextDueAt {
            gauge(
                "podimport_overdue_seconds",
                "How long the subscription has waited that has been due longest.",
                Double(max(0, now.seconds(since: due)))
            )
        }
    }

    /// Adds what was recorded while feeds were refreshed.
    mutating func add(_ collected: CollectedMetrics) {
        for (name, figures) in collected.byName {
            guard let kind = figures.first?.kind else { continue }
            if let help = RefreshMetrics.help[name] { text += "# HELP \(name) \(help)\n" }
            text += "# TYPE \(name) \(kind.rawValue)\n"
            for figure in figures {
                let (sum, count) = figure.value
                guard kind == .summary else {
                    text += "\(name)\(figure.labels) \(JSONValue.number(sum).text)\n"
                    continue
                }
                text += "\(name)_sum\(figure.labels) \(JSONValue.number(sum).text)\n"
                text += "\(name)_count\(figure.labels) \(count)\n"
            }
        }
    }

    /// Labels as they are printed, in braces.
    static func labels(_ dimensions: [(String, String)]) -> String {
        guard !dimensions.isEmpty else { return "" }
        let pairs = dimensions.map { name, value in
            let escaped = value.flatMap { character -> String in
                switch character {
                case "\\": "\\\\"
                case "\"": "\\\""
                case "\n": "\\n"
                default: String(character)
                }
            }
            return "\(name)=\"\(String(escaped))\""
        }
        return "{" + pairs.joined(separator: ",") + "}"
    }

    private mutating func add(
        _ name: String,
        _ help: String,
        type: String,
        _ samples: [(labels: String, value: Double)]
    ) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        for sample in samples { text += "\(name)\(sample.labels) \(JSONValue.number(sample.value).text)\n" }
    }
}
