/* Construction of alias tables. */
#include "base/random.h"

#include "base/auto.h"

/* Items whose part is not yet filled: items below the size of a part at the start of the list,
 * others at its end. */
typedef struct pending_items {
    double *remaining; /* [item]: probability that is not yet in any part */
    uint32_t *order;
    size_t small_count, large_count, count;
} pending_items;

static void add_pending(pending_items *pending, uint32_t k, bool is_small)
{
    if (is_small)
        pending->order[pending->small_count++] = k;
    else
        pending->order[pending->count - ++pending->large_count] = k;
}

/* Fills the remainder of an item's part with a larger item. */
static noc_alias_part fill_part(noc_alias_table *table, pending_items *pending, uint32_t k,
                                double part_size)
{
    if (pending->large_count == 0) return (noc_alias_part){1.0, k}; /* full, except for rounding */
    const uint32_t large_item = pending->order[pending->count - pending->large_count--];
    const noc_alias_part part = {(double)pending->count * pending->remaining[k], large_item};
    pending->remaining[large_item] -= part_size - pending->remaining[k];
    if (pending->remaining[large_item] == part_size)
        table->parts[large_item] = (noc_alias_part){1.0, large_item};
    else
        add_pending(pending, large_item, pending->remaining[large_item] < part_size);
    return part;
}

static void fill_table(noc_alias_table *table, pending_items *pending)
{
    const double part_size = 1.0 / (double)pending->count;
    for (uint32_t k = 0; k < pending->count; k++)
        add_pending(pending, k, pending->remaining[k] < part_size);
    while (pending->small_count > 0) {
        const uint32_t k = pending->order[--pending->small_count];
        table->parts[k] = fill_part(table, pending, k, part_size);
    }
    while (pending->large_count > 0) {
        const uint32_t k = pending->order[pending->count - pending->large_count--];
        table->parts[k] = (noc_alias_part){1.0, k};
    }
    for (size_t k = 0; k < pending->count; k++)
        table->parts[k].end = (table->parts[k].end + (double)k) / (double)pending->count;
}

static bool are_equal(const double *weights, size_t count)
{
    size_t k = 0;
    while (k < count && weights[k] == weights[0]) k++;
    return k == count;
}

bool noc_alias_table_make(noc_alias_table *table, noc_arena *arena, const double *weights,
                          size_t count)
{
    *table = (noc_alias_table){NULL, count};
    if (are_equal(weights, count)) return true;
    NOC_AUTO_FREE double *remaining = malloc(count * sizeof *remaining);
    NOC_AUTO_FREE uint32_t *order = malloc(count * sizeof *order);
    double total = 0.0;
    table->parts = noc_arena_array(arena, count, sizeof *table->parts);
    if (!remaining || !order || !table->parts) return false;
    for (size_t k = 0; k < count; k++) total += weights[k];
    for (size_t k = 0; k < count; k++) remaining[k] = weights[k] / total;
    fill_table(table, &(pending_items){remaining, order, 0, 0, count});
    return true;
}
