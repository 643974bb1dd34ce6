// The parts of libxml2 the feed parser uses: the push parser with its SAX2
// callbacks, and iconv for the character encodings.
#include <libxml/xmlversion.h>

// Debian builds libxml2 with ICU, whose headers declare the same enums as the
// ICU inside Foundation. Both cannot be seen by one Swift module, and only the
// converters of ICU, which are not used here, need them.
#undef LIBXML_ICU_ENABLED

#include <iconv.h>
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
