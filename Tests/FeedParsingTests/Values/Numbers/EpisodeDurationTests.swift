import Testing

@testable import FeedParsing

struct EpisodeDurationTests {
    @Test(arguments: [
        ("5547", 5547), ("9", 9), ("007", 7), ("04:57", 297), ("7:04", 424), ("01:22:33", 4953), ("0:02:49", 169),
        ("61:08", 3668), ("25:3:30", 90210), ("1:2:3", 3723), ("00:04:49.0", 289), ("\n\t\t00:29:00\t\t", 1740),
        ("1014.708375", 1014), ("835.821875", 835), ("00:49.53", 49), ("12:34,5", 754), ("61.08", 61),
        ("00:00:00:01", 1), ("1:02:03:04", 93_784), ("1:70:00:00", 338_400), ("100:00:00", 360_000),
        ("1:120:90", 10_890), ("12:34.", 754),
        ("12分34秒", 754), ("1小时2分钟3秒", 3723), ("1時間5分", 3900), ("1시간 5분", 3900), ("1 ч 5 мин", 3900),
        ("1h 2m 3s", 3723), ("1h2m3s", 3723), ("34 min", 2040), ("34min.", 2040), ("45mn", 2700), ("90 minutes", 5400),
        ("1 hour, 2 minutes and 3 seconds", 3723), ("1 hr 5 mins", 3900), ("1.5 hours", 5400), ("2 Std 5 Min", 7500),
        ("300s", 300), ("PT1H2M3S", 3723), ("PT45M", 2700), ("pt30s", 30), ("P1DT1H", 90_000), ("PT1.5S", 1),
        ("P1W", 604_800), ("\u{A0}12:00\u{A0}", 720), ("864000s", 864_000), ("359999", 359_999), ("12:34 min", 754),
        ("1:02:03 hrs", 3723), ("360000", 360_000),
        ("1:30h", 5400), ("1:05 hours", 3900), ("1:30 min", 90), ("1:30:15 h", 5415), ("0:45 hr", 2700), ("1:30 s", 90),
        ("3723,5", 3723), ("3723,55", 3723), ("1,5 hours", 5400), ("12:34,567", 754), ("1:02:03:04 d", 93_784),
        ("1834,500", 1834), ("1834,567891", 1834), ("12,3456", 12), ("1834,500 s", 1834), ("1,5678 hours", 5644),
        ("1 h 5", 3900), ("1h05", 3900), ("1h05m30", 3930), ("5 min 30", 330), ("2 h 30 min 10", 9010), ("65'", 3900),
        ("65' 30''", 3930), ("65′30″", 3930), ("5'30\"", 330), ("1 hora 5 minutos", 3900), ("1 heure 5", 3900),
        ("P0Y0M0DT1H5M0S", 3900), ("5’30”", 330), ("1h:05m", 3900), ("1h:05m:30s", 3930), ("1 ora e 5 minuti", 3900),
        ("٤٥:٣٠", 2730), ("１:０２:０３", 3723), ("४५:३०", 2730), ("４５分", 2700), ("٤٥ min", 2700), ("๑:๐๐:๐๐", 3600),
        ("45：03", 2703), ("1:02：03", 3723),
        ("01 : 02 : 03", 3723), ("45 :03", 2703), ("45: 03 min", 2703), ("0:45:03:000", 2703), ("1:02:03:250", 3723),
        ("2703000 ms", 2703), ("2703500ms", 2703), ("1 min 500 milliseconds", 60),
        ("1 h et 5 min", 3900), ("1 hora y 5 minutos", 3900), ("1 Std. und 5 Min.", 3900), ("1 uur en 5 min", 3900),
        ("1 timme och 5 minuter", 3900), ("1 time 5 minutter", 3900), ("1 tunti 5 minuuttia", 3900),
        ("1 godz. 5 min", 3900), ("2 godziny i 5 minut", 7500), ("1 hodina 5 minut", 3900), ("1 óra 5 perc", 3900),
        ("1 oră 5 minute", 3900), ("1 год 5 хв", 3900), ("1 ώρα 5 λεπτά", 3900), ("1 giờ 5 phút", 3900),
        ("1 jam 5 menit", 3900),
    ])
    func readsEveryForm(text: String, seconds: Int) {
        #expect(EpisodeDuration.read(text) == .seconds(seconds))
        #expect(EpisodeDuration.parse(text) == seconds)
    }

    @Test(arguments: ["", "  ", "0", "00:00:00", "0:00", "0.5", "PT0S", "0 min", "0 : 00", "0:00:00:000", "500 ms"])
    func takesZeroForUnknown(text: String) {
        #expect(EpisodeDuration.read(text) == .unknown)
        #expect(EpisodeDuration.parse(text) == nil)
    }

    @Test(arguments: [
        "N/A", "unknown", "-1", "-00:05:00", "12:34:", ":30", "12::34", "1:2:3:4:5", "12:34 PM", "12;34", "twelve",
        "https://www.mediafire.com/file/abc/082021a.mp3", "P1Y", "P1M", "PT", "P", "PT1H2", "5 apples", "5 5",
        "5 : 5 5", "5 :", "1:2:3:4 : 5",
        "241:00:00",
        "11 days", "999999999999", "99999999999999999999999", "12.3.4", "1h 75", "1 day 5", "5 s 5", "1h 2.5", "12:3a",
        "5\" 5", "5'''", "P0Y1M",
        "分", "分45", "٤٥ apples", "。45", "：30",
        "3,723", "3,723 s", "1,234,567", "123,456", "1,234.5", "1:05 days",
    ])
    func refusesTheRest(text: String) {
        #expect(EpisodeDuration.read(text) == .unreadable)
        #expect(EpisodeDuration.parse(text) == nil)
    }

    @Test(arguments: [("360001", 360), ("3600000", 3600), ("5547000", 5547), ("864000999", 864_000)])
    func takesBareNumbersAboveAHundredHoursForMilliseconds(text: String, seconds: Int) {
        #expect(EpisodeDuration.read(text) == .milliseconds(asSeconds: seconds))
        #expect(EpisodeDuration.parse(text) == seconds)
    }
}
