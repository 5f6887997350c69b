#include "network/overlay.h"

#include <stddef.h>
#include <string.h>

static const char *window_name(size_t i)
{
    static const char *const names[] = {"equal", "adaptive"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

static const char *unit_name(size_t i)
{
    static const char *const names[] = {"packets", "normalised"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

static const char *multiplex_name(size_t i)
{
    static const char *const names[] = {"off", "reserved", "all"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

static const char *truth_name(size_t i)
{
    static const char *const names[] = {"false", "true"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

/* clang-format off */
#define AT(field) offsetof(noc_overlay, field)
static const noc_key keys[] = {
    {"columns", NOC_INTEGER, AT(columns), 1, 1024, 0, 1, NULL, "routers", "routers in a row", "rapid18 Table 1: 4, 8, 12"},
    {"rows", NOC_INTEGER, AT(rows), 1, 1024, 0, 1, NULL, "routers", "routers in a column", "rapid18 Table 1: 4, 8, 12"},
    {"inject_interval", NOC_INTEGER, AT(inject_interval), 1, 1000, 2, 0, NULL, "cycles", "from one flit of a memory node to its next", "rapid18 4.2.3: 3 in MACRO, 2 in RAPID"},
    {"window_switch_cycles", NOC_INTEGER, AT(window_switch_cycles), 0, 1000000, 2, 0, NULL, "cycles", "without circuits at the start of each window", "rapid18 4.2.2: 2"},
    {"row_transit_cycles", NOC_INTEGER, AT(row_transit_cycles), 2, NOC_OVERLAY_TRANSIT, NOC_OVERLAY_TRANSIT, 0, NULL, "cycles", "to a core in the memory node's own row (3: routers match a cycle)", "rapid18 Algorithm 4: 3; dapper 4.2: 2"},
    {"straddle", NOC_CHOICE, AT(straddle), 0, 1, 1, 0, truth_name, "", "a packet may stop at the end of a window and go on in the next one", "dapper 4.2: not there"},
    {"windows", NOC_CHOICE, AT(windows), 0, 0, NOC_WINDOWS_EQUAL, 0, window_name, "", "of equal length, or by what arrives and waits at each memory node", "rapid18 4.2.1"},
    {"period_cycles", NOC_INTEGER, AT(period_cycles), 1, 1000000, 1000, 0, NULL, "cycles", "of the windows of all memory nodes together", "rapid18 4.2.1: 1000"},
    {"epoch_cycles", NOC_INTEGER, AT(epoch_cycles), 1, 100000000, 10000, 0, NULL, "cycles", "for which adaptive windows stay as they are", "rapid18 4.2.1: 10000"},
    {"weight_arrival", NOC_REAL, AT(weight_arrival), -1e6, 1e6, 0.6, 0, NULL, "", "of what arrives, in the length of a window", "rapid18 4.2.1: 0.6"},
    {"weight_occupancy", NOC_REAL, AT(weight_occupancy), -1e6, 1e6, 0.4, 0, NULL, "", "of what waits, in the length of a window", "rapid18 4.2.1: 0.4"},
    {"weight_units", NOC_CHOICE, AT(weight_units), 0, 0, NOC_WEIGHTS_PACKETS, 0, unit_name, "", "packets a period and packets, or packets a cycle and the share of the queue", ""},
    {"gom_cycles", NOC_INTEGER, AT(gom_cycles), 0, 100000000, 27, 0, NULL, "cycles", "without circuits at the start of an epoch, while windows are told", "rapid18 4.2.1: 3 + 21 + 3; dapper: 2"},
    {"window_min_cycles", NOC_INTEGER, AT(window_min_cycles), 0, 1000000, 0, 0, NULL, "cycles", "least length of an adaptive window (0: the shortest that carries a packet)", ""},
    {"multiplex", NOC_CHOICE, AT(multiplex), 0, 0, NOC_MULTIPLEX_OFF, 0, multiplex_name, "", "whether a second memory node sends in a window, and whereto", "rapid18 4.2.3"},
};
#undef AT
/* clang-format on */

noc_key_table noc_overlay_keys(void)
{
    return (noc_key_table)NOC_KEYS(keys);
}

noc_overlay noc_overlay_defaults(void)
{
    noc_overlay overlay = {0};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        char *at = (char *)&overlay + keys[i].offset;
        if (keys[i].type == NOC_REAL)
            memcpy(at, &keys[i].fallback, sizeof(double));
        else
            memcpy(at, &(int){(int)keys[i].fallback}, sizeof(int));
    }
    return overlay;
}

bool noc_overlay_has_match_cycle(const noc_overlay *overlay)
{
    return overlay->row_transit_cycles == NOC_OVERLAY_TRANSIT;
}

int noc_overlay_shortest_window(const noc_overlay *overlay, int flits)
{
    const int whole = overlay->straddle ? 1 : flits;
    return overlay->window_switch_cycles + (whole - 1) * overlay->inject_interval + 1 +
           NOC_OVERLAY_DRAIN;
}

int noc_overlay_window_min(const noc_overlay *overlay, int flits_max)
{
    return overlay->window_min_cycles ? overlay->window_min_cycles
                                      : noc_overlay_shortest_window(overlay, flits_max);
}
