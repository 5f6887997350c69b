/* design/refusal.h: a refusal of settings that do not fit together: their keys, and one line that
 * states the fault and the remedy.
 *
 * Checks know values only. A caller that knows where the values were written reports the refusal
 * (noc_design_conflict). */
#ifndef NOC_DESIGN_REFUSAL_H
#define NOC_DESIGN_REFUSAL_H

#include <stdbool.h>

enum { NOC_REFUSAL_KEYS = 4, NOC_REFUSAL_CHARS = 240 };

typedef struct noc_refusal {
    /* keys of the conflict, "group.key", NULL-terminated; borrowed texts; none: no fault */
    const char *keys[NOC_REFUSAL_KEYS + 1];
    char text[NOC_REFUSAL_CHARS];
} noc_refusal;

/* Keys of a conflict: NOC_PATHS("network.rows", "nodes.compute"). */
#define NOC_PATHS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Fills in a refusal. `keys` has at most NOC_REFUSAL_KEYS keys and a terminating NULL. Returns
 * false, so that checks can write `return noc_refuse(...)`. */
bool noc_refuse(noc_refusal *refusal, const char *const *keys, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
