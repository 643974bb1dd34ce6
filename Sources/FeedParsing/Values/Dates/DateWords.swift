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
    }

    static func meaning(of word: String) -> Meaning? {
        meanings[word]
    }

    /// Every beginning of every name from three letters on, made at the first date that needs it.
    ///
    /// Where two names begin alike the earlier month wins, and a month before a day: "jui" is juin.
    private static let meanings: [String: Meaning] = {
        var meanings = specials
        for (index, names) in months.enumerated() { add(names, .month(index + 1), to: &meanings) }
        for (index, names) in weekdays.enumerated() { add(names, .weekday(index), to: &meanings) }
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
        "am": .afternoon(false), "pm": .afternoon(true),
        "mar": .monthOrWeekday(month: 3, weekday: 2), "ma": .weekday(1),
        // German and Dutch two-letter days.
        "mo": .weekday(1), "di": .weekday(2), "mi": .weekday(3), "do": .weekday(4), "fr": .weekday(5),
        "sa": .weekday(6),
        "so": .weekday(0), "wo": .weekday(3), "vr": .weekday(5), "za": .weekday(6), "zo": .weekday(0),
        // Abbreviations that no full name begins with.
        "mrz": .month(3), "mrt": .month(3), "ιον": .month(6), "ιολ": .month(7), "мая": .month(5),
        "tues": .weekday(2), "thur": .weekday(4), "thurs": .weekday(4), "weds": .weekday(3),
    ]

    // English, German, French, Spanish, Portuguese, Italian, Dutch, Scandinavian, Hungarian, Greek, Russian, Polish,
    // Czech, Finnish.
    private static let months: [[String]] = [
        [
            "january", "januar", "janner", "janvier", "enero", "janeiro", "gennaio", "januari", "ιανουαριος",
            "ιανουαριου", "январь", "января", "styczen", "stycznia", "leden", "ledna", "tammikuuta",
        ],
        [
            "february", "februar", "fevrier", "febrero", "fevereiro", "febbraio", "februari", "φεβρουαριος",
            "φεβρουαριου", "февраль", "февраля", "luty", "lutego", "unor", "unora", "helmikuuta",
        ],
        [
            "march", "marz", "maerz", "mars", "marzo", "marco", "maart", "marcius", "μαρτιος", "μαρτιου", "март",
            "марта", "marzec", "marca", "brezen", "brezna", "maaliskuuta",
        ],
        [
            "april", "avril", "abril", "aprile", "aprilis", "απριλιος", "απριλιου", "апрель", "апреля", "kwiecien",
            "kwietnia", "duben", "dubna", "huhtikuuta",
        ],
        [
            "may", "mai", "mayo", "maio", "maggio", "mei", "maj", "majus", "μαιος", "μαιου", "май", "maja", "kveten",
            "kvetna", "toukokuuta",
        ],
        [
            "june", "juni", "juin", "junio", "junho", "giugno", "junius", "ιουνιος", "ιουνιου", "июнь", "июня",
            "czerwiec", "czerwca", "cerven", "cervna", "kesakuuta",
        ],
        [
            "july", "juli", "juillet", "julio", "julho", "luglio", "julius", "ιουλιος", "ιουλιου", "июль", "июля",
            "lipiec", "lipca", "cervenec", "cervence", "heinakuuta",
        ],
        [
            "august", "aout", "agosto", "augustus", "augusti", "augusztus", "αυγουστος", "αυγουστου", "август",
            "августа", "sierpien", "sierpnia", "srpen", "srpna", "elokuuta",
        ],
        [
            "september", "septembre", "septiembre", "setiembre", "setembro", "settembre", "szeptember", "σεπτεμβριος",
            "σεπτεμβριου", "сентябрь", "сентября", "wrzesien", "wrzesnia", "zari", "syyskuuta",
        ],
        [
            "october", "oktober", "octobre", "octubre", "outubro", "ottobre", "οκτωβριος", "οκτωβριου", "октябрь",
            "октября", "pazdziernik", "pazdziernika", "rijen", "rijna", "lokakuuta",
        ],
        [
            "november", "novembre", "noviembre", "novembro", "νοεμβριος", "νοεμβριου", "ноябрь", "ноября", "listopad",
            "listopada", "listopadu", "marraskuuta",
        ],
        [
            "december", "dezember", "decembre", "diciembre", "dezembro", "dicembre", "desember", "δεκεμβριος",
            "δεκεμβριου", "декабрь", "декабря", "grudzien", "grudnia", "prosinec", "prosince", "joulukuuta",
        ],
    ]

    private static let weekdays: [[String]] = [
        [
            "sunday", "sonntag", "dimanche", "domingo", "domenica", "zondag", "sondag", "vasarnap", "κυριακη",
            "воскресенье", "niedziela", "nedele", "sunnuntai",
        ],
        [
            "monday", "montag", "lundi", "lunes", "lunedi", "segunda", "maandag", "mandag", "hetfo", "δευτερα",
            "понедельник", "poniedzialek", "pondeli", "maanantai",
        ],
        [
            "tuesday", "dienstag", "mardi", "martes", "martedi", "terca", "dinsdag", "tirsdag", "tisdag", "kedd",
            "τριτη", "вторник", "wtorek", "utery", "tiistai",
        ],
        [
            "wednesday", "mittwoch", "mercredi", "miercoles", "mercoledi", "quarta", "woensdag", "onsdag", "szerda",
            "τεταρτη", "среда", "sroda", "streda", "keskiviikko",
        ],
        [
            "thursday", "donnerstag", "jeudi", "jueves", "giovedi", "quinta", "donderdag", "torsdag", "csutortok",
            "πεμπτη", "четверг", "czwartek", "ctvrtek", "torstai",
        ],
        [
            "friday", "freitag", "vendredi", "viernes", "venerdi", "sexta", "vrijdag", "fredag", "pentek", "παρασκευη",
            "пятница", "piatek", "patek", "perjantai",
        ],
        [
            "saturday", "samstag", "sonnabend", "samedi", "sabado", "sabato", "zaterdag", "lordag", "szombat",
            "σαββατο", "суббота", "sobota", "lauantai",
        ],
    ]
}
