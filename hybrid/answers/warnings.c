#include "hybrid/answers/warnings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "design/allocators.h"
#include "design/memory/replies.h"
#include "design/memory/scheduler_kind.h"
#include "network/compile/deadlock.h"
#include "network/kinds/kinds.h"
#include "power_area/clock.h"
#include "reader/design_keys.h"

static void add_warning(void *context, const char *sentence)
{
    noc_estimate_warn(context, NOC_WARNING_INPUT, "%s", sentence);
}

void noc_warn_unread(const noc_system *system, noc_answer_kind question_kind, noc_estimate *e)
{
    noc_unread_report(system, question_kind, NULL, add_warning, e);
}

void noc_warn_unread_trace(const noc_system *system, const noc_trace_schedule *schedule,
                           noc_estimate *e)
{
    noc_unread_report(system,
                      schedule->trace->has_addresses ? NOC_ASKED_TRACE_ADDRESSES
                      : schedule->has_answers        ? NOC_ASKED_TRACE
                                                     : NOC_ASKED_TRACE_REPLIES,
                      schedule, add_warning, e);
}

static void warn_of_units_in(const noc_design *d, size_t group, noc_key_table table,
                             noc_estimate *e)
{
    const char *values = (const char *)d + noc_design_group_offset(group, 0);
    for (size_t k = 0; k < table.count; k++) {
        const noc_key *key = &table.keys[k];
        char name[80], doubt[NOC_CLOCK_QUESTION_CHARS];
        double mhz;
        if (strcmp(key->unit, "MHz") != 0 || noc_value_is_default(key, values)) continue;
        memcpy(&mhz, values + key->offset, sizeof mhz);
        if (noc_clock_is_likely(mhz)) continue;
        snprintf(name, sizeof name, "%s.%s", noc_design_group_name(group), key->name);
        noc_clock_write_question(name, mhz, doubt);
        noc_estimate_warn(e, NOC_WARNING_UNIT, "%s", doubt);
    }
}

static void warn_of_units(const noc_design *d, noc_estimate *e)
{
    for (size_t g = 0; g < NOC_GROUPS; g++) {
        noc_key_table table;
        for (size_t i = 0; noc_design_keys(d, g, 0, i, &table); i++)
            warn_of_units_in(d, g, table, e);
    }
}

static bool has_core(const noc_graph *g, int column)
{
    bool is_present = false;
    for (uint32_t c = 0; c < g->compute_count; c++)
        is_present |= g->terminals[g->compute_terminals[c]].column == column;
    return is_present;
}

/* Warns of grid columns without cores: "column 2 has no cores and no slice, and 3 more like it". */
static void warn_of_idle_columns(const noc_graph *g, const noc_slices *slices, noc_estimate *e)
{
    char more[40] = "";
    int first = 0, count = 0;
    for (int column = 0; column < slices->columns; column++)
        if (!has_core(g, column) && count++ == 0) first = column;
    if (count > 1) snprintf(more, sizeof more, ", and %d more like it", count - 1);
    if (count > 0)
        noc_estimate_warn(e, NOC_WARNING_IDLE, "column %d has no cores and no slice%s", first,
                          more);
}

static void warn_of_all_idle_columns(const noc_system *s, noc_estimate *e)
{
    const noc_graph *g = &s->graph;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_slices *slices = &s->design->networks[g->networks[n].spec_index].conflict_free;
        if (noc_slices_have_tokens(slices)) warn_of_idle_columns(g, slices, e);
    }
}

/* Finds the switch or VC allocator that ignores priorities; NULL: both use them. */
static const char *find_ignoring_allocator(const noc_network_spec *spec, const char **key)
{
    *key = "allocator";
    if (!noc_allocators[spec->allocator].serves_priorities)
        return noc_allocators[spec->allocator].name;
    *key = "vc_allocator";
    return noc_allocators[noc_vc_allocator(spec)].serves_priorities
               ? NULL
               : noc_allocators[noc_vc_allocator(spec)].name;
}

static void warn_of_priority(const noc_system *s, noc_estimate *e)
{
    const noc_design *d = s->design;
    bool warned[NOC_NETWORKS_MAX] = {false};
    if (d->traffic.priority == NOC_PRIORITY_NONE) return;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        const char *key, *name = find_ignoring_allocator(&d->networks[net->spec_index], &key);
        if (!noc_network_has_buffers(net) || !name || warned[net->spec_index]) continue;
        warned[net->spec_index] = true;
        noc_estimate_warn(
            e, NOC_WARNING_INPUT,
            "traffic.priority: network.%s = \"%s\" ignores it, so that it acts at the "
            "nodes and between virtual channels of one input only (\"separable\", "
            "\"separable-output\", \"select\" and \"wavefront\" serve the highest "
            "priority first)",
            key, name);
    }
}

static void warn_of_deadlock(const noc_system *s, noc_estimate *e)
{
    const noc_design *d = s->design;
    bool may_lock = false;
    char cycle_text[NOC_WARNING_CHARS / 2];
    for (int n = 0; n < d->network_count; n++) {
        const noc_topology_kind *topology = d->networks[n].topology;
        may_lock |= topology->can_deadlock && topology->can_deadlock(&d->networks[n]);
    }
    if (may_lock && noc_deadlock_describe(s, cycle_text, sizeof cycle_text))
        noc_estimate_warn(e, NOC_WARNING_DEADLOCK,
                          "packets can wait for each other in a circle, as in BookSim 2.0 (4 "
                          "virtual channels a class exclude that): %s",
                          cycle_text);
}

void noc_warn_design(const noc_system *system, noc_estimate *e)
{
    warn_of_units(system->design, e);
    warn_of_all_idle_columns(system, e);
    warn_of_priority(system, e);
    warn_of_deadlock(system, e);
}

static void warn_table_size(const noc_design *d, noc_estimate *e)
{
    const int useful = noc_cluster_max_entries(&d->cluster, d->nodes.mshrs);
    if (d->cluster.cores <= 1 || d->cluster.merge_entries <= useful) return;
    noc_estimate_warn(e, NOC_WARNING_IDLE,
                      "cluster.merge_entries = %d: more than the %d lines that the %d cores of a "
                      "cluster can wait for (nodes.mshrs = %d)",
                      d->cluster.merge_entries, useful, d->cluster.cores, d->nodes.mshrs);
}

/* Length of the longest queue that the data approximator searches. */
static int find_longest_queue(const noc_design *d)
{
    const noc_memory_spec *m = &d->memory;
    if (!noc_has_burst_priority(m)) return noc_reply_capacity(d);
    return m->burst_queue > m->normal_queue ? m->burst_queue : m->normal_queue;
}

static void warn_reply_room(const noc_design *d, noc_estimate *e)
{
    const noc_memory_spec *m = &d->memory;
    if (noc_replies_are_coalesced(m) && find_longest_queue(d) < m->check_depth)
        noc_estimate_warn(e, NOC_WARNING_IDLE,
                          "memory.check_depth = %d: a queue of %d replies is never so long, so "
                          "packets never have as many",
                          m->check_depth, find_longest_queue(d));
    char text[NOC_WARNING_CHARS];
    if (m->scheduler->warn && m->scheduler->warn(m, text, sizeof text))
        noc_estimate_warn(e, NOC_WARNING_IDLE, "%s", text);
}

void noc_warn_closed_loop(const noc_design *d, noc_estimate *e)
{
    if (!d->closed_loop) return;
    warn_table_size(d, e);
    warn_reply_room(d, e);
}

const char noc_load_growth_reason[] = "a queue grows without end at this load";
const char noc_check_growth_reason[] = "by the check a queue grows without end at this load";

void noc_warn_growth(const noc_figures *f, noc_estimate *e)
{
    if (e->answer == NOC_ANSWER_UNBOUNDED)
        noc_estimate_warn(e, NOC_WARNING_GROWTH,
                          "98 %% of the load is accepted, but a queue grows without end: "
                          "latencies have no value");
    else if (e->answer == NOC_ANSWER_SATURATED &&
             isnan(f->metrics[NOC_METRIC_saturation_flits_per_cycle].value))
        noc_estimate_warn(e, NOC_WARNING_GROWTH,
                          "less than 98 %% of the load is accepted, and queues grow without end: "
                          "latencies have no value");
}
