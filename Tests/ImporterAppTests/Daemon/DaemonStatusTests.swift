import FeedImporting
import PodcastModel
import Testing

@testable import ImporterApp

struct DaemonStatusTests {
    private func summary(
        _ phase: DaemonState.Phase,
        _ activity: RefreshSchedulerFigures.Activity,
        inFlight: Int = 0,
        failed: Int = 0,
        inserted: Int = 3,
        reloadError: String? = nil
    ) -> String {
        var figures = RefreshSchedulerFigures()
        figures.activity = activity
        figures.inFlight = inFlight
        figures.refreshed = 7
        figures.failed = failed
        figures.inserted = inserted
        return DaemonStatus.summary(phase: phase, figures: figures, reloadError: reloadError)
    }

    @Test func saysInALineWhatTheDaemonIsDoing() {
        let due = Timestamp(epochSeconds: 1_793_491_200)
        #expect(summary(.loading, .starting) == "Loading the store")
        #expect(summary(.running, .working, inFlight: 2) == "Refreshing, 2 in flight; 7 refreshed, 3 new episodes")
        #expect(
            summary(.running, .sleeping(until: due), failed: 1)
                == "Idle, next feed due 2026-11-01T00:00:00Z; 7 refreshed, 3 new episodes, 1 failed"
        )
        #expect(summary(.running, .working, inFlight: 2, inserted: 1).hasSuffix("; 7 refreshed, 1 new episode"))
        #expect(summary(.running, .sleeping(until: nil)).contains("podimport subscription add"))
        #expect(summary(.running, .resting("no space left")).hasPrefix("Waiting for the store: no space left; "))
        #expect(summary(.stopping, .working, inFlight: 4) == "Stopping, 4 in flight")
        #expect(
            summary(.running, .sleeping(until: due), reloadError: "line 3: no such key\nline 5: not a number")
                .hasSuffix("; the settings were not reloaded: line 3: no such key; line 5: not a number")
        )
    }

    @Test func theStopIsNeverLeftAgain() {
        let state = DaemonState(startedAt: Timestamp(epochSeconds: 0))
        #expect(state.becomeReady(at: Timestamp(epochSeconds: 5)))
        #expect(!state.becomeReady(at: Timestamp(epochSeconds: 6)))
        #expect(state.readyAt == Timestamp(epochSeconds: 5))

        state.enter(.stopping)
        state.enter(.running)

        #expect(state.phase == .stopping)
    }
}
