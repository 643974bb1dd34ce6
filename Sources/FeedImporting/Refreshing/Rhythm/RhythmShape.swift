/// The numbers by which looks are planned around expected episodes.
///
/// Benchmarks/README.md says how they were chosen, and what others would bring.
/// They are no settings: nobody can tell what to set them to.
package struct RhythmShape: Hashable, Sendable {
    /// The chance that an episode waits from which on it is time to look.
    package var threshold = 0.02
    /// What part of a release is expected an hour early, and an hour late:
    /// publishers put their clocks forward and back.
    package var shifted = 0.1
    /// How many episodes more there are than the ones of the rhythm.
    package var unexpected = 0.3

    /// Makes the numbers that podimport uses.
    package init() {}
}
