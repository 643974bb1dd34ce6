/// The words that occur in dates: months, days of the week, halves of the day, in the languages feeds are written in.
///
/// Words arrive folded: lower case, without accents (`DateText.word`). A word means a month or a day if it is three
/// letters or more and a full name begins with it, which covers every abbreviation; the exceptions are listed.
enum DateWords {
    enum Meaning: Equatable {
        case month(Int)
        /// 0 for Sunday to 6 for Saturday.
        case weekday(Int)
        /// "mar" is mars and mardi, março and martes: a month unless another word is one.
        case monthOrWeekday(month: Int, weekday: Int)
        case afternoon(Bool)
        /// "الثاني": the second of two months with one name.
        case second
    }

    static func meaning(of word: String) -> Meaning? {
        meanings[word]
    }

    /// The month that a word means in Croatian, where its meaning is that in Polish or Czech, or in the French of Canada.
    ///
    /// The day of the week tells which it is.
    static func otherMonth(of word: String) -> Int? {
        switch word {
        case "lip": 6
        case "srp", "jui": 7
        case "lis", "listopad", "listopada": 10
        default: nil
        }
    }

    /// The month that is meant by a word that is the English name of one but for some letters inside: "Febuary",
    /// "Septmber".
    static func misspeltMonth(_ word: String) -> Int? {
        let index = MonthNames.all.firstIndex { names in
            let name = names[0]
            return word.hasPrefix(name.prefix(3)) && word.last == name.last
        }
        return index.map { $0 + 1 }
    }

    /// Every beginning of every name from three letters on, made at the first date that needs it.
    ///
    /// Where two names begin alike the earlier month wins, and a month before a day: "jui" is juin.
    private static let meanings: [String: Meaning] = {
        var meanings = specials
        for (index, names) in MonthNames.all.enumerated() { add(names, .month(index + 1), to: &meanings) }
        for (index, names) in WeekdayNames.all.enumerated() { add(names, .weekday(index), to: &meanings) }
        return meanings
    }()

    private static func add(_ names: [String], _ meaning: Meaning, to meanings: inout [String: Meaning]) {
        for name in names {
            for length in 3...name.count where meanings[String(name.prefix(length))] == nil {
                meanings[String(name.prefix(length))] = meaning
            }
        }
    }

    private static let specials: [String: Meaning] = [
        "am": .afternoon(false), "pm": .afternoon(true), "πμ": .afternoon(false), "μμ": .afternoon(true),
        "pg": .afternoon(false), "ptg": .afternoon(true),
        "mar": .monthOrWeekday(month: 3, weekday: 2), "ma": .weekday(1),
        "mart": .monthOrWeekday(month: 3, weekday: 2), "marti": .weekday(2),
        "paz": .monthOrWeekday(month: 10, weekday: 0), "sub": .monthOrWeekday(month: 2, weekday: 6),
        "dis": .monthOrWeekday(month: 12, weekday: 6), "sze": .monthOrWeekday(month: 9, weekday: 3),
        "сер": .monthOrWeekday(month: 8, weekday: 3),
        // German, Dutch and Slovak two-letter days.
        "mo": .weekday(1), "di": .weekday(2), "ut": .weekday(2), "mi": .weekday(3), "do": .weekday(4),
        "fr": .weekday(5),
        "sa": .weekday(6),
        "so": .weekday(0), "wo": .weekday(3), "vr": .weekday(5), "za": .weekday(6), "zo": .weekday(0),
        // Abbreviations that no full name begins with.
        "mrz": .month(3), "mrt": .month(3), "ιον": .month(6), "ιολ": .month(7), "мая": .month(5),
        "cvn": .month(6), "cen": .month(6), "cvc": .month(7), "cec": .month(7), "agt": .month(8), "ag": .month(8),
        "peb": .month(2), "lapkr": .month(11),
        // Some that would begin other words as well, whole.
        "اب": .month(8), "مه": .month(5), "مي": .month(5), "ماي": .month(5), "mac": .month(3), "lipanj": .month(6),
        "lipnja": .month(6), "srpanj": .month(7), "srpnja": .month(7), "sausio": .month(1), "vasario": .month(2),
        "kovo": .month(3), "balandzio": .month(4), "geguzes": .month(5), "birzelio": .month(6), "liepos": .month(7),
        "rugpjucio": .month(8), "rugsejo": .month(9), "spalio": .month(10), "lapkricio": .month(11),
        "gruodzio": .month(12), "saus": .month(1), "vas": .monthOrWeekday(month: 2, weekday: 0), "kov": .month(3),
        "bal": .month(4),
        "geg": .month(5), "birz": .month(6), "liep": .month(7), "rugp": .month(8), "rugs": .month(9),
        "spal": .month(10), "gruod": .month(12), "जनवरी": .month(1), "फरवरी": .month(2), "फ़रवरी": .month(2),
        "मार्च": .month(3),
        "अप्रैल": .month(4), "मई": .month(5), "जून": .month(6), "जुलाई": .month(7), "अगस्त": .month(8), "सितंबर": .month(9),
        "सितम्बर": .month(9), "अक्टूबर": .month(10), "अक्तूबर": .month(10), "नवंबर": .month(11), "नवम्बर": .month(11),
        "दिसंबर": .month(12), "दिसम्बर": .month(12), "জানুয়ারি": .month(1), "জানুয়ারী": .month(1),
        "ফেব্রুয়ারি": .month(2), "ফেব্রুয়ারী": .month(2), "মার্চ": .month(3), "এপ্রিল": .month(4), "মে": .month(5),
        "জুন": .month(6), "জুলাই": .month(7), "আগস্ট": .month(8), "আগষ্ট": .month(8), "অগাস্ট": .month(8),
        "সেপ্টেম্বর": .month(9), "অক্টোবর": .month(10), "নভেম্বর": .month(11), "ডিসেম্বর": .month(12),
        "มกราคม": .month(1), "กุมภาพันธ์": .month(2), "มีนาคม": .month(3), "เมษายน": .month(4), "พฤษภาคม": .month(5),
        "มิถุนายน": .month(6), "กรกฎาคม": .month(7), "สิงหาคม": .month(8), "กันยายน": .month(9), "ตุลาคม": .month(10),
        "พฤศจิกายน": .month(11), "ธันวาคม": .month(12), "มค": .month(1), "กพ": .month(2), "มีค": .month(3),
        "เมย": .month(4), "พค": .month(5), "มิย": .month(6), "กค": .month(7), "สค": .month(8), "กย": .month(9),
        "ตค": .month(10), "พย": .month(11), "ธค": .month(12),
        "الثاني": .second, "ص": .afternoon(false), "م": .afternoon(true), "صباحا": .afternoon(false),
        "مساء": .afternoon(true), "pzt": .weekday(1), "cmt": .weekday(6),
        "tues": .weekday(2), "thur": .weekday(4), "thurs": .weekday(4), "weds": .weekday(3),
    ]
}
