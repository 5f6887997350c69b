/* import/accelsim/translation.h: what the parts of the translation of a GPU share: its
 * configuration, the design that is being written, and notes of what becomes of each option. */
#ifndef NOC_IMPORT_ACCELSIM_TRANSLATION_H
#define NOC_IMPORT_ACCELSIM_TRANSLATION_H

#include <stdbool.h>
#include <stdio.h>

#include "import/accelsim/config.h"
#include "import/import.h"

typedef struct noc_accelsim_translation {
    const noc_accelsim_config *config;
    noc_import *out;
    FILE *text; /* the design */
    int clusters;
    int cores; /* cores of a cluster */
    int partitions;
    int slices; /* slices of a partition */
    double core_mhz, network_mhz, l2_mhz, dram_mhz;
    int line_bytes;
    noc_diag *diag;
} noc_accelsim_translation;

/* NOC_EINPUT at an option's line, with its value and what would be right. */
noc_status noc_accelsim_refuse(const noc_accelsim_translation *t, const char *name,
                               const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The value of an option; `fallback`, GPGPU-Sim's default, where the configuration has none. */
const char *noc_accelsim_text(const noc_accelsim_translation *t, const char *name,
                              const char *fallback);

/* The same for a whole number. NOC_EINPUT where it is none from `least` to `most`. */
noc_status noc_accelsim_whole(const noc_accelsim_translation *t, const char *name, int fallback,
                              int least, int most, int *value);

/* Notes what became of an option. `here` is what the design says, "" for nothing. An option that is
 * carried over and not in the configuration is assumed. */
void noc_accelsim_tell(noc_accelsim_translation *t, noc_import_fate fate, const char *name,
                       const char *here, const char *why);

/* Writes a setting of the design, "memory = 8", and notes that it is what became of an option. */
void noc_accelsim_carry(noc_accelsim_translation *t, noc_import_fate fate, const char *name,
                        const char *why, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
