/* explore/settings/allowed.h: list of the allowed values of a design's setting, numbered in
 * ascending order, from the setting's row in the key table. */
#ifndef NOC_EXPLORE_SETTINGS_ALLOWED_H
#define NOC_EXPLORE_SETTINGS_ALLOWED_H

#include "design/design.h"

enum { NOC_ALLOWED_CHARS = 120 };

typedef struct noc_allowed_values {
    const char *path;   /* path of the setting: "network.flit_bytes", "networks[1].flit_bytes" */
    const noc_key *key; /* row of the key table; NULL: listed values only */
    const char *const
        /* listed values, in the order given, borrowed; NULL: all values of the key */
        *listed_values;
    size_t count;
} noc_allowed_values;

/* Finds the allowed values of a setting: whole numbers in the key's range, real numbers of three
 * significant digits in it, or names of a choice. `listed_values`: only these `count` values; count
 * 0: all values of the key. NOC_EUSAGE, at `place`, for a path that is no setting of the design, or
 * a setting that is neither a number nor a choice. */
noc_status noc_allowed_values_find(const noc_design *design, const char *path,
                                   const char *const *listed_values, size_t count, noc_place place,
                                   noc_allowed_values *values, noc_diag *diag);

/* Writes allowed value `i` as a text for --set. */
void noc_allowed_write_value(const noc_allowed_values *values, size_t i,
                             char text[NOC_ALLOWED_CHARS]);

/* Writes the design's current values, each once: "16", or "32 and 64" for two networks. */
void noc_allowed_write_current(const noc_allowed_values *values, const noc_design *design,
                               char text[NOC_ALLOWED_CHARS]);

#endif
