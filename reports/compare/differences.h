/* reports/compare/differences.h: the settings in which designs differ. */
#ifndef NOC_REPORTS_COMPARE_DIFFERENCES_H
#define NOC_REPORTS_COMPARE_DIFFERENCES_H

#include <stddef.h>

#include "hybrid/answers/estimate.h"

/* The lines "path = value" of a design's canonical form, cut at the equals. */
typedef struct noc_settings {
    char *text;
    const char **paths, **values;
    size_t count;
} noc_settings;

/* Of every design. NULL when out of memory; the caller clears them. */
noc_settings *noc_settings_of(const noc_estimate *estimates, size_t count);
void noc_settings_clear(noc_settings *all, size_t count);

/* NULL where the design has no such setting. */
const char *noc_settings_value(const noc_settings *settings, const char *path);

/* Calls for every setting in which the designs differ. */
void noc_settings_differing(const noc_settings *all, size_t count,
                            void (*call)(void *context, const char *path), void *context);

#endif
