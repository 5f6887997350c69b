#include "network/circuits/overlay_check.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "network/circuits/overlay_windows.h"

static const double reach_hops = 12.0, reach_tile_mm = 2.0, reach_mhz = 1000.0;
static const double bits_per_byte = 8.0;

/* Most hops of a flit in a cycle, rounded down with a margin of 1e-9 against rounding errors of
 * exact values. */
int noc_overlay_reach(double tile_mm, double clock_mhz)
{
    const double hops = reach_hops * (reach_tile_mm / tile_mm) * (reach_mhz / clock_mhz);
    return hops < 1e6 ? (int)floor(hops * (1.0 + 1e-9)) : 1000000;
}

double noc_overlay_hop_ps(double tile_mm)
{
    static const double ps_per_us = 1e6;
    return ps_per_us / (reach_hops * reach_mhz) * (tile_mm / reach_tile_mm);
}

static bool check_class(const noc_overlay *o, const noc_overlay_context *u, noc_refusal *r)
{
    (void)o;
    if (!u->has_memory)
        return noc_refuse(r, NOC_PATHS("traffic.pattern", "network.topology"),
                          "an overlay carries replies of memory nodes (traffic.pattern = "
                          "\"many-to-few\")");
    if (u->carries_requests || !u->carries_replies)
        return noc_refuse(r, NOC_PATHS("network.carries", "network.topology"),
                          "an overlay carries replies only (network.carries = \"reply\", beside "
                          "another network for the requests)");
    return true;
}

/* Finds the first two memory nodes of a row, or of a column. */
static bool find_pair_on_line(const noc_overlay_context *u, bool in_column, int *first, int *second)
{
    for (int a = 0; a < u->memory_nodes; a++)
        for (int b = a + 1; b < u->memory_nodes; b++) {
            const noc_point *p = &u->memory_at[a], *q = &u->memory_at[b];
            if (in_column ? p->column != q->column : p->row != q->row) continue;
            *first = a;
            *second = b;
            return true;
        }
    return false;
}

static bool check_places(const noc_overlay *o, const noc_overlay_context *u, noc_refusal *r)
{
    int a, b;
    if (u->memory_nodes > o->rows)
        return noc_refuse(r, NOC_PATHS("nodes.memory", "network.rows"),
                          "an overlay has one memory node a row at most: %d on %d rows "
                          "(nodes.memory = %d)",
                          u->memory_nodes, o->rows, o->rows);
    if (find_pair_on_line(u, false, &a, &b))
        return noc_refuse(r, NOC_PATHS("nodes.placement", "nodes.memory_at", "nodes.memory"),
                          "an overlay has one memory node a row at most: %d and %d share row %d "
                          "(nodes.placement = \"staircase\")",
                          a, b, u->memory_at[a].row);
    if (o->multiplexing != NOC_MULTIPLEX_OFF && find_pair_on_line(u, true, &a, &b))
        return noc_refuse(r, NOC_PATHS("nodes.placement", "nodes.memory_at", "network.multiplex"),
                          "with multiplexing an overlay has one memory node a column at most: %d "
                          "and %d share column %d (nodes.placement = \"staircase\", or "
                          "network.multiplex = \"off\")",
                          a, b, u->memory_at[a].column);
    return true;
}

/* Longest path of a flit in one cycle, hops: along a row, or a column. */
static int longest_hops(const noc_overlay *o, const noc_overlay_context *u)
{
    int hops = o->rows - 1;
    for (int m = 0; m < u->memory_nodes; m++) {
        const noc_point *at = &u->memory_at[m];
        hops = max_int(hops, max_int(at->column, o->columns - 1 - at->column));
    }
    return hops;
}

static bool check_reach(const noc_overlay *o, const noc_overlay_context *u, noc_refusal *r)
{
    const int hops = longest_hops(o, u), reach = noc_overlay_reach(u->tile_mm, u->clock_mhz);
    if (hops <= reach) return true;
    return noc_refuse(
        r, NOC_PATHS("chip.clock_mhz", "chip.tile_mm", "network.columns", "network.rows"),
        "a row or column of %d hops is longer than the %d that a flit makes in a "
        "cycle (chip.clock_mhz = %g would do)",
        hops, reach, floor(reach_hops * reach_tile_mm * reach_mhz / u->tile_mm / hops));
}

static bool check_interval(const noc_overlay *o, const noc_overlay_context *u, noc_refusal *r)
{
    (void)u;
    if (o->inject_interval < 1)
        return noc_refuse(r, NOC_PATHS("network.inject_interval"),
                          "network.inject_interval = %d: 1 or more", o->inject_interval);
    if (o->inject_interval < 2 && noc_overlay_has_match_cycle(o))
        return noc_refuse(r, NOC_PATHS("network.inject_interval", "network.row_transit_cycles"),
                          "network.inject_interval = 1 needs circuits without a match cycle "
                          "(network.row_transit_cycles = 2), else 2 or more");
    if (o->inject_interval % 2 != 0 && o->multiplexing == NOC_MULTIPLEX_ALL)
        return noc_refuse(r, NOC_PATHS("network.inject_interval", "network.multiplex"),
                          "network.inject_interval = %d: network.multiplex = \"all\" needs an even "
                          "one, since owner and partner take the links in turn",
                          o->inject_interval);
    return true;
}

static bool check_partner(const noc_overlay *o, const noc_overlay_context *u, noc_refusal *r)
{
    if (o->multiplexing == NOC_MULTIPLEX_OFF || u->memory_nodes > 1) return true;
    return noc_refuse(r, NOC_PATHS("network.multiplex", "nodes.memory"),
                      "multiplexing needs two memory nodes or more (network.multiplex = \"off\")");
}

/* Checks the shortest of equal windows. */
static bool check_equal_windows(const noc_overlay *o, const noc_overlay_context *u, noc_refusal *r)
{
    const int window = o->period_cycles / u->memory_nodes;
    const int least = noc_overlay_shortest_window(o, u->flits_max);
    if (window >= least) return true;
    return noc_refuse(r, NOC_PATHS("network.period_cycles", "nodes.memory"),
                      "network.period_cycles = %d leaves windows of %d cycles for %d memory nodes; "
                      "a packet of %d flits needs %d (network.period_cycles = %d)",
                      o->period_cycles, window, u->memory_nodes, u->flits_max, least,
                      least * u->memory_nodes);
}

static bool check_shortest_window(const noc_overlay *o, const noc_overlay_context *u,
                                  noc_refusal *r)
{
    const int shortest = noc_overlay_shortest_window(o, u->flits_max);
    const int least = noc_overlay_min_window(o, u->flits_max);
    if (least < shortest)
        return noc_refuse(r, NOC_PATHS("network.window_min_cycles"),
                          "network.window_min_cycles = %d: a packet of %d flits needs %d, or it "
                          "would wait for ever",
                          least, u->flits_max, shortest);
    if ((long)least * u->memory_nodes > o->period_cycles)
        return noc_refuse(
            r, NOC_PATHS("network.window_min_cycles", "network.period_cycles", "nodes.memory"),
            "%d windows of %d cycles at least are more than network.period_cycles = %d",
            u->memory_nodes, least, o->period_cycles);
    return true;
}

static bool check_weights(const noc_overlay *o, noc_refusal *r)
{
    const double a = o->weight_arrival, g = o->weight_occupancy;
    if (a >= 0.0 && g >= 0.0 && a + g > 0.0) return true;
    return noc_refuse(r, NOC_PATHS("network.weight_arrival", "network.weight_occupancy"),
                      "network.weight_arrival = %g, weight_occupancy = %g: 0 or more each, one of "
                      "them above",
                      a, g);
}

static bool check_epoch(const noc_overlay *o, noc_refusal *r)
{
    if (o->epoch_cycles % o->period_cycles != 0)
        return noc_refuse(r, NOC_PATHS("network.epoch_cycles", "network.period_cycles"),
                          "network.epoch_cycles = %d is no multiple of period_cycles = %d",
                          o->epoch_cycles, o->period_cycles);
    if (o->gom_cycles >= o->epoch_cycles)
        return noc_refuse(r, NOC_PATHS("network.gom_cycles", "network.epoch_cycles"),
                          "network.gom_cycles = %d: less than epoch_cycles = %d", o->gom_cycles,
                          o->epoch_cycles);
    return true;
}

static bool check_windows(const noc_overlay *o, const noc_overlay_context *u, noc_refusal *r)
{
    if (o->window_sizing == NOC_WINDOWS_EQUAL) return check_equal_windows(o, u, r);
    return check_epoch(o, r) && check_weights(o, r) && check_shortest_window(o, u, r);
}

/* Refuses settings that need acknowledged packets. */
static bool check_acknowledged(const noc_overlay *o, const noc_overlay_context *u, noc_refusal *r)
{
    (void)u;
    if (o->has_acknowledgements) return true;
    if (o->output_queue > 0)
        return noc_refuse(
            r, NOC_PATHS("network.output_queue", "network.ack"),
            "network.output_queue = %d needs network.ack = true: else replies wait in "
            "memory.reply_queue",
            o->output_queue);
    if (o->core_queue > 0)
        return noc_refuse(r, NOC_PATHS("network.core_queue", "network.ack"),
                          "network.core_queue = %d needs network.ack = true, or packets that find "
                          "it full are lost",
                          o->core_queue);
    if (o->bit_error_rate > 0.0)
        return noc_refuse(r, NOC_PATHS("network.bit_error_rate", "network.ack"),
                          "network.bit_error_rate = %g needs network.ack = true, or packets that "
                          "are hit are lost",
                          o->bit_error_rate);
    return true;
}

/* Refuses error rates at which most packets would arrive with errors. */
static bool check_errors(const noc_overlay *o, const noc_overlay_context *u, noc_refusal *r)
{
    const double bits = bits_per_byte * u->flit_bytes * u->flits_max;
    const double hit_chance = noc_overlay_error_chance(o, bits);
    if (hit_chance <= NOC_OVERLAY_HIT_MOST) return true;
    return noc_refuse(r, NOC_PATHS("network.bit_error_rate"),
                      "network.bit_error_rate = %g: of packets of %g bits %g %% would go again, "
                      "more than %g (network.bit_error_rate = %.2g would do)",
                      o->bit_error_rate, bits, 100.0 * hit_chance, 100.0 * NOC_OVERLAY_HIT_MOST,
                      0.9 * -log1p(-NOC_OVERLAY_HIT_MOST) / bits);
}

bool noc_overlay_check(const noc_overlay *overlay, const noc_overlay_context *use,
                       noc_refusal *refusal)
{
    *refusal = (noc_refusal){0};
    return check_class(overlay, use, refusal) && check_places(overlay, use, refusal) &&
           check_reach(overlay, use, refusal) && check_interval(overlay, use, refusal) &&
           check_partner(overlay, use, refusal) && check_windows(overlay, use, refusal) &&
           check_acknowledged(overlay, use, refusal) && check_errors(overlay, use, refusal);
}
