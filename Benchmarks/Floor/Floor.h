#ifndef FLOOR_H
#define FLOOR_H

#include "BenchmarkFloor.h"

typedef enum {
    fieldNone = -1,
    fieldTitle,
    fieldLink,
    fieldDescription,
    fieldContent,
    fieldGUID,
    fieldPubDate,
    fieldEnclosureURL,
    fieldEnclosureLength,
    fieldEnclosureType,
    fieldAuthor,
    fieldDuration,
    fieldEpisode,
    fieldEpisodeType,
    fieldExplicit,
    fieldImage,
    fieldSeason,
    fieldSubtitle,
    fieldSummary,
    fieldCount
} Field;

/// A stretch of the buffer; length 0 means that the element was not there.
typedef struct {
    size_t start;
    size_t length;
} Span;

/// The fields of the channel or of one item, in one buffer that is used again for the next.
typedef struct {
    char *bytes;
    size_t length;
    size_t capacity;
    Span fields[fieldCount];
} Fields;

/// Takes what was collected; returns 0 to go on.
typedef int (*FieldsHandler)(void *context, const Fields *fields);

/// Where a parse puts what it has read: every item as it ends, then the channel.
typedef struct {
    void *context;
    FieldsHandler item;
    FieldsHandler channel;
} FloorSink;

/// Parses one file; returns 0, or -1 with a message in `error`.
int floorParseFile(const char *path, const FloorSink *sink, FloorResult *result, char *error, size_t errorSize);

#endif
