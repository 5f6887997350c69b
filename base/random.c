/* Construction of alias tables. */
#include "base/random.h"

#include <stdlib.h>

/* Items whose part is not yet filled: items below the size of a part at the start of the list,
 * others at its end. */
typedef struct unsettled {
    double *left; /* [item]: probability that is not yet in any part */
    uint32_t *order;
    size_t small, large, count;
} unsettled;

static void sort_in(unsettled *u, uint32_t k, bool is_small)
{
    if (is_small)
        u->order[u->small++] = k;
    else
        u->order[u->count - ++u->large] = k;
}

/* Fills the remainder of an item's part with a larger item. */
static noc_alias_part fill_part(noc_alias_table *table, unsettled *u, uint32_t k, double whole)
{
    if (u->large == 0) return (noc_alias_part){1.0, k}; /* full, except for rounding */
    const uint32_t other = u->order[u->count - u->large--];
    const noc_alias_part part = {(double)u->count * u->left[k], other};
    u->left[other] -= whole - u->left[k];
    if (u->left[other] == whole)
        table->parts[other] = (noc_alias_part){1.0, other};
    else
        sort_in(u, other, u->left[other] < whole);
    return part;
}

static void fill(noc_alias_table *table, unsettled *u)
{
    const double whole = 1.0 / (double)u->count;
    for (uint32_t k = 0; k < u->count; k++) sort_in(u, k, u->left[k] < whole);
    while (u->small > 0) {
        const uint32_t k = u->order[--u->small];
        table->parts[k] = fill_part(table, u, k, whole);
    }
    while (u->large > 0) {
        const uint32_t k = u->order[u->count - u->large--];
        table->parts[k] = (noc_alias_part){1.0, k};
    }
    for (size_t k = 0; k < u->count; k++)
        table->parts[k].end = (table->parts[k].end + (double)k) / (double)u->count;
}

static bool are_equal(const double *weights, size_t count)
{
    size_t k = 0;
    while (k < count && weights[k] == weights[0]) k++;
    return k == count;
}

bool noc_alias_table_make(noc_alias_table *table, const double *weights, size_t count)
{
    *table = (noc_alias_table){NULL, count};
    if (are_equal(weights, count)) return true;
    unsettled u = {malloc(count * sizeof *u.left), malloc(count * sizeof *u.order), 0, 0, count};
    double total = 0.0;
    table->parts = malloc(count * sizeof *table->parts);
    for (size_t k = 0; k < count; k++) total += weights[k];
    const bool made = u.left && u.order && table->parts;
    if (made) {
        for (size_t k = 0; k < count; k++) u.left[k] = weights[k] / total;
        fill(table, &u);
    }
    free(u.left);
    free(u.order);
    return made;
}

void noc_alias_table_clear(noc_alias_table *table)
{
    free(table->parts);
    *table = (noc_alias_table){0};
}
