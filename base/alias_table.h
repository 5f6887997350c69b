/* base/alias_table.h: draws of one of several things by their weights, in a time that does not
 * grow with their number: Walker's alias method (Walker 1977; the table after Kronmal and Peterson
 * 1979).
 *
 * [0, 1) is cut into as many equal parts as there are things. Part k belongs to k up to an end, and
 * from there on to one other. */
#ifndef NOC_BASE_ALIAS_TABLE_H
#define NOC_BASE_ALIAS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"

typedef struct noc_alias_part {
    double end; /* of k's own share of part k, on [0, 1) */
    uint32_t other;
} noc_alias_part;

typedef struct noc_alias_table {
    noc_alias_part *parts;
    size_t count;
} noc_alias_table;

/* Weights are 0 or more, some above. False when out of memory. The caller clears the table in
 * either case. */
bool noc_alias_table_make(noc_alias_table *table, const double *weights, size_t count);
void noc_alias_table_clear(noc_alias_table *table);

static inline size_t noc_alias_table_draw(const noc_alias_table *table, noc_random *random)
{
    const double u = noc_random_uniform(random);
    const size_t k = (size_t)(u * (double)table->count);
    return u < table->parts[k].end ? k : table->parts[k].other;
}

#endif
