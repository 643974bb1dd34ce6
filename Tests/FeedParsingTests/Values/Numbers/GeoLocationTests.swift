import Testing

@testable import FeedParsing

struct GeoLocationTests {
    @Test(arguments: [
        ("geo:37.786971,-122.399677", 37.786971, -122.399677), ("geo:30.2672,97.7431;u=350", 30.2672, 97.7431),
        ("GEO:-90,180,12.5", -90, 180), (" 48.2,16.3 ", 48.2, 16.3), ("geo: 48.2, 16.3", 48.2, 16.3),
    ])
    func readsGeoURIs(text: String, latitude: Double, longitude: Double) throws {
        let location = try #require(GeoLocation(text))
        #expect(location.latitude == latitude)
        #expect(location.longitude == longitude)
    }

    @Test(arguments: ["", "geo:", "geo:1", "geo:91,0", "geo:0,181", "geo:a,b", "geo:1,2,3,4", "Austin, TX"])
    func isNilOffTheGlobe(text: String) {
        #expect(GeoLocation(text) == nil)
    }
}
