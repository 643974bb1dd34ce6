/* What libFuzzer promises to programs that bring their own main: compiler-rt
   installs no header for it. The library itself comes with -sanitize=fuzzer. */
#ifndef PODIMPORT_LIBFUZZER_H
#define PODIMPORT_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
