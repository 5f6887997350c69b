/* reader/config_memory.h: cache of parsed texts, and of the files that designs name. All designs
 * of a space share one file, and most share overrides with the previous design. */
#ifndef NOC_READER_CONFIG_MEMORY_H
#define NOC_READER_CONFIG_MEMORY_H

#include "base/config_file.h"
#include "design/kept.h"
#include "network/files/graph_files.h"
#include "network/files/rates_read.h"

/* Zero-initialise before use; one per thread. */
typedef struct noc_config_memory {
    noc_value_cache texts;
    noc_wiring_memory wirings;
    noc_rates_memory rates;
} noc_config_memory;

/* Finds a text that was parsed before, or parses it by noc_config_parse. Errors are reported at
 * `place` and return `status`. The memory owns *config. */
noc_status noc_config_recall(noc_config_memory *memory, const char *text, noc_place place,
                             noc_status status, config_t **config, noc_diag *diag);

/* Frees the least recently used texts if there are more than the limit. Called only while no
 * text is in use. */
void noc_config_memory_trim(noc_config_memory *memory);
void noc_config_memory_clear(noc_config_memory *memory);

#endif
