/* base/embedded.h: files embedded in the program: texts, and parsed configuration files. CMake
 * generates the arrays (noc_embed and noc_embed_config in CMakeLists.txt). */
#ifndef NOC_BASE_EMBEDDED_H
#define NOC_BASE_EMBEDDED_H

#include <libconfig.h>
#include <stddef.h>

typedef struct noc_embedded_file {
    const char *path; /* path relative to the sources; NULL ends the array */
    const char *text;
} noc_embedded_file;

/* Numbers of a group with packed numbers (packed_numbers.h), unpacked at build time, since
 * unpacking takes as long as the model. In the file, the setting `numbers` of the group is their
 * text: rows with one number for each step of the setting `steps`; in the program this text is "".
 * Here the rows form blocks of NOC_EMBEDDED_BLOCK: the first column of all rows of a block, then
 * the next column; after the last row the block is filled up with 0. */
enum { NOC_EMBEDDED_BLOCK = 16 };
typedef struct noc_embedded_numbers {
    const config_setting_t *group; /* NULL ends the array */
    const double *values;
    size_t count; /* numbers in the text */
} noc_embedded_numbers;

/* Configuration file, parsed at build time (base/embed/embed.c), since parsing takes longer than
 * the model. libconfig's functions may read the settings, but must not change or destroy them. */
typedef struct noc_embedded_config {
    const char *path; /* path relative to the sources; NULL ends the array */
    const config_t *config;
    const noc_embedded_numbers *numbers;
} noc_embedded_config;

#endif
