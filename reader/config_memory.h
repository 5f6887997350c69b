/* reader/config_memory.h: texts that were parsed, and files that designs name: of a space's
 * designs all have the file, and most the overrides, of the one before. */
#ifndef NOC_READER_CONFIG_MEMORY_H
#define NOC_READER_CONFIG_MEMORY_H

#include "base/config_file.h"
#include "network/files/graph_files.h"

typedef struct noc_parsed_text noc_parsed_text;

/* Zero-initialise before use; one of a thread. */
typedef struct noc_config_memory {
    noc_parsed_text *first;
    size_t count;
    noc_wiring_memory wirings;
} noc_config_memory;

/* As noc_config_parse, which is asked only the first time; *config is the memory's. */
noc_status noc_config_recall(noc_config_memory *memory, const char *text, noc_place place,
                             noc_status status, config_t **config, noc_diag *diag);

/* Forgets everything if that has become much. Only while nothing of it is in use. */
void noc_config_memory_trim(noc_config_memory *memory);
void noc_config_memory_clear(noc_config_memory *memory);

#endif
