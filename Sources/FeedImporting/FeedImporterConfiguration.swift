package import FeedParsing

/// The knobs of the pipeline: how wide each stage is, and how much may be in
/// flight between them.
package struct FeedImporterConfiguration: Sendable {
    /// Feeds being loaded at once; the network is wide.
    ///
    /// As many again may have their turn meanwhile, while their leases are
    /// written: the loader is to have no more transfers than this. Default 32.
    package var loadWidth = 32
    /// How gently each host is asked, unless the store knows better.
    ///
    /// Default one request after the other, a second apart.
    package var hostLimits = HostLimits()
    /// How many feeds may wait for the turn of their host; nothing of them is in
    /// memory but the request.
    ///
    /// If more of one host come in a row, those of other hosts behind them have to
    /// wait, too. Default 16,384.
    package var maximumFeedsWaiting = 16_384
    /// Documents being parsed at once; default: as many as there are cores.
    package var parseWidth: Int
    /// Imports that wait for the writer at once.
    ///
    /// The writer takes one after the other, but those that wait together share
    /// a commit. In a large store a commit costs by the pages it writes, and most
    /// of these are shared as well. Default 24.
    package var importWidth = 24
    /// Feeds in flight, from before the network to after the commit.
    ///
    /// Default 256, which leaves room for feeds that have not changed to wait until
    /// they share a commit.
    package var maximumFeedsInFlight = 256
    /// Bytes of documents in flight.
    ///
    /// A single document may be larger; then it is in flight alone. More would
    /// make nothing faster: the documents no longer fit the processor's cache.
    /// Default 5 MiB.
    package var maximumBytesInFlight = 5 << 20
    /// How many bytes a document is counted with until it is there.
    ///
    /// Default 128 KiB.
    package var assumedDocumentBytes = 128 << 10
    /// The same for a document that is asked for only if it has changed: most
    /// have not.
    ///
    /// Default 32 KiB.
    package var assumedChangeBytes = 32 << 10
    /// How many pages of a feed are read at a time, against feeds whose links never end; a later refresh goes on behind
    /// them (http polling A8 75).
    ///
    /// Default 500.
    package var maximumPages = 500
    /// How many old values of its fields are kept for each episode; 0 for none.
    ///
    /// Default 100.
    package var editHistoryLimit = 100
    /// The limits of the parser.
    package var parser = FeedParserConfiguration()
    /// When feeds are asked again.
    package var refreshPolicy = RefreshPolicy()

    /// Makes the defaults for a machine with so many cores.
    package init(processorCount: Int) {
        parseWidth = max(1, processorCount)
    }

    /// The most items read of one document; see ``FeedParserConfiguration``.
    package var maximumItems: Int {
        get { parser.maximumItems }
        set { parser.maximumItems = newValue }
    }

    /// The longest text of one element in bytes; see ``FeedParserConfiguration``.
    package var maximumTextBytes: Int {
        get { parser.maximumTextBytes }
        set { parser.maximumTextBytes = newValue }
    }

    /// How many feeds may have their turn at a host: those that are loaded, and
    /// those whose leases are being written, so that neither waits for the other.
    var turnWidth: Int { 2 * loadWidth }
}
