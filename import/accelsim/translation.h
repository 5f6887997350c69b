/* import/accelsim/translation.h: state shared by the parts of the import of a GPU: its
 * configuration, the design that is being written, and notes on each option. */
#ifndef NOC_IMPORT_ACCELSIM_TRANSLATION_H
#define NOC_IMPORT_ACCELSIM_TRANSLATION_H

#include <stdbool.h>
#include <stdio.h>

#include "import/accelsim/config.h"
#include "import/import.h"

typedef struct noc_accelsim_translation {
    const noc_accelsim_config *config;
    noc_import *out;
    FILE *text; /* text of the design */
    int clusters;
    int cores; /* cores of a cluster */
    int partitions;
    int partition_slices; /* slices of a partition */
    double core_mhz, network_mhz, l2_mhz, dram_mhz;
    int line_bytes;
    noc_diag *diag;
} noc_accelsim_translation;

/* Refuses an option: NOC_EINPUT at its line, with its value and the expected one. */
noc_status noc_accelsim_refuse(const noc_accelsim_translation *t, const char *name,
                               const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Returns the value of an option; `fallback`, GPGPU-Sim's default, if the configuration has
 * none. */
const char *noc_accelsim_get_text(const noc_accelsim_translation *t, const char *name,
                                  const char *fallback);

/* Reads the value of an option as a whole number; `fallback` if the configuration has none.
 * NOC_EINPUT unless the value is in min_value .. max_value. */
noc_status noc_accelsim_get_whole(const noc_accelsim_translation *t, const char *name, int fallback,
                                  int min_value, int max_value, int *value);

/* Notes the fate of an option. `design_setting`: the design's setting; "": none. The fate of an
 * option that is carried over, but missing in the configuration, is noted as assumed. */
void noc_accelsim_note(noc_accelsim_translation *t, noc_import_fate fate, const char *name,
                       const char *design_setting, const char *reason);

/* Writes a setting of the design, "memory = 8", and notes it as the fate of an option. */
void noc_accelsim_carry(noc_accelsim_translation *t, noc_import_fate fate, const char *name,
                        const char *reason, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
