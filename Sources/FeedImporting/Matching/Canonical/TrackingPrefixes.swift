/// The services that put themselves in front of an enclosure's address to
/// count downloads (identity C3 14).
///
/// A pattern is a host without `www.` and the path segments before the
/// target: `*` is any one segment, `redirect.*` one that begins so. Of two
/// patterns of one host the longer stands first. The list is data: whoever
/// changes it raises `version`, so that unchanged documents are read once more,
/// and stored canonical forms made anew.
enum TrackingPrefixes {
    /// Counts up with every change of the list.
    static let version = 1

    static let patterns = [
        "op3.dev/e", "op3.dev/e,*", "ci.op3.dev/e", "ci.op3.dev/e,*", "staging.op3.dev/e", "staging.op3.dev/e,*",
        "dts.podtrac.com/pts/redirect.*", "dts.podtrac.com/redirect.*",
        "podtrac.com/pts/redirect.*", "play.podtrac.com/*",
        "pdst.fm/e",
        "chrt.fm/track/*", "chtbl.com/track/*",
        "podcast-rss-prefix.spotify.com/track/*", "prfx.byspotify.com/e",
        "pfx.veritonicmetrics.com/*",
        "arttrk.com/p/*",
        "pdcn.co/e",
        "s.gum.fm/r1/*", "s.gum.fm/s-*", "2.gum.fm",
        "verifi.podscribe.com/rss/p", "pscrb.fm/rss/p",
        "claritaspod.com/measure", "clrtpod.com/m",
        "growx.podkite.com/https/*", "growx.podkite.com/http/*",
        "media.blubrry.com/*/p", "media.blubrry.com/*",
        "mgln.ai/track", "mgln.ai/e/*",
        "p.podderapp.com/*",
        "r.zen.ai/r", "r.zencastr.com/r",
        "t.glystn.com/v2/track/*",
        "letscast.fm/track",
        "pfx.vpixl.com/*",
        "bktrks.co/t/*",
        "pdrl.fm/r/*/*", "pdrl.fm/*",
        "a.pdcst.to/*",
        "cohst.app/pdcst/*",
        "swap.fm/track/*", "tracking.swap.fm/track/*",
        "pdcds.co/*",
        "prefix.up.audio/s",
        "m.pfxes.com/*",
        "enrichment.soundstack.com/*",
        "analytics.podcastplusplus.com/e",
        "track.fstry.me/p/*",
        "tr.ausha.co/*",
        "adbarker.com/stream/*",
        "ipfspodcasting.net/e",
    ]
}
