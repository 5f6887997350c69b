#include "sampler/sampling/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design/memory/replies.h"

/* ---- sums over a span of batches ------------------------------------------------------------ */

bool noc_sampling_has_replies(const noc_system *system)
{
    return system->traffic.types[0].reply_type >= 0;
}

/* Counts the flits of delivered packets created by nodes, each packet once. With replies only
 * answered requests count: above saturation, replies to arrived requests may accumulate at
 * memory nodes. */
static double count_accepted_flits(const noc_tally *from, const noc_tally *to, bool replies)
{
    const double flits =
        (double)(to->flits_ejected[NOC_REQUEST] - from->flits_ejected[NOC_REQUEST]) -
        (double)(to->copies_ejected[NOC_REQUEST] - from->copies_ejected[NOC_REQUEST]);
    const double requests = (double)(to->delivered[NOC_REQUEST] - from->delivered[NOC_REQUEST]);
    const double answered =
        (double)(to->round_trips - from->round_trips) + (double)(to->unanswered - from->unanswered);
    if (!replies) return flits;
    return requests > 0.0 ? flits * answered / requests : 0.0;
}

#define GROWTH(field) ((double)(to->field - from->field))

static noc_batch_sums make_share(double count, double other_count)
{
    return (noc_batch_sums){count, count + other_count};
}

/* True if a design has the hardware of a quantity. */
static bool has_hardware(const noc_design *d, noc_sample_quantity quantity)
{
    switch (quantity) {
    case NOC_SAMPLE_ABSORBED:
    case NOC_SAMPLE_ENTRIES_USED:
        return d->cluster.cores > 1 && d->cluster.merge_entries > 0;
    case NOC_SAMPLE_GROUP:
        return noc_replies_are_coalesced(&d->memory);
    case NOC_SAMPLE_BURSTS:
    case NOC_SAMPLE_BURST_WAIT:
    case NOC_SAMPLE_NORMAL_WAIT:
        return noc_has_burst_priority(&d->memory);
    default:
        return true;
    }
}

/* Finds quantities of the closed loop. */
static noc_batch_sums sum_loop(const noc_tally *from, const noc_tally *to,
                               noc_sample_quantity quantity, const noc_system *system)
{
    if (!has_hardware(system->design, quantity)) return (noc_batch_sums){0.0, 0.0};
    const double cores = system->design->nodes.compute, memories = system->graph.memory_count;
    switch (quantity) {
    case NOC_SAMPLE_INSTRUCTIONS:
        return (noc_batch_sums){GROWTH(instructions), GROWTH(core_cycles)};
    case NOC_SAMPLE_MEMORY_STALLED:
        return (noc_batch_sums){GROWTH(memory_stalled), GROWTH(cycles) * memories};
    case NOC_SAMPLE_MSHRS_USED:
        return (noc_batch_sums){GROWTH(outstanding), GROWTH(cycles) * cores};
    case NOC_SAMPLE_READ_REQUESTS:
        return (noc_batch_sums){1000.0 * GROWTH(read_requests), GROWTH(instructions)};
    case NOC_SAMPLE_REDUNDANT:
        return (noc_batch_sums){GROWTH(cores.redundant), fmax(1.0, GROWTH(cores.misses))};
    case NOC_SAMPLE_ROW_HITS:
        return (noc_batch_sums){GROWTH(dram.row_hits), GROWTH(dram.accesses)};
    case NOC_SAMPLE_BANKS:
        return (noc_batch_sums){GROWTH(dram.bank_clocks), GROWTH(dram.queued_clocks)};
    case NOC_SAMPLE_DRAM_USED:
        return (noc_batch_sums){GROWTH(dram.bus_clocks), GROWTH(dram.clocks)};
    case NOC_SAMPLE_ABSORBED:
        return make_share(GROWTH(cores.hits) + GROWTH(cores.merges), GROWTH(cores.sent));
    case NOC_SAMPLE_ENTRIES_USED:
        return (noc_batch_sums){GROWTH(cores.entries),
                                GROWTH(cycles) * noc_compute_terminals(system->design)};
    case NOC_SAMPLE_GROUP:
        return (noc_batch_sums){GROWTH(replies.count[0]) + GROWTH(replies.count[1]),
                                GROWTH(replies.groups)};
    case NOC_SAMPLE_BURSTS:
        return make_share(GROWTH(replies.count[1]), GROWTH(replies.count[0]));
    case NOC_SAMPLE_BURST_WAIT:
        return (noc_batch_sums){GROWTH(replies.waits[1]), GROWTH(replies.count[1])};
    default:
        return (noc_batch_sums){GROWTH(replies.waits[0]), GROWTH(replies.count[0])};
    }
}

static noc_batch_sums sum_network(const noc_tally *from, const noc_tally *to,
                                  noc_sample_quantity quantity, const noc_system *system)
{
    const noc_class q = NOC_REQUEST, p = NOC_REPLY;
    const bool replies = noc_sampling_has_replies(system);
    switch (quantity) {
    case NOC_SAMPLE_LATENCY:
        return (noc_batch_sums){GROWTH(latency[q]) + GROWTH(latency[p]),
                                GROWTH(delivered[q]) + GROWTH(delivered[p])};
    case NOC_SAMPLE_NETWORK_LATENCY:
        return (noc_batch_sums){GROWTH(network_latency[q]) + GROWTH(network_latency[p]),
                                GROWTH(delivered[q]) + GROWTH(delivered[p])};
    case NOC_SAMPLE_REQUEST_LATENCY:
        return (noc_batch_sums){GROWTH(latency[q]), GROWTH(delivered[q])};
    case NOC_SAMPLE_REPLY_LATENCY:
        return (noc_batch_sums){GROWTH(latency[p]), GROWTH(delivered[p])};
    case NOC_SAMPLE_ROUND_TRIP:
        return (noc_batch_sums){GROWTH(round_trip), GROWTH(round_trips)};
    case NOC_SAMPLE_LOCAL_TRIP:
        return (noc_batch_sums){GROWTH(dies[0].cycles), GROWTH(dies[0].trips)};
    case NOC_SAMPLE_REMOTE_TRIP:
        return (noc_batch_sums){GROWTH(dies[1].cycles), GROWTH(dies[1].trips)};
    case NOC_SAMPLE_LOCAL_SHARE:
        return (noc_batch_sums){GROWTH(dies[0].done), GROWTH(dies[0].done) + GROWTH(dies[1].done)};
    case NOC_SAMPLE_HOPS:
        return (noc_batch_sums){GROWTH(routers[q]) + GROWTH(routers[p]),
                                GROWTH(delivered[q]) + GROWTH(delivered[p])};
    case NOC_SAMPLE_ACCEPTED:
        return (noc_batch_sums){count_accepted_flits(from, to, replies),
                                GROWTH(cycles) * system->traffic.injector_count};
    default:
        return sum_loop(from, to, quantity, system);
    }
}

#undef GROWTH

noc_sample_quantity noc_sampling_find_target(const noc_sampling *s)
{
    if (s->options->workload) return NOC_SAMPLE_INSTRUCTIONS;
    return noc_sampling_has_replies(s->system) ? NOC_SAMPLE_ROUND_TRIP : NOC_SAMPLE_LATENCY;
}

noc_sample_quantity noc_sampling_find_main(const noc_system *system)
{
    return noc_sampling_has_replies(system) ? NOC_SAMPLE_ROUND_TRIP : NOC_SAMPLE_LATENCY;
}

/* Sums the packets that wait at sources and memory nodes at the end of each batch. */
static noc_batch_sums sum_backlogs(const noc_replication *run, size_t from, size_t to)
{
    noc_batch_sums sums = {0.0, (double)(to - from)};
    for (size_t k = from; k < to; k++) sums.numerator += run->backlogs[k + 1];
    return sums;
}

static noc_batch_sums sum_class(const noc_class_tally *from, const noc_class_tally *to)
{
    return (noc_batch_sums){(double)(to->latency - from->latency),
                            (double)(to->delivered - from->delivered)};
}

noc_batch_sums noc_sampling_sum(const noc_sampling *s, int quantity, const noc_replication *run,
                                size_t from, size_t to)
{
    if (quantity == NOC_SAMPLE_WAITING) return sum_backlogs(run, from, to);
    if (quantity >= NOC_SAMPLE_CLASS_LATENCY)
        return sum_class(&run->totals[from].classes[quantity - NOC_SAMPLE_CLASS_LATENCY],
                         &run->totals[to].classes[quantity - NOC_SAMPLE_CLASS_LATENCY]);
    if (quantity >= NOC_SAMPLE_INSTRUCTIONS && !s->options->workload)
        return (noc_batch_sums){0.0, 0.0};
    return sum_network(&run->totals[from], &run->totals[to], (noc_sample_quantity)quantity,
                       s->system);
}

double noc_sampling_mean(const noc_sampling *s, int quantity, const noc_replication *run,
                         size_t from, size_t to)
{
    const noc_batch_sums sums = noc_sampling_sum(s, quantity, run, from, to);
    return sums.numerator / sums.denominator;
}

void noc_sampling_join_batches(noc_sampling *s, int quantity)
{
    size_t count = 0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const size_t batch_count = run->batch_count - s->warmup_batches;
        for (size_t g = 0; g < NOC_SAMPLING_GROUPS; g++)
            s->group_sums[count++] = noc_sampling_sum(
                s, quantity, run, s->warmup_batches + g * batch_count / NOC_SAMPLING_GROUPS,
                s->warmup_batches + (g + 1) * batch_count / NOC_SAMPLING_GROUPS);
    }
}

void noc_sampling_set_marks(noc_sampling *s, size_t part)
{
    const noc_graph *g = &s->system->graph;
    const uint32_t channels = g->channel_count;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_run *run = s->runs.runs[i].run;
        noc_mark *m = &s->marks[i * NOC_SAMPLING_PARTS + part];
        m->sketch = *noc_run_sketch(run);
        memcpy(m->terminal_tallies, noc_run_terminal_tallies(run),
               g->terminal_count * sizeof *m->terminal_tallies);
        if (m->flow_tallies)
            memcpy(m->flow_tallies, noc_run_flow_tallies(run),
                   s->system->traffic.flow_count * sizeof *m->flow_tallies);
        for (uint32_t k = 0; m->class_sketches && k < s->system->traffic.class_count; k++)
            m->class_sketches[k] = *noc_run_class_sketch(run, k);
        for (uint32_t c = 0; c < channels; c++)
            for (unsigned k = 0; k < NOC_CLASSES; k++)
                m->flits[c * NOC_CLASSES + k] = noc_run_channel_flits(run, c, (noc_class)k);
    }
}

void noc_sampling_double_parts(noc_sampling *s)
{
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        noc_mark *marks = &s->marks[i * NOC_SAMPLING_PARTS];
        for (size_t part = 0; part < NOC_SAMPLING_PARTS / 2; part++) {
            const noc_mark later = marks[2 * part + 1];
            marks[2 * part + 1] = marks[part];
            marks[part] = later;
        }
    }
}

const noc_mark *noc_sampling_warmup_mark(const noc_sampling *s, unsigned replication)
{
    const size_t parts =
        s->warmup_batches ? s->warmup_batches * NOC_SAMPLING_PARTS / s->planned_batches : 0;
    return &s->marks[replication * NOC_SAMPLING_PARTS + (parts ? parts - 1 : 0)];
}

static bool make_mark(const noc_system *system, bool counts_flows, noc_mark *m)
{
    const uint32_t classes = system->traffic.class_count;
    m->flits = calloc(system->graph.channel_count, NOC_CLASSES * sizeof(uint32_t));
    m->terminal_tallies = calloc(system->graph.terminal_count + 1u, sizeof *m->terminal_tallies);
    if (classes > 1) m->class_sketches = calloc(classes, sizeof *m->class_sketches);
    if (counts_flows)
        m->flow_tallies = calloc(system->traffic.flow_count + 1, sizeof *m->flow_tallies);
    return m->flits && m->terminal_tallies && (m->class_sketches || classes == 1) &&
           (m->flow_tallies || !counts_flows);
}

bool noc_sampling_make_marks(noc_sampling *s)
{
    s->marks = calloc(NOC_REPLICATIONS * NOC_SAMPLING_PARTS, sizeof *s->marks);
    for (size_t i = 0; s->marks && i < NOC_REPLICATIONS * NOC_SAMPLING_PARTS; i++)
        if (!make_mark(s->system, s->options->flow_counts != NULL, &s->marks[i])) return false;
    return s->marks != NULL;
}

void noc_sampling_free_marks(noc_sampling *s)
{
    for (size_t i = 0; s->marks && i < NOC_REPLICATIONS * NOC_SAMPLING_PARTS; i++) {
        free(s->marks[i].flits);
        free(s->marks[i].terminal_tallies);
        free(s->marks[i].flow_tallies);
        free(s->marks[i].class_sketches);
    }
    free(s->marks);
}
