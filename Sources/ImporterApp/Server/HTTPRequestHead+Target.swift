import NIOHTTP1

extension HTTPRequestHead {
    /// Makes a path of a target that is a whole address, and goes by its host, not by what Host says (RFC 9112 3.2.2).
    ///
    /// NIO's codec would make a path of it as well, and nobody behind it would learn of the host.
    mutating func goByTarget() {
        guard !uri.hasPrefix("/"), let scheme = uri.firstRange(of: "://") else { return }
        let rest = uri[scheme.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let path = rest[authority.endIndex...]
        // Two of them are refused, whatever the target is.
        if headers["Host"].count < 2 { headers.replaceOrAdd(name: "Host", value: String(authority)) }
        uri = path.hasPrefix("/") ? String(path) : "/" + path
    }
}
