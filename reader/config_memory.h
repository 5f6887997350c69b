/* reader/config_memory.h: texts that were parsed, and files that designs name: of a space's
 * designs all have the file, and most the overrides, of the one before. */
#ifndef NOC_READER_CONFIG_MEMORY_H
#define NOC_READER_CONFIG_MEMORY_H

#include "base/config_file.h"
#include "design/kept.h"
#include "network/files/graph_files.h"
#include "network/files/rates_read.h"

/* Zero-initialise before use; one of a thread. */
typedef struct noc_config_memory {
    noc_kept texts;
    noc_wiring_memory wirings;
    noc_rates_memory rates;
} noc_config_memory;

/* As noc_config_parse, which is asked only the first time; *config is the memory's. */
noc_status noc_config_recall(noc_config_memory *memory, const char *text, noc_place place,
                             noc_status status, config_t **config, noc_diag *diag);

/* Forgets the texts used longest ago if they have become much. Only while none is in use. */
void noc_config_memory_trim(noc_config_memory *memory);
void noc_config_memory_clear(noc_config_memory *memory);

#endif
