/// The local names of elements and attributes that some namespace reads.
///
/// Raw values are lower case: feeds write `pubdate`, `PubDate` and `GUID`, so
/// names are matched without regard to case (feed formats B7).
enum LocalName: String, CaseIterable {
    // Formats
    case rss, feed, channel, item, entry, image, source, redirect, newlocation
    case rdf = "rdf"
    case title, link, description, language, copyright, managingeditor, webmaster, generator, docs, category
    case rating, pubdate, lastbuilddate, ttl, skiphours, skipdays, hour, day, cloud, guid, author, comments
    case enclosure, url, width, height, name, version, textinput
    // The Channel Definition Format
    case abstract, lastmod
    // Atom
    case id, subtitle, tagline, updated, modified, published, issued, created, summary, content, contributor
    case uri, homepage, email, icon, logo, rights
    // iTunes and Google Play
    case owner, type, explicit, block, complete, keywords, applepodcastsverify, duration, episode, season
    case episodetype, order, isclosedcaptioned, transcript
    case newFeedURL = "new-feed-url"
    case newfeedurl
    // Dublin Core, content, syndication, history
    case creator, date, subject, publisher, encoded, updateperiod, updatefrequency, updatebase, archive
    case items, bag, li, parsetype, body, div, fullitem
    // Podcasting 2.0
    case locked, funding, chapters, soundbite, person, location, trailer, license, alternateenclosure, integrity
    case value, valuerecipient, valuetimesplit, medium, images, liveitem, contentlink, socialinteract, txt
    case remoteitem, podroll, podping, chat
    // Media RSS
    case group, thumbnail, hash
    // Podlove
    case chapter
    // Feedburner, rawvoice, spotify, creative commons, slash, wfw
    case origlink, origenclosurelink, frequency, limit, countryoforigin
    // Attributes
    case href, rel, hreflang, length, ispermalink, domain, port, path, registerprocedure, `protocol`, text
    case term, scheme, label, src, mode, lang, base, about, resource, startTime = "starttime", start, end, status
    case role, img, geo, osm, country, display, bitrate, codecs, `default`, contenttype, method, suggested
    case address, split, customkey, customvalue, fee, srcset, accountid, accounturl, priority, purpose
    case feedguid, feedurl, itemguid, dtstart, rrule, usespodping, remotestarttime, remotepercentage, server
    case space, alt, aspectRatio = "aspect-ratio", filesize, isdefault, expression, framerate, samplingrate
    case channels, recentcount, number, platform
    /// Any name that is not in this list.
    case other = "\0"
}
