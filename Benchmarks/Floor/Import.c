#include "Floor.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

/// One feed's transaction, and the statements that all feeds share.
typedef struct {
    sqlite3 *database;
    sqlite3_stmt *begin, *commit, *insertPodcast, *updatePodcast, *insertEpisode, *insertEnclosure;
    sqlite3_int64 podcastID;
    /// How many items of each feed are inserted, and how many of this one were.
    size_t limit, inserted;
} Import;

// Rows of 5 KB spill over pages of 4 KB; with 16 KB the same import takes a
// sixth less CPU time and waits less for the disk.
static const char schema[] =
    "PRAGMA page_size = 16384;"
    "PRAGMA journal_mode = WAL;"
    "PRAGMA synchronous = FULL;"
    "PRAGMA foreign_keys = ON;"
    "CREATE TABLE podcast ("
    "  id INTEGER PRIMARY KEY, feedURL TEXT NOT NULL UNIQUE, title TEXT, link TEXT, description TEXT,"
    "  author TEXT, artworkURL TEXT);"
    "CREATE TABLE episode ("
    "  id INTEGER PRIMARY KEY, podcastId INTEGER NOT NULL REFERENCES podcast(id), key TEXT NOT NULL,"
    "  title TEXT, link TEXT, description TEXT, showNotesHTML TEXT, guid TEXT, publishedAt TEXT, author TEXT,"
    "  duration TEXT, episode TEXT, episodeType TEXT, explicit TEXT, artworkURL TEXT, season TEXT, subtitle TEXT,"
    "  summary TEXT, UNIQUE (podcastId, key));"
    "CREATE TABLE enclosure ("
    "  episodeId INTEGER NOT NULL REFERENCES episode(id), position INTEGER NOT NULL, url TEXT NOT NULL,"
    "  length INTEGER, type TEXT, PRIMARY KEY (episodeId, position)) WITHOUT ROWID;";

static const Field episodeColumns[] = {
    fieldTitle,    fieldLink,        fieldDescription, fieldContent, fieldGUID,   fieldPubDate,  fieldAuthor,
    fieldDuration, fieldEpisode,     fieldEpisodeType, fieldExplicit, fieldImage, fieldSeason,   fieldSubtitle,
    fieldSummary,
};

static const Field podcastColumns[] = {fieldTitle, fieldLink, fieldDescription, fieldAuthor, fieldImage};

static void bindField(sqlite3_stmt *statement, int index, const Fields *fields, Field field) {
    Span span = fields->fields[field];
    if (span.length)
        sqlite3_bind_text(statement, index, fields->bytes + span.start, (int)span.length, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, index);
}

static int run(sqlite3_stmt *statement) {
    int status = sqlite3_step(statement);
    sqlite3_reset(statement);
    return status == SQLITE_DONE ? 0 : -1;
}

static int insertItem(void *context, const Fields *fields) {
    Import *import = context;
    if (import->inserted == import->limit) return 0;
    import->inserted++;
    Field key = fields->fields[fieldGUID].length ? fieldGUID : fieldEnclosureURL;
    sqlite3_bind_int64(import->insertEpisode, 1, import->podcastID);
    bindField(import->insertEpisode, 2, fields, key);
    for (size_t i = 0; i < sizeof episodeColumns / sizeof *episodeColumns; i++)
        bindField(import->insertEpisode, (int)i + 3, fields, episodeColumns[i]);
    if (run(import->insertEpisode) != 0) return -1;
    if (!fields->fields[fieldEnclosureURL].length) return 0;
    sqlite3_bind_int64(import->insertEnclosure, 1, sqlite3_last_insert_rowid(import->database));
    bindField(import->insertEnclosure, 2, fields, fieldEnclosureURL);
    bindField(import->insertEnclosure, 3, fields, fieldEnclosureLength);
    bindField(import->insertEnclosure, 4, fields, fieldEnclosureType);
    return run(import->insertEnclosure);
}

static int updateChannel(void *context, const Fields *fields) {
    Import *import = context;
    sqlite3_bind_int64(import->updatePodcast, 1, import->podcastID);
    for (size_t i = 0; i < sizeof podcastColumns / sizeof *podcastColumns; i++)
        bindField(import->updatePodcast, (int)i + 2, fields, podcastColumns[i]);
    return run(import->updatePodcast);
}

static int openStore(Import *import, const char *store) {
    const struct {
        sqlite3_stmt **statement;
        const char *sql;
    } statements[] = {
        {&import->begin, "BEGIN IMMEDIATE"},
        {&import->commit, "COMMIT"},
        {&import->insertPodcast, "INSERT INTO podcast (feedURL) VALUES (?)"},
        {&import->updatePodcast,
         "UPDATE podcast SET title = ?2, link = ?3, description = ?4, author = ?5, artworkURL = ?6 WHERE id = ?1"},
        {&import->insertEpisode,
         "INSERT INTO episode (podcastId, key, title, link, description, showNotesHTML, guid, publishedAt, author,"
         " duration, episode, episodeType, explicit, artworkURL, season, subtitle, summary)"
         " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"},
        {&import->insertEnclosure,
         "INSERT INTO enclosure (episodeId, position, url, length, type) VALUES (?1, 0, ?2, ?3, ?4)"},
    };
    if (sqlite3_open(store, &import->database) != SQLITE_OK) return -1;
    if (sqlite3_exec(import->database, schema, NULL, NULL, NULL) != SQLITE_OK) return -1;
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        if (sqlite3_prepare_v3(
                import->database, statements[i].sql, -1, SQLITE_PREPARE_PERSISTENT, statements[i].statement, NULL)
            != SQLITE_OK)
            return -1;
    }
    return 0;
}

static void closeStore(Import *import) {
    sqlite3_finalize(import->begin);
    sqlite3_finalize(import->commit);
    sqlite3_finalize(import->insertPodcast);
    sqlite3_finalize(import->updatePodcast);
    sqlite3_finalize(import->insertEpisode);
    sqlite3_finalize(import->insertEnclosure);
    sqlite3_close(import->database);
}

static int importFile(Import *import, const char *path, FloorResult *result, char *error, size_t errorSize) {
    FloorSink sink = {import, insertItem, updateChannel};
    if (run(import->begin) != 0) return -1;
    sqlite3_bind_text(import->insertPodcast, 1, path, -1, SQLITE_STATIC);
    if (run(import->insertPodcast) != 0) return -1;
    import->podcastID = sqlite3_last_insert_rowid(import->database);
    import->inserted = 0;
    if (floorParseFile(path, &sink, result, error, errorSize) != 0) return -1;
    return run(import->commit);
}

static int importFiles(
    const char *const *paths, size_t count, const char *store, size_t limit, FloorResult *result, char *error,
    size_t errorSize) {
    *result = (FloorResult){0};
    error[0] = 0;
    Import import = {.limit = limit};
    int status = openStore(&import, store);
    for (size_t i = 0; i < count && status == 0; i++) status = importFile(&import, paths[i], result, error, errorSize);
    if (status != 0 && !error[0]) snprintf(error, errorSize, "%s: %s", store, sqlite3_errmsg(import.database));
    closeStore(&import);
    return status;
}

int floorImport(
    const char *const *paths, size_t count, const char *store, FloorResult *result, char *error, size_t errorSize) {
    return importFiles(paths, count, store, SIZE_MAX, result, error, errorSize);
}

int floorImportNewest(
    const char *const *paths, size_t count, const char *store, FloorResult *result, char *error, size_t errorSize) {
    return importFiles(paths, count, store, 1, result, error, errorSize);
}
