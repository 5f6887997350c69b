/* base/embedded.h: files inside the program, as texts or, for configuration files, parsed. CMake
 * writes arrays of them (noc_embed and noc_embed_config in CMakeLists.txt). */
#ifndef NOC_BASE_EMBEDDED_H
#define NOC_BASE_EMBEDDED_H

#include <libconfig.h>
#include <stddef.h>

typedef struct noc_embedded_file {
    const char *file; /* path relative to the sources; NULL ends the array */
    const char *text;
} noc_embedded_file;

/* Packed numbers of a group (packed_numbers.h), its text `numbers` in steps of the list `steps`, by
 * turns, a row of numbers for each turn: stored unpacked, since reading them takes as long as the
 * model. Numbers lie in blocks of rows: each number for all rows of a block, then the next one; 0
 * beyond the last row. The text is "" in the program. */
enum { NOC_EMBEDDED_BLOCK = 16 };
typedef struct noc_embedded_numbers {
    const config_setting_t *group; /* NULL ends the array */
    const double *values;
    size_t count; /* numbers in the text */
} noc_embedded_numbers;

/* Configuration file inside the program, parsed when the program was built (base/embed/embed.c,
 * noc_embed_config in CMakeLists.txt): reading the text again takes longer than the model. Its
 * settings are read with libconfig's functions, but never changed, nor destroyed. */
typedef struct noc_embedded_config {
    const char *file; /* path relative to the sources; NULL ends the array */
    const config_t *config;
    const noc_embedded_numbers *numbers;
} noc_embedded_config;

#endif
