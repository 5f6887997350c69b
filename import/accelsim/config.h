/* import/accelsim/config.h: reads gpgpusim.config, the options of GPGPU-Sim and Accel-Sim: "-name
 * value", comments from "#" on, and values in quotes, which may span lines. */
#ifndef NOC_IMPORT_ACCELSIM_CONFIG_H
#define NOC_IMPORT_ACCELSIM_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

typedef struct noc_accelsim_entry {
    char *name, *value; /* "-gpgpu_n_mem", "32"; words of a value are joined without blanks */
    int line;
} noc_accelsim_entry;

typedef struct noc_accelsim_config {
    char *path;
    noc_accelsim_entry *entries; /* entries, in the order of the file */
    size_t count, capacity;
    noc_arena arena; /* owns all texts and lists */
} noc_accelsim_config;

/* Reads a file. NOC_EINPUT with the line of the first fault. The caller clears the arena in either
 * case. */
noc_status noc_accelsim_config_read(const char *path, noc_accelsim_config *config, noc_diag *diag);

/* Finds the last entry of a name, which is the valid one; NULL: there is none. */
const noc_accelsim_entry *noc_accelsim_find_entry(const noc_accelsim_config *config,
                                                  const char *name);

/* Returns the reason why an option is not carried over; "": unknown option. *is_of_run is true if
 * the option concerns runs, not a design. */
const char *noc_accelsim_gap_reason(const char *name, bool *is_of_run);

#endif
