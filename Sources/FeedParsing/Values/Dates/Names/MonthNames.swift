/// The names of the months, folded as `DateText.word` does, from January on; in the case that dates have them in.
///
/// English, German, French, Spanish, Portuguese, Italian, Dutch, Scandinavian, Hungarian, Greek, Russian, Polish,
/// Czech, Finnish, Turkish, Indonesian, Malay, Romanian, Slovak, Slovenian, Croatian, Serbian, Bulgarian, Macedonian,
/// Ukrainian, Baltic, Catalan, Galician, Arabic, Persian, Hebrew.
enum MonthNames {
    static let all: [[String]] = [
        [
            "january", "januar", "janner", "janvier", "enero", "janeiro", "gennaio", "januari", "ιανουαριοσ",
            "ιανουαριου", "январь", "января", "styczen", "stycznia", "leden", "ledna", "tammikuuta", "ocak",
            "ianuarie", "januara", "sijecanj", "sijecnja", "jaanuar", "janvaris", "gener", "xaneiro", "січень",
            "січня", "януари", "јануар", "јануари", "يناير", "جانفي", "ژانويه", "ינואר", "בינואר",
        ],
        [
            "february", "februar", "fevrier", "febrero", "fevereiro", "febbraio", "februari", "φεβρουαριοσ",
            "φεβρουαριου", "февраль", "февраля", "luty", "lutego", "unor", "unora", "helmikuuta", "subat",
            "februarie", "februara", "veljaca", "veljace", "veebruar", "februaris", "febrer", "febreiro", "лютий",
            "лютого", "февруари", "фебруар", "فبراير", "فيفري", "شباط", "فوريه", "פברואר", "בפברואר",
        ],
        [
            "march", "marz", "maerz", "mars", "marzo", "marco", "maart", "marcius", "μαρτιοσ", "μαρτιου", "март",
            "марта", "marzec", "marca", "brezen", "brezna", "maaliskuuta", "maret", "marec", "ozujak", "ozujka",
            "marts", "martie", "березень", "березня", "مارس", "اذار", "מרץ", "במרץ", "מרס", "במרס",
        ],
        [
            "april", "avril", "abril", "aprile", "aprilis", "απριλιοσ", "απριλιου", "апрель", "апреля", "kwiecien",
            "kwietnia", "duben", "dubna", "huhtikuuta", "nisan", "aprila", "aprilie", "travanj", "travnja", "aprill",
            "апр", "квітень", "квітня", "април", "ابريل", "افريل", "نيسان", "اوريل", "אפריל", "באפריל",
        ],
        [
            "may", "mai", "mayo", "maio", "maggio", "mei", "maj", "majus", "μαιοσ", "μαιου", "май", "maja", "kveten",
            "kvetna", "toukokuuta", "mayis", "svibanj", "svibnja", "maijs", "maig", "травень", "травня", "мај",
            "مايو", "ايار", "מאי", "במאי",
        ],
        [
            "june", "juni", "juin", "junio", "junho", "giugno", "junius", "ιουνιοσ", "ιουνιου", "июнь", "июня",
            "czerwiec", "czerwca", "cerven", "cervna", "kesakuuta", "haziran", "iunie", "juna", "junij", "juuni",
            "junijs", "juny", "xuno", "червень", "червня", "юни", "јун", "јуни", "يونيو", "جوان", "حزيران", "ژوين",
            "יוני",
            "ביוני",
        ],
        [
            "july", "juli", "juillet", "julio", "julho", "luglio", "julius", "ιουλιοσ", "ιουλιου", "июль", "июля",
            "lipiec", "lipca", "cervenec", "cervence", "heinakuuta", "temmuz", "iulie", "jula", "julij", "juuli",
            "julijs", "juliol", "xullo", "julai", "липень", "липня", "юли", "јул", "јули", "يوليو", "يوليوز", "جويليه",
            "تموز",
            "ژوييه", "جولاي", "יולי", "ביולי",
        ],
        [
            "august", "aout", "agosto", "augustus", "augusti", "augusztus", "αυγουστοσ", "αυγουστου", "август",
            "августа", "sierpien", "sierpnia", "srpen", "srpna", "elokuuta", "agustos", "agustus", "augusta",
            "avgust", "kolovoz", "kolovoza", "augusts", "agost", "ogos", "серпень", "серпня", "авг", "اغسطس", "اوت",
            "غشت",
            "אוגוסט", "באוגוסט",
        ],
        [
            "september", "septembre", "septiembre", "setiembre", "setembro", "settembre", "szeptember",
            "σεπτεμβριοσ", "σεπτεμβριου", "сентябрь", "сентября", "wrzesien", "wrzesnia", "zari", "syyskuuta",
            "eylul", "septembrie", "septembra", "septembar", "rujan", "rujna", "septembris", "setembre", "вересень",
            "вересня", "септември", "септембар", "سبتمبر", "ايلول", "شتنبر", "سپتامبر", "ספטמבר", "בספטמבר",
        ],
        [
            "october", "oktober", "octobre", "octubre", "outubro", "ottobre", "οκτωβριοσ", "οκτωβριου", "октябрь",
            "октября", "pazdziernik", "pazdziernika", "rijen", "rijna", "lokakuuta", "ekim", "octombrie", "oktobra",
            "oktobar", "oktoober", "oktobris", "жовтень", "жовтня", "октомври", "октобар", "اكتوبر", "تشرين",
            "اكتبر", "אוקטובר", "באוקטובר",
        ],
        [
            "november", "novembre", "noviembre", "novembro", "νοεμβριοσ", "νοεμβριου", "ноябрь", "ноября",
            "listopad", "listopada", "listopadu", "marraskuuta", "kasim", "noiembrie", "novembra", "novembar",
            "studeni", "studenoga", "novembris", "nopember", "ноември", "новембар", "листопад", "листопада",
            "نوفمبر", "نوامبر", "نونبر", "נובמבר", "בנובמבר",
        ],
        [
            "december", "dezember", "decembre", "diciembre", "dezembro", "dicembre", "desember", "δεκεμβριοσ",
            "δεκεμβριου", "декабрь", "декабря", "grudzien", "grudnia", "prosinec", "prosince", "joulukuuta",
            "aralik", "decembrie", "decembra", "decembar", "detsember", "decembris", "desembre", "disember",
            "prosinac", "prosinca", "decembro", "декември", "децембар", "грудень", "грудня", "ديسمبر", "كانون", "دجنبر",
            "دسامبر", "דצמבר", "בדצמבר",
        ],
    ]
}
