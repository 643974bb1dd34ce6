import PodcastModel

/// The bar that shows how far an import is, on a terminal only.
struct ImportProgressBar: Sendable {
    private let writer: OutputWriter
    private let isShown: Bool

    init(writer: OutputWriter, isShown: Bool) {
        self.writer = writer
        self.isShown = isShown && writer.errors.overwritesLines
    }

    func show(_ progress: ImportProgress) {
        guard isShown else { return }
        writer.showBar(Self.text(of: progress, width: writer.errors.width - 1))
    }

    func hide() {
        guard isShown else { return }
        writer.showBar("")
    }

    static func text(of progress: ImportProgress, width: Int) -> String {
        var facts = "\(HumanText.count(progress.inserted, "new episode")), \(progress.inFlight) in flight"
        if progress.failed > 0 { facts += ", \(progress.failed) failed" }
        guard let total = progress.total, total > 0 else {
            return "\(HumanText.count(progress.done, "feed")), \(facts)".fitted(to: width)
        }
        let numbers = " \(progress.done)/\(total) feeds, \(facts)"
        let barWidth = min(30, width - numbers.count - 2)
        guard barWidth >= 5 else { return numbers.fitted(to: width) }
        let filled = barWidth * min(progress.done, total) / total
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
        return bar + numbers
    }
}
