#include "network/circuits/overlay_counts.h"

enum {
    TABLE_ENTRY_BITS = 6, /* bits of a table entry: one output, one memory node (rapid18 4.2.2) */
    /* comparators of a router: five match a column, one decides north or south (dapper 4.2) */
    DAPPER_COMPARATORS = 6,
};

/* Binary digits of the numbers 0 .. value. */
static uint64_t count_digits(uint64_t value)
{
    uint64_t count = 0;
    for (; value > 0; value >>= 1) count++;
    return count;
}

uint64_t noc_mesh_links(int columns, int rows)
{
    const uint64_t c = (uint64_t)columns, r = (uint64_t)rows;
    return 2 * (c * (r - 1) + r * (c - 1));
}

static unsigned count_neighbours(int length)
{
    return length > 2 ? 2 : length > 1 ? 1 : 0;
}

unsigned noc_mesh_ports(int columns, int rows)
{
    return 1 + count_neighbours(columns) + count_neighbours(rows);
}

static void count_table(noc_overlay_counts *counts, const noc_overlay *overlay, uint64_t memories)
{
    if (noc_overlay_has_match_cycle(overlay)) {
        counts->table_bits = counts->crossbar_outputs * TABLE_ENTRY_BITS * memories;
        return;
    }
    const int side = overlay->columns > overlay->rows ? overlay->columns : overlay->rows;
    counts->comparators = DAPPER_COMPARATORS;
    counts->comparator_bits = count_digits((uint64_t)side - 1);
}

noc_overlay_counts noc_overlay_count(const noc_overlay *overlay, int memory_nodes, int link_bits,
                                     bool acknowledges)
{
    const uint64_t routers = (uint64_t)overlay->columns * (uint64_t)overlay->rows,
                   memories = (uint64_t)memory_nodes, bits = (uint64_t)link_bits,
                   links = noc_mesh_links(overlay->columns, overlay->rows),
                   ports = noc_mesh_ports(overlay->columns, overlay->rows),
                   window_bits = count_digits((uint64_t)overlay->period_cycles);
    noc_overlay_counts counts = {
        .routers = routers,
        .links = links,
        .local_links = routers,
        .row_links = (uint64_t)overlay->columns + (uint64_t)overlay->rows,
        .repeaters = bits * links,
        .latches = ports * routers,
        .used_latches = links + memories,
        .crossbar_inputs = 2 * ports,
        .crossbar_outputs = ports,
        .register_bits = window_bits * memories,
        .counter_bits = window_bits + count_digits((uint64_t)overlay->epoch_cycles),
        .window_message_bits = window_bits * memories,
        .window_message_flits = (window_bits * memories + bits - 1) / bits,
        .ack_links = acknowledges ? links : 0,
    };
    count_table(&counts, overlay, memories);
    return counts;
}
