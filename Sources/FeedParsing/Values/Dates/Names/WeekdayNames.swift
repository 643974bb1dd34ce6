/// The names of the days of the week in the languages of `MonthNames`, from Sunday on.
enum WeekdayNames {
    static let all: [[String]] = [
        [
            "sunday", "sonntag", "dimanche", "domingo", "domenica", "zondag", "sondag", "vasarnap", "κυριακη",
            "воскресенье", "niedziela", "nedele", "sunnuntai", "pazar", "minggu", "ahad", "duminica", "nedelja",
            "nedjelja", "svetdiena", "sekmadienis", "diumenge", "неділя", "неделя", "недеља", "الاحد", "ראשון",
        ],
        [
            "monday", "montag", "lundi", "lunes", "lunedi", "segunda", "maandag", "mandag", "hetfo", "δευτερα",
            "понедельник", "poniedzialek", "pondeli", "maanantai", "pazartesi", "senin", "isnin", "luni",
            "ponedjeljak", "ponedeljek", "pirmdiena", "esmaspaev", "dilluns", "понеділок", "понеделник", "понедељак",
            "الاثنين",
        ],
        [
            "tuesday", "dienstag", "mardi", "martes", "martedi", "terca", "dinsdag", "tirsdag", "tisdag", "kedd",
            "τριτη", "вторник", "wtorek", "utery", "tiistai", "sali", "selasa", "marti", "utorak", "torek",
            "otrdiena", "teisipaev", "dimarts", "вівторок", "уторак", "الثلاثاء",
        ],
        [
            "wednesday", "mittwoch", "mercredi", "miercoles", "mercoledi", "quarta", "woensdag", "onsdag", "szerda",
            "τεταρτη", "среда", "sroda", "streda", "keskiviikko", "carsamba", "rabu", "miercuri", "srijeda", "sreda",
            "tresdiena", "kolmapaev", "dimecres", "середа", "сряда", "الاربعاء",
        ],
        [
            "thursday", "donnerstag", "jeudi", "jueves", "giovedi", "quinta", "donderdag", "torsdag", "csutortok",
            "πεμπτη", "четверг", "czwartek", "ctvrtek", "torstai", "persembe", "kamis", "khamis", "joi", "cetvrtak",
            "cetrtek", "ceturtdiena", "neljapaev", "dijous", "четвер", "четвъртък", "четвртак", "الخميس",
        ],
        [
            "friday", "freitag", "vendredi", "viernes", "venerdi", "sexta", "vrijdag", "fredag", "pentek",
            "παρασκευη", "пятница", "piatek", "patek", "perjantai", "cuma", "jumat", "jumaat", "vineri", "petak",
            "petek", "piektdiena", "reede", "divendres", "петък", "петак", "الجمعه",
        ],
        [
            "saturday", "samstag", "sonnabend", "samedi", "sabado", "sabato", "zaterdag", "lordag", "szombat",
            "σαββατο", "суббота", "sobota", "lauantai", "cumartesi", "sabtu", "sambata", "subota", "sestdiena",
            "laupaev", "dissabte", "субота", "събота", "السبت", "שבת",
        ],
    ]
}
