extension Duration {
    /// The duration as a number of seconds.
    ///
    /// One division of whole nanoseconds gives the nearest number, which is written without a tail of noise.
    var inSeconds: Double {
        (Double(components.seconds) * 1e9 + Double(components.attoseconds / 1_000_000_000)) / 1e9
    }
}
