/* tests/fuzz/fuzz.h: what the fuzz targets share. A target is one file TARGET.c with libFuzzer's
 * entry point; built by the ordinary compiler it is a test that reads the files of
 * tests/fuzz/corpus/TARGET (replay.c). */
#ifndef NOC_TESTS_FUZZ_H
#define NOC_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "network/graph/system.h"

/* What libFuzzer calls first. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* libFuzzer's entry point: 0, or -1 for an input that is not worth keeping. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Writes the bytes to a file of this process, the same each time. Returns its path. */
const char *fuzz_file(const uint8_t *data, size_t size);

/* The bytes as a text, up to the first null character. The caller frees it. */
char *fuzz_text(const uint8_t *data, size_t size);

/* Aborts when a function failed without a message, or gave one that cannot be shown on one line. */
void fuzz_check(noc_status status, const noc_diag *diag);

/* Finds a shipped design by its name, like the program. */
noc_status fuzz_resolve(const char *word, char **path, noc_diag *diag);

/* Whether a design is small enough to be compiled in a few milliseconds. */
bool fuzz_is_small(const noc_design *design);

/* Reads a design with overrides, compiles it if it is small, prints it, and reads what was printed:
 * which must mean the same. */
void fuzz_design(const noc_source *source, const char *const *overrides, size_t count);

#endif
