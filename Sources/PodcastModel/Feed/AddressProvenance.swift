/// Who chose the address that a feed is asked at.
///
/// It decides whether a private address in it is meant (http polling A7 67):
/// whoever types `http://192.168.1.5/feed` means that machine. The same address
/// in a list of feeds, in a feed, in a redirect, on a page, or in a request
/// over the network was chosen by somebody else, perhaps to reach what they
/// cannot reach themselves. An address does not pass its provenance on to those
/// it leads to.
package enum AddressProvenance: Hashable, Sendable {
    /// Somebody typed it on this machine.
    case user
    /// Anything else.
    case others
}
