#include "Floor.h"

#include <errno.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { chunkSize = 64 * 1024 };

static const char itunesURI[] = "http://www.itunes.com/dtds/podcast-1.0.dtd";
static const char contentURI[] = "http://purl.org/rss/1.0/modules/content/";

typedef struct {
    const FloorSink *sink;
    FloorResult *result;
    Fields channel;
    Fields item;
    Field field;
    int depth;
    int itemDepth;
    bool isFailed;
} Parse;

static const struct {
    const char *uri;
    const char *name;
    Field field;
} elements[] = {
    {NULL, "title", fieldTitle},
    {NULL, "link", fieldLink},
    {NULL, "description", fieldDescription},
    {NULL, "guid", fieldGUID},
    {NULL, "pubDate", fieldPubDate},
    {contentURI, "encoded", fieldContent},
    {itunesURI, "author", fieldAuthor},
    {itunesURI, "duration", fieldDuration},
    {itunesURI, "episode", fieldEpisode},
    {itunesURI, "episodeType", fieldEpisodeType},
    {itunesURI, "explicit", fieldExplicit},
    {itunesURI, "season", fieldSeason},
    {itunesURI, "subtitle", fieldSubtitle},
    {itunesURI, "summary", fieldSummary},
};

static Field fieldNamed(const char *name, const char *uri) {
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        if (strcmp(elements[i].name, name) != 0) continue;
        if (uri == elements[i].uri || (uri && elements[i].uri && strcmp(uri, elements[i].uri) == 0))
            return elements[i].field;
    }
    return fieldNone;
}

static void append(Fields *fields, const char *bytes, size_t length) {
    if (fields->length + length > fields->capacity) {
        fields->capacity = (fields->length + length) * 2;
        fields->bytes = realloc(fields->bytes, fields->capacity);
        if (!fields->bytes) abort();
    }
    memcpy(fields->bytes + fields->length, bytes, length);
    fields->length += length;
}

static void beginField(Fields *fields, Field field) {
    fields->fields[field] = (Span){fields->length, 0};
}

static void endField(Fields *fields, Field field) {
    fields->fields[field].length = fields->length - fields->fields[field].start;
}

static void reset(Fields *fields) {
    fields->length = 0;
    memset(fields->fields, 0, sizeof fields->fields);
}

static Fields *current(Parse *parse) {
    return parse->itemDepth ? &parse->item : &parse->channel;
}

/// Collects an attribute; without NOENT, libxml2 hands `&amp;` over as `&#38;`.
static void collectAttribute(
    Fields *fields, Field field, const char *wanted, int count, const xmlChar **attributes) {
    for (int i = 0; i < count; i++) {
        const char *name = (const char *)attributes[i * 5];
        const char *value = (const char *)attributes[i * 5 + 3], *end = (const char *)attributes[i * 5 + 4];
        if (strcmp(name, wanted) != 0) continue;
        beginField(fields, field);
        const char *reference;
        while ((reference = memmem(value, (size_t)(end - value), "&#38;", 5))) {
            append(fields, value, (size_t)(reference - value) + 1);
            value = reference + 5;
        }
        append(fields, value, (size_t)(end - value));
        endField(fields, field);
    }
}

static void startElement(
    void *context, const xmlChar *localname, const xmlChar *prefix, const xmlChar *uri, int namespaceCount,
    const xmlChar **namespaces, int attributeCount, int defaultedCount, const xmlChar **attributes) {
    (void)prefix, (void)namespaceCount, (void)namespaces, (void)defaultedCount;
    Parse *parse = context;
    const char *name = (const char *)localname, *namespace = (const char *)uri;
    parse->depth++;
    if (!namespace && !parse->itemDepth && strcmp(name, "item") == 0) {
        parse->itemDepth = parse->depth;
        reset(&parse->item);
    } else if (!namespace && strcmp(name, "enclosure") == 0) {
        collectAttribute(current(parse), fieldEnclosureURL, "url", attributeCount, attributes);
        collectAttribute(current(parse), fieldEnclosureLength, "length", attributeCount, attributes);
        collectAttribute(current(parse), fieldEnclosureType, "type", attributeCount, attributes);
    } else if (namespace && strcmp(name, "image") == 0 && strcmp(namespace, itunesURI) == 0) {
        collectAttribute(current(parse), fieldImage, "href", attributeCount, attributes);
    } else if (parse->depth == (parse->itemDepth ? parse->itemDepth + 1 : 3)) {
        parse->field = fieldNamed(name, namespace);
        if (parse->field != fieldNone) beginField(current(parse), parse->field);
    }
}

static void endElement(void *context, const xmlChar *localname, const xmlChar *prefix, const xmlChar *uri) {
    (void)localname, (void)prefix, (void)uri;
    Parse *parse = context;
    if (parse->field != fieldNone) {
        endField(current(parse), parse->field);
        parse->field = fieldNone;
    } else if (parse->itemDepth == parse->depth) {
        parse->itemDepth = 0;
        parse->result->items++;
        parse->result->bytesCollected += parse->item.length;
        if (parse->sink && parse->sink->item(parse->sink->context, &parse->item) != 0) parse->isFailed = true;
    }
    parse->depth--;
}

static void characters(void *context, const xmlChar *bytes, int length) {
    Parse *parse = context;
    if (parse->field != fieldNone) append(current(parse), (const char *)bytes, (size_t)length);
}

static int parseChunks(int file, Parse *parse) {
    xmlSAXHandler handler = {
        .initialized = XML_SAX2_MAGIC,
        .startElementNs = startElement,
        .endElementNs = endElement,
        .characters = characters,
        .cdataBlock = characters,
    };
    char *chunk = malloc(chunkSize);
    xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, parse, NULL, 0, NULL);
    if (!chunk || !parser) abort();
    xmlCtxtUseOptions(parser, XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    ssize_t length;
    while ((length = read(file, chunk, chunkSize)) > 0 && !parse->isFailed) {
        parse->result->bytesRead += (uint64_t)length;
        xmlParseChunk(parser, chunk, (int)length, 0);
    }
    int readError = length < 0 ? errno : 0;
    xmlParseChunk(parser, NULL, 0, 1);
    xmlFreeParserCtxt(parser);
    free(chunk);
    return readError;
}

int floorParseFile(const char *path, const FloorSink *sink, FloorResult *result, char *error, size_t errorSize) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        snprintf(error, errorSize, "%s: %s", path, strerror(errno));
        return -1;
    }
    Parse parse = {.sink = sink, .result = result, .field = fieldNone};
    int readError = parseChunks(file, &parse);
    close(file);
    if (readError) {
        snprintf(error, errorSize, "%s: %s", path, strerror(readError));
        parse.isFailed = true;
    } else if (!parse.isFailed) {
        result->feeds++;
        result->bytesCollected += parse.channel.length;
        if (sink && sink->channel(sink->context, &parse.channel) != 0) parse.isFailed = true;
    }
    free(parse.channel.bytes);
    free(parse.item.bytes);
    return parse.isFailed ? -1 : 0;
}

void benchmarkTuneAllocator(void) {
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
}

int floorParse(const char *const *paths, size_t count, FloorResult *result, char *error, size_t errorSize) {
    *result = (FloorResult){0};
    xmlInitParser();
    for (size_t i = 0; i < count; i++) {
        if (floorParseFile(paths[i], NULL, result, error, errorSize) != 0) return -1;
    }
    return 0;
}
