#ifndef BENCHMARK_FLOOR_H
#define BENCHMARK_FLOOR_H

#include <stddef.h>
#include <stdint.h>

/// What a run of the floor has seen.
typedef struct {
    uint64_t feeds;
    uint64_t items;
    /// Bytes of the files.
    uint64_t bytesRead;
    /// Bytes of the fields that were collected.
    uint64_t bytesCollected;
} FloorResult;

/// Parses files with libxml2's push parser and collects the fields of their items.
///
/// Returns 0, or -1 with a message in `error`.
int floorParse(const char *const *paths, size_t count, FloorResult *result, char *error, size_t errorSize);

/// Does what `floorParse` does and inserts the fields into a new SQLite file, one transaction a feed.
///
/// Returns 0, or -1 with a message in `error`.
int floorImport(
    const char *const *paths, size_t count, const char *store, FloorResult *result, char *error, size_t errorSize);

/// Does what `floorImport` does, but of each feed's items inserts the first only: the one that is new, had the others
/// been there before.
///
/// Returns 0, or -1 with a message in `error`.
int floorImportNewest(
    const char *const *paths, size_t count, const char *store, FloorResult *result, char *error, size_t errorSize);

/// Asks feeds whether they have changed, 64 at a time, with what each has answered the last time; a feed that the store
/// does not know is asked without conditions.
///
/// Does the least that polling with a record takes: of each feed it reads the state, takes and ends a lease, and writes
/// validators, times and reasons and a line of history, 130 feeds a commit. It decides nothing and looks at no answer.
///
/// Returns 0, or -1 with a message in `error`.
int floorPoll(
    const char *const *addresses, size_t count, const char *store, FloorResult *result, char *error,
    size_t errorSize);

/// Sets the allocator up as podimport does for itself, for every contender in
/// this program: large blocks are kept for the next document.
void benchmarkTuneAllocator(void);

#endif
