#include "Floor.h"

#include <curl/curl.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

// As many on their way as curl and podimport have; podimport puts some 130 feeds into a commit.
enum { slotCount = 64, feedsPerCommit = 130, validatorSize = 128 };

/// What a conditional request carries and its response brings.
typedef struct {
    char etag[validatorSize], lastModified[validatorSize];
} Validators;

/// One feed, from its lease to its line in the history.
typedef struct {
    sqlite3_int64 id;
    char url[256];
    Validators sent, received;
    long status;
    curl_off_t bytes, microseconds;
} Ask;

/// A transfer that is used again and again, and what it is used for.
typedef struct {
    CURL *easy;
    struct curl_slist *headers;
    Ask ask;
    bool isBusy;
} Slot;

typedef struct {
    sqlite3 *database;
    sqlite3_stmt *begin, *commit, *add, *due, *lease, *state, *success, *record, *endLease;
    CURLM *multi;
    Slot slots[slotCount];
    /// Taken from the store and not asked yet.
    sqlite3_int64 leased[feedsPerCommit];
    size_t leasedCount, nextLeased;
    /// Asked and not written yet.
    Ask ended[feedsPerCommit];
    size_t endedCount;
    sqlite3_int64 now;
    FloorResult *result;
    const char *problem;
} Poll;

static const char schema[] =
    "PRAGMA page_size = 16384;"
    "PRAGMA journal_mode = WAL;"
    "PRAGMA synchronous = FULL;"
    "PRAGMA foreign_keys = ON;"
    "PRAGMA cache_size = -16384;"
    "CREATE TABLE IF NOT EXISTS feed ("
    "  id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, etag TEXT, lastModified TEXT, attemptedAt INTEGER,"
    "  succeededAt INTEGER, dueAt INTEGER NOT NULL, dueReasons TEXT);"
    "CREATE INDEX IF NOT EXISTS feedByDue ON feed (dueAt);"
    "CREATE TABLE IF NOT EXISTS lease ("
    "  feedId INTEGER PRIMARY KEY REFERENCES feed (id), owner TEXT NOT NULL, until INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS fetch ("
    "  id INTEGER PRIMARY KEY, feedId INTEGER NOT NULL REFERENCES feed (id), at INTEGER NOT NULL,"
    "  status INTEGER NOT NULL, bytes INTEGER NOT NULL, seconds REAL NOT NULL, sentETag TEXT, sentLastModified TEXT,"
    "  etag TEXT, lastModified TEXT);"
    "CREATE INDEX IF NOT EXISTS fetchByFeed ON fetch (feedId);";

static const char owner[] = "floor-poll";
static const char reasons[] = "[{\"rule\":\"rhythm\",\"detail\":\"it publishes every 7 days; asked once a day\"}]";
static const int leaseSeconds = 900, intervalSeconds = 86400;

static int run(sqlite3_stmt *statement) {
    int status = sqlite3_step(statement);
    sqlite3_reset(statement);
    return status == SQLITE_DONE ? 0 : -1;
}

static void bindText(sqlite3_stmt *statement, int index, const char *text) {
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

static int openStore(Poll *poll, const char *store) {
    const struct {
        sqlite3_stmt **statement;
        const char *sql;
    } statements[] = {
        {&poll->begin, "BEGIN IMMEDIATE"},
        {&poll->commit, "COMMIT"},
        {&poll->add, "INSERT OR IGNORE INTO feed (url, dueAt) VALUES (?1, 0)"},
        {&poll->due,
         "SELECT id FROM feed WHERE dueAt <= ?1 AND NOT EXISTS (SELECT 1 FROM lease WHERE feedId = feed.id)"
         " ORDER BY dueAt LIMIT ?2"},
        {&poll->lease, "INSERT INTO lease (feedId, owner, until) VALUES (?1, ?2, ?3)"},
        {&poll->state, "SELECT url, etag, lastModified FROM feed WHERE id = ?1"},
        {&poll->success,
         "UPDATE feed SET attemptedAt = ?2, succeededAt = ?2, dueAt = ?3, dueReasons = ?4, etag = ?5,"
         " lastModified = ?6 WHERE id = ?1"},
        {&poll->record,
         "INSERT INTO fetch (feedId, at, status, bytes, seconds, sentETag, sentLastModified, etag, lastModified)"
         " VALUES (?,?,?,?,?,?,?,?,?)"},
        {&poll->endLease, "DELETE FROM lease WHERE feedId = ?1 AND owner = ?2"},
    };
    if (sqlite3_open(store, &poll->database) != SQLITE_OK) return -1;
    if (sqlite3_exec(poll->database, schema, NULL, NULL, NULL) != SQLITE_OK) return -1;
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        if (sqlite3_prepare_v3(
                poll->database, statements[i].sql, -1, SQLITE_PREPARE_PERSISTENT, statements[i].statement, NULL)
            != SQLITE_OK)
            return -1;
    }
    return 0;
}

/// Adds the feeds that are not there, and makes all of them due.
static int makeDue(Poll *poll, const char *const *addresses, size_t count) {
    if (run(poll->begin) != 0) return -1;
    for (size_t i = 0; i < count; i++) {
        bindText(poll->add, 1, addresses[i]);
        if (run(poll->add) != 0) return -1;
    }
    if (sqlite3_exec(poll->database, "UPDATE feed SET dueAt = 0", NULL, NULL, NULL) != SQLITE_OK) return -1;
    return run(poll->commit);
}

static int writeEnd(Poll *poll, const Ask *ask) {
    sqlite3_bind_int64(poll->success, 1, ask->id);
    sqlite3_bind_int64(poll->success, 2, poll->now);
    sqlite3_bind_int64(poll->success, 3, poll->now + intervalSeconds);
    bindText(poll->success, 4, reasons);
    bindText(poll->success, 5, ask->received.etag);
    bindText(poll->success, 6, ask->received.lastModified);
    sqlite3_bind_int64(poll->record, 1, ask->id);
    sqlite3_bind_int64(poll->record, 2, poll->now);
    sqlite3_bind_int64(poll->record, 3, ask->status);
    sqlite3_bind_int64(poll->record, 4, ask->bytes);
    sqlite3_bind_double(poll->record, 5, (double)ask->microseconds / 1e6);
    bindText(poll->record, 6, ask->sent.etag);
    bindText(poll->record, 7, ask->sent.lastModified);
    bindText(poll->record, 8, ask->received.etag);
    bindText(poll->record, 9, ask->received.lastModified);
    sqlite3_bind_int64(poll->endLease, 1, ask->id);
    bindText(poll->endLease, 2, owner);
    return run(poll->success) || run(poll->record) || run(poll->endLease);
}

static int takeDue(Poll *poll) {
    poll->leasedCount = poll->nextLeased = 0;
    sqlite3_bind_int64(poll->due, 1, poll->now);
    sqlite3_bind_int64(poll->due, 2, feedsPerCommit);
    while (sqlite3_step(poll->due) == SQLITE_ROW)
        poll->leased[poll->leasedCount++] = sqlite3_column_int64(poll->due, 0);
    sqlite3_reset(poll->due);
    for (size_t i = 0; i < poll->leasedCount; i++) {
        sqlite3_bind_int64(poll->lease, 1, poll->leased[i]);
        bindText(poll->lease, 2, owner);
        sqlite3_bind_int64(poll->lease, 3, poll->now + leaseSeconds);
        if (run(poll->lease) != 0) return -1;
    }
    return 0;
}

/// Writes what has ended and takes what comes next, in one commit.
static int turn(Poll *poll) {
    poll->now = time(NULL);
    if (run(poll->begin) != 0) return -1;
    for (size_t i = 0; i < poll->endedCount; i++)
        if (writeEnd(poll, &poll->ended[i]) != 0) return -1;
    poll->endedCount = 0;
    if (poll->nextLeased == poll->leasedCount && takeDue(poll) != 0) return -1;
    return run(poll->commit);
}

static void keepValue(const char *line, size_t length, const char *name, char *value) {
    size_t start = strlen(name);
    if (length <= start || strncasecmp(line, name, start) != 0) return;
    while (start < length && line[start] == ' ') start++;
    while (length > start && (line[length - 1] == '\r' || line[length - 1] == '\n')) length--;
    snprintf(value, validatorSize, "%.*s", (int)(length - start), line + start);
}

static size_t takeHeader(char *line, size_t size, size_t count, void *context) {
    Slot *slot = context;
    keepValue(line, size * count, "etag:", slot->ask.received.etag);
    keepValue(line, size * count, "last-modified:", slot->ask.received.lastModified);
    return size * count;
}

static size_t takeBody(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)context;
    return size * count;
}

static void addCondition(Slot *slot, const char *name, const char *value) {
    char line[validatorSize + 32];
    if (!*value) return;
    snprintf(line, sizeof line, "%s: %s", name, value);
    slot->headers = curl_slist_append(slot->headers, line);
}

static int readState(Poll *poll, Ask *ask) {
    sqlite3_bind_int64(poll->state, 1, ask->id);
    if (sqlite3_step(poll->state) != SQLITE_ROW) return -1;
    const unsigned char *etag = sqlite3_column_text(poll->state, 1), *date = sqlite3_column_text(poll->state, 2);
    snprintf(ask->url, sizeof ask->url, "%s", sqlite3_column_text(poll->state, 0));
    snprintf(ask->sent.etag, validatorSize, "%s", etag ? (const char *)etag : "");
    snprintf(ask->sent.lastModified, validatorSize, "%s", date ? (const char *)date : "");
    sqlite3_reset(poll->state);
    return 0;
}

static int start(Poll *poll, Slot *slot) {
    slot->ask = (Ask){.id = poll->leased[poll->nextLeased++]};
    if (readState(poll, &slot->ask) != 0) return -1;
    curl_slist_free_all(slot->headers);
    slot->headers = NULL;
    addCondition(slot, "If-None-Match", slot->ask.sent.etag);
    addCondition(slot, "If-Modified-Since", slot->ask.sent.lastModified);
    curl_easy_setopt(slot->easy, CURLOPT_URL, slot->ask.url);
    curl_easy_setopt(slot->easy, CURLOPT_HTTPHEADER, slot->headers);
    slot->isBusy = true;
    return curl_multi_add_handle(poll->multi, slot->easy) ? -1 : 0;
}

static int takeEnd(Poll *poll, const CURLMsg *message) {
    Slot *slot = NULL;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&slot);
    curl_easy_getinfo(slot->easy, CURLINFO_RESPONSE_CODE, &slot->ask.status);
    curl_easy_getinfo(slot->easy, CURLINFO_SIZE_DOWNLOAD_T, &slot->ask.bytes);
    curl_easy_getinfo(slot->easy, CURLINFO_TOTAL_TIME_T, &slot->ask.microseconds);
    if (message->data.result) poll->problem = curl_easy_strerror(message->data.result);
    curl_multi_remove_handle(poll->multi, slot->easy);
    slot->isBusy = false;
    poll->ended[poll->endedCount++] = slot->ask;
    poll->result->feeds++;
    poll->result->bytesRead += (uint64_t)slot->ask.bytes;
    return poll->problem ? -1 : 0;
}

static int startAll(Poll *poll) {
    for (size_t i = 0; i < slotCount && poll->nextLeased < poll->leasedCount; i++)
        if (!poll->slots[i].isBusy && start(poll, &poll->slots[i]) != 0) return -1;
    return 0;
}

static int askAll(Poll *poll) {
    if (turn(poll) != 0) return -1;
    for (int running = 1, left; poll->leasedCount || running;) {
        if (startAll(poll) != 0 || curl_multi_perform(poll->multi, &running)) return -1;
        const CURLMsg *message;
        while ((message = curl_multi_info_read(poll->multi, &left))) {
            if (takeEnd(poll, message) != 0) return -1;
            if (poll->endedCount == feedsPerCommit && turn(poll) != 0) return -1;
        }
        if (poll->nextLeased == poll->leasedCount && (poll->leasedCount || !running) && turn(poll) != 0) return -1;
        if (running && curl_multi_poll(poll->multi, NULL, 0, 1000, NULL)) return -1;
    }
    return poll->endedCount ? turn(poll) : 0;
}

static void openSlots(Poll *poll) {
    poll->multi = curl_multi_init();
    for (size_t i = 0; i < slotCount; i++) {
        Slot *slot = &poll->slots[i];
        slot->easy = curl_easy_init();
        if (!poll->multi || !slot->easy) abort();
        curl_easy_setopt(slot->easy, CURLOPT_PRIVATE, slot);
        curl_easy_setopt(slot->easy, CURLOPT_HEADERFUNCTION, takeHeader);
        curl_easy_setopt(slot->easy, CURLOPT_HEADERDATA, slot);
        curl_easy_setopt(slot->easy, CURLOPT_WRITEFUNCTION, takeBody);
        curl_easy_setopt(slot->easy, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(slot->easy, CURLOPT_USERAGENT, owner);
    }
}

static void closeAll(Poll *poll) {
    for (size_t i = 0; i < slotCount; i++) {
        if (poll->slots[i].isBusy) curl_multi_remove_handle(poll->multi, poll->slots[i].easy);
        curl_easy_cleanup(poll->slots[i].easy);
        curl_slist_free_all(poll->slots[i].headers);
    }
    curl_multi_cleanup(poll->multi);
    for (sqlite3_stmt *statement; (statement = sqlite3_next_stmt(poll->database, NULL));) sqlite3_finalize(statement);
    sqlite3_close(poll->database);
}

int floorPoll(
    const char *const *addresses, size_t count, const char *store, FloorResult *result, char *error,
    size_t errorSize) {
    *result = (FloorResult){0};
    error[0] = 0;
    Poll *poll = calloc(1, sizeof *poll);
    if (!poll) abort();
    poll->result = result;
    openSlots(poll);
    int status = openStore(poll, store) || makeDue(poll, addresses, count) || askAll(poll) ? -1 : 0;
    if (status != 0)
        snprintf(error, errorSize, "%s: %s", store, poll->problem ? poll->problem : sqlite3_errmsg(poll->database));
    closeAll(poll);
    free(poll);
    return status;
}
