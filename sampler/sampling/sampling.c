#include "sampler/sampling/sampling.h"

#include <math.h>
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

#define GROWTH(field) ((double)(to->field - from->field))
#define BOTH(field)   (GROWTH(field[NOC_REQUEST]) + GROWTH(field[NOC_REPLY]))
#define RATIO(quantity, numerator, denominator) \
    case NOC_SAMPLE_##quantity:                 \
        return (noc_batch_sums)                 \
        {                                       \
            numerator, denominator              \
        }

/* Finds numerator and denominator of a quantity from the counts before and after some batches. */
static noc_batch_sums sum_counts(const noc_tally *from, const noc_tally *to,
                                 noc_sample_quantity quantity, const noc_system *system)
{
    const double cores = system->design->nodes.compute, memories = system->graph.memory_count;
    const double injectors = system->traffic.injector_count;
    const double absorbed = GROWTH(cores.hits) + GROWTH(cores.merges);
    const double replies = GROWTH(replies.count[0]) + GROWTH(replies.count[1]);
    if (!has_hardware(system->design, quantity)) return (noc_batch_sums){0.0, 0.0};
    switch (quantity) {
        RATIO(LATENCY, BOTH(latency), BOTH(delivered));
        RATIO(NETWORK_LATENCY, BOTH(network_latency), BOTH(delivered));
        RATIO(REQUEST_LATENCY, GROWTH(latency[NOC_REQUEST]), GROWTH(delivered[NOC_REQUEST]));
        RATIO(REPLY_LATENCY, GROWTH(latency[NOC_REPLY]), GROWTH(delivered[NOC_REPLY]));
        RATIO(ROUND_TRIP, GROWTH(round_trip), GROWTH(round_trips));
        RATIO(LOCAL_TRIP, GROWTH(dies[0].cycles), GROWTH(dies[0].trips));
        RATIO(REMOTE_TRIP, GROWTH(dies[1].cycles), GROWTH(dies[1].trips));
        RATIO(LOCAL_SHARE, GROWTH(dies[0].done), GROWTH(dies[0].done) + GROWTH(dies[1].done));
        RATIO(HOPS, BOTH(routers), BOTH(delivered));
        RATIO(ACCEPTED, count_accepted_flits(from, to, noc_sampling_has_replies(system)),
              GROWTH(cycles) * injectors);
        RATIO(INSTRUCTIONS, GROWTH(instructions), GROWTH(core_cycles));
        RATIO(MEMORY_STALLED, GROWTH(memory_stalled), GROWTH(cycles) * memories);
        RATIO(MSHRS_USED, GROWTH(outstanding), GROWTH(cycles) * cores);
        RATIO(READ_REQUESTS, 1000.0 * GROWTH(read_requests), GROWTH(instructions));
        RATIO(REDUNDANT, GROWTH(cores.redundant), fmax(1.0, GROWTH(cores.misses)));
        RATIO(ROW_HITS, GROWTH(dram.row_hits), GROWTH(dram.accesses));
        RATIO(BANKS, GROWTH(dram.bank_clocks), GROWTH(dram.queued_clocks));
        RATIO(DRAM_USED, GROWTH(dram.bus_clocks), GROWTH(dram.clocks));
        RATIO(ABSORBED, absorbed, absorbed + GROWTH(cores.sent));
        RATIO(ENTRIES_USED, GROWTH(cores.entries),
              GROWTH(cycles) * noc_compute_terminals(system->design));
        RATIO(GROUP, replies, GROWTH(replies.groups));
        RATIO(BURSTS, GROWTH(replies.count[1]), replies);
        RATIO(BURST_WAIT, GROWTH(replies.waits[1]), GROWTH(replies.count[1]));
        RATIO(NORMAL_WAIT, GROWTH(replies.waits[0]), GROWTH(replies.count[0]));
    default:
        return (noc_batch_sums){0.0, 0.0};
    }
}

#undef RATIO
#undef BOTH
#undef GROWTH

noc_sample_quantity noc_sampling_find_target(const noc_sampling *s)
{
    if (s->options->workload) return NOC_SAMPLE_INSTRUCTIONS;
    return noc_sampling_find_main(s->system);
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
    return sum_counts(&run->totals[from], &run->totals[to], (noc_sample_quantity)quantity,
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

static void make_mark(noc_sampling *s, noc_mark *m)
{
    const noc_graph *g = &s->system->graph;
    const noc_traffic *t = &s->system->traffic;
    m->flits = noc_arena_array(&s->arena, g->channel_count, NOC_CLASSES * sizeof *m->flits);
    m->terminal_tallies =
        noc_arena_array(&s->arena, g->terminal_count, sizeof *m->terminal_tallies);
    if (t->class_count > 1)
        m->class_sketches = noc_arena_array(&s->arena, t->class_count, sizeof *m->class_sketches);
    if (s->options->flow_counts)
        m->flow_tallies = noc_arena_array(&s->arena, t->flow_count, sizeof *m->flow_tallies);
}

bool noc_sampling_make_marks(noc_sampling *s)
{
    s->marks = noc_arena_array(&s->arena, NOC_REPLICATIONS * NOC_SAMPLING_PARTS, sizeof *s->marks);
    for (size_t i = 0; s->marks && i < NOC_REPLICATIONS * NOC_SAMPLING_PARTS; i++)
        make_mark(s, &s->marks[i]);
    return !s->arena.is_short;
}

void noc_sampling_clear(noc_sampling *s)
{
    noc_replications_free(&s->runs);
    noc_arena_clear(&s->arena);
}
