/// The eras that Japan and Taiwan count their years in, as dates name them before the year.
enum IdeographicEra {
    /// The year before the first of the era that two characters are; nil if they are none that feeds have dates of.
    static func yearBefore(_ first: UInt32, _ second: UInt32) -> Int? {
        switch (first, second) {
        // 令和
        case (0x4EE4, 0x548C): 2018
        // 平成
        case (0x5E73, 0x6210): 1988
        // 民國, 民国
        case (0x6C11, 0x570B), (0x6C11, 0x56FD): 1911
        default: nil
        }
    }

    /// Whether two characters are 元年, which is the first year.
    static func isFirstYear(_ first: UInt32, _ second: UInt32) -> Bool {
        first == 0x5143 && second == 0x5E74
    }
}
