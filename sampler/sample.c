#include "sampler/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sampler/replication.h"

enum {
    FIRST_ROUND = 128,    /* batches of the first round, per replication */
    BATCH_PACKETS = 32,   /* packets that a batch should hold, at least */
    SHORTEST_BATCH = 128, /* cycles */
    GROUPS = 16,          /* batches are joined to so many per replication */
    WARMUP_PARTS = 16,    /* in which a replication is searched for the end of its warm-up */
    LEAST_WARMUP = 2,     /* parts that are dropped in any case */
    MOST_WARMUP = 8,      /* if it is not over then, the run was too short */
    LEAST_TRIPS = 64,     /* that a closed loop runs, before we believe that it has settled */
    WAITING = NOC_SAMPLE_QUANTITIES, /* at sources and memory nodes: no quantity that is reported */
};
static const double confidence = 0.95;
static const double warmup_confidence = 0.99; /* that a part that is dropped still belongs to it */
static const double level_confidence = 0.95;  /* that what follows is not level yet */
static const double moved_share =
    0.03; /* of the requests under way, by which their place may differ */
static const double accepted_share =
    0.98; /* of the offered load, below which we speak of saturation */

/* What a replication had done at the end of a part, of what is not kept by batches. */
typedef struct mark {
    noc_sketch sketch;
    uint32_t *flits; /* by channel and class */
} mark;

typedef struct sampling {
    const noc_system *system;
    double load;
    const noc_sample_options *options;
    noc_replications runs;
    size_t warmup; /* batches dropped from every replication */
    bool settled;  /* the warm-up has an end */
    mark *marks;   /* [replication * WARMUP_PARTS + part], at the ends of the parts */
    noc_pair pairs[NOC_REPLICATIONS * GROUPS]; /* joined batches */
} sampling;

/* ---- sums over a span of batches ------------------------------------------------------------ */

static bool has_replies(const noc_system *system)
{
    return system->traffic.types[0].reply >= 0;
}

/* Flits of what nodes created and got delivered; where there are replies that takes those, too: above saturation
 * requests may arrive whose replies pile up at memory nodes. */
static double accepted_flits(const noc_tally *from, const noc_tally *to, bool replies)
{
    const double flits =
        (double)(to->flits_ejected[NOC_REQUEST] - from->flits_ejected[NOC_REQUEST]);
    const double requests = (double)(to->delivered[NOC_REQUEST] - from->delivered[NOC_REQUEST]);
    const double answered = (double)(to->round_trips - from->round_trips);
    if (!replies) return flits;
    return requests > 0.0 ? flits * answered / requests : 0.0;
}

static noc_pair span(const noc_tally *from, const noc_tally *to, noc_sample_quantity quantity,
                     double injectors, bool replies)
{
    const noc_class q = NOC_REQUEST, p = NOC_REPLY;
#define GROWTH(field) ((double)(to->field - from->field))
    switch (quantity) {
    case NOC_SAMPLE_LATENCY:
        return (noc_pair){GROWTH(latency[q]) + GROWTH(latency[p]),
                          GROWTH(delivered[q]) + GROWTH(delivered[p])};
    case NOC_SAMPLE_NETWORK_LATENCY:
        return (noc_pair){GROWTH(network_latency[q]) + GROWTH(network_latency[p]),
                          GROWTH(delivered[q]) + GROWTH(delivered[p])};
    case NOC_SAMPLE_REQUEST_LATENCY:
        return (noc_pair){GROWTH(latency[q]), GROWTH(delivered[q])};
    case NOC_SAMPLE_REPLY_LATENCY:
        return (noc_pair){GROWTH(latency[p]), GROWTH(delivered[p])};
    case NOC_SAMPLE_ROUND_TRIP:
        return (noc_pair){GROWTH(round_trip), GROWTH(round_trips)};
    case NOC_SAMPLE_HOPS:
        return (noc_pair){GROWTH(routers[q]) + GROWTH(routers[p]),
                          GROWTH(delivered[q]) + GROWTH(delivered[p])};
    case NOC_SAMPLE_INSTRUCTIONS:
        return (noc_pair){GROWTH(instructions), GROWTH(core_cycles)};
    default:
        return (noc_pair){accepted_flits(from, to, replies), GROWTH(cycles) * injectors};
    }
#undef GROWTH
}

/* What the precision is asked of. */
static noc_sample_quantity watched_quantity(const sampling *s)
{
    if (s->options->workload) return NOC_SAMPLE_INSTRUCTIONS;
    return has_replies(s->system) ? NOC_SAMPLE_ROUND_TRIP : NOC_SAMPLE_LATENCY;
}

/* What rises to its mean while the network fills. */
static noc_sample_quantity main_quantity(const noc_system *system)
{
    return has_replies(system) ? NOC_SAMPLE_ROUND_TRIP : NOC_SAMPLE_LATENCY;
}

/* Packets that wait at sources and memory nodes at the end of a batch. */
static noc_pair waiting(const noc_replication *run, size_t from, size_t to)
{
    noc_pair sums = {0.0, (double)(to - from)};
    for (size_t k = from; k < to; k++) sums.sum += run->waiting[k + 1];
    return sums;
}

/* `quantity`: a noc_sample_quantity, or WAITING. */
static noc_pair sums_between(const sampling *s, int quantity, const noc_replication *run,
                             size_t from, size_t to)
{
    if (quantity == WAITING) return waiting(run, from, to);
    return span(&run->totals[from], &run->totals[to], (noc_sample_quantity)quantity,
                s->system->traffic.injectors, has_replies(s->system));
}

static double mean_between(const sampling *s, int quantity, const noc_replication *run, size_t from,
                           size_t to)
{
    const noc_pair sums = sums_between(s, quantity, run, from, to);
    return sums.sum / sums.count;
}

/* Joins the batches after the warm-up to GROUPS of each replication. */
static void join_batches(sampling *s, noc_sample_quantity quantity)
{
    size_t count = 0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const size_t kept = run->batches - s->warmup;
        for (size_t g = 0; g < GROUPS; g++)
            s->pairs[count++] = sums_between(s, (int)quantity, run, s->warmup + g * kept / GROUPS,
                                             s->warmup + (g + 1) * kept / GROUPS);
    }
}

/* ---- saturation ----------------------------------------------------------------------------- */

/* Packets that waited at sources and memory nodes when the second half of the run began and at its
 * end. If they grew by more than 2 % of what was offered meanwhile, the network does not keep up.
 */
static double share_kept_up(const sampling *s)
{
    if (s->options->workload) return 1.0; /* cores wait for the network */
    double grown = 0.0, offered = 0.0;
    const double rate = noc_system_packet_rate(s->system, s->load) * s->system->traffic.injectors;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const size_t half = run->batches / 2;
        grown += run->waiting[run->batches] - run->waiting[half];
        offered += rate * (double)((run->batches - half) * s->runs.batch_cycles);
    }
    return 1.0 - grown / offered;
}

/* Whether packets that wait became more by as many in the second half of the run as in the first. Where a queue is about to
 * overflow, but does not, they grow with the root of the time at most: by 0.41 of what the first half had brought. */
static bool backlog_grows(const sampling *s)
{
    static const double straight = 0.65;
    double middle[NOC_REPLICATIONS], end[NOC_REPLICATIONS], first = 0.0, second = 0.0;
    if (s->options->workload) return false; /* cores wait for the network */
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const size_t eighth = run->batches / 8;
        middle[i] = mean_between(s, WAITING, run, run->batches / 2 - eighth, run->batches / 2);
        end[i] = mean_between(s, WAITING, run, run->batches - eighth, run->batches);
        first += middle[i];
        second += end[i] - middle[i];
    }
    return second > straight * first &&
           noc_is_lower(middle, end, NOC_REPLICATIONS, warmup_confidence);
}

/* ---- rounds --------------------------------------------------------------------------------- */

static uint64_t most_cycles(const noc_sample_options *options)
{
    return options->max_cycles ? options->max_cycles : (uint64_t)NOC_SAMPLE_MAX_CYCLES;
}

/* Long enough for some packets, short enough for a first round within the cycles allowed. */
static uint64_t batch_cycles(const noc_system *system, double load,
                             const noc_sample_options *options)
{
    const uint64_t most = most_cycles(options);
    if (options->workload) return most / FIRST_ROUND < 256 ? most / FIRST_ROUND + 1 : 256;
    const double rate = noc_system_packet_rate(system, load) * system->traffic.injectors;
    const double longest = fmax(1.0, (double)(most / FIRST_ROUND));
    return (uint64_t)fmin(longest, fmax(SHORTEST_BATCH, BATCH_PACKETS / rate));
}

static void set_marks(sampling *s, size_t part)
{
    const uint32_t channels = s->system->graph.channel_count;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_run *engine = s->runs.runs[i].engine;
        mark *m = &s->marks[i * WARMUP_PARTS + part];
        m->sketch = *noc_run_sketch(engine);
        for (uint32_t c = 0; c < channels; c++)
            for (unsigned k = 0; k < NOC_CLASSES; k++)
                m->flits[c * NOC_CLASSES + k] = noc_run_channel_flits(engine, c, (noc_class)k);
    }
}

/* When a run is to be twice as long its parts will be, so every second mark stays. */
static void double_parts(sampling *s)
{
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        mark *marks = &s->marks[i * WARMUP_PARTS];
        for (size_t part = 0; part < WARMUP_PARTS / 2; part++) {
            const mark later = marks[2 * part + 1];
            marks[2 * part + 1] = marks[part];
            marks[part] = later;
        }
    }
}

/* Where a replication stood when the warm-up ended. */
static const mark *mark_of(const sampling *s, unsigned replication)
{
    const size_t parts = s->warmup * WARMUP_PARTS / s->runs.runs[0].batches;
    return &s->marks[replication * WARMUP_PARTS + parts - 1];
}

static bool make_marks(sampling *s)
{
    const uint32_t channels = s->system->graph.channel_count;
    s->marks = calloc(NOC_REPLICATIONS * WARMUP_PARTS, sizeof *s->marks);
    for (size_t i = 0; s->marks && i < NOC_REPLICATIONS * WARMUP_PARTS; i++) {
        s->marks[i].flits = calloc(channels, NOC_CLASSES * sizeof(uint32_t));
        if (!s->marks[i].flits) return false;
    }
    return s->marks != NULL;
}

static void free_marks(sampling *s)
{
    for (size_t i = 0; s->marks && i < NOC_REPLICATIONS * WARMUP_PARTS; i++)
        free(s->marks[i].flits);
    free(s->marks);
}

/* Flits of a class on a channel after the warm-up, over all replications. */
static double flits_after_warmup(const sampling *s, uint32_t channel, noc_class class)
{
    double flits = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++)
        flits += noc_run_channel_flits(s->runs.runs[i].engine, channel, class) -
                 mark_of(s, i)->flits[channel * NOC_CLASSES + class]; /* modulo 2^32 */
    return flits;
}

static void measure_channels(const sampling *s, double cycles, noc_sample *sample)
{
    sample->utilization = -1.0;
    for (uint32_t c = 0; c < s->system->graph.channel_count; c++) {
        const uint16_t network = s->system->graph.channels[c].network;
        double both = 0.0;
        for (unsigned k = 0; k < NOC_CLASSES; k++) {
            const double one = flits_after_warmup(s, c, (noc_class)k) / cycles;
            if (s->options->utilization) s->options->utilization[c * NOC_CLASSES + k] = one;
            both += one * noc_system_cycles_of_flit(s->system, (noc_class)k, network);
        }
        if (both <= sample->utilization) continue;
        sample->utilization = fmin(both, 1.0);
        sample->busiest = c;
    }
}

static double memory_ports(const noc_graph *g)
{
    double ports = 0.0;
    for (uint32_t m = 0; m < g->memory_count; m++) ports += g->terminals[g->memories[m]].injections;
    return ports;
}

/* Of few packets. False where there are more than the engines remember. */
static bool measure_few(const sampling *s, noc_sample *sample)
{
    uint64_t values[NOC_RECENT], left = NOC_RECENT;
    size_t count = 0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_recent *recent = noc_run_recent(s->runs.runs[i].engine);
        const uint64_t before = mark_of(s, i)->sketch.total;
        if (recent->total - before > left) return false;
        count += noc_recent_copy(recent, before, values + count);
        left = NOC_RECENT - count;
    }
    noc_recent_sort(values, count);
    sample->p50 = noc_recent_quantile(values, count, 0.50);
    sample->p95 = noc_recent_quantile(values, count, 0.95);
    sample->p99 = noc_recent_quantile(values, count, 0.99);
    return true;
}

static void measure_quantiles(const sampling *s, noc_sample *sample)
{
    if (measure_few(s, sample)) return;
    noc_sketch all = {.total = 0};
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_sketch *now = noc_run_sketch(s->runs.runs[i].engine);
        noc_sketch_merge(&all, now);
        noc_sketch_subtract(&all, &mark_of(s, i)->sketch);
    }
    sample->p50 = noc_sketch_quantile(&all, 0.50);
    sample->p95 = noc_sketch_quantile(&all, 0.95);
    sample->p99 = noc_sketch_quantile(&all, 0.99);
}

static void measure_loop(const sampling *s, noc_sample *sample)
{
    const noc_graph *g = &s->system->graph;
    const noc_nodes_spec *nodes = &s->system->design->nodes;
    noc_tally sum = {0};
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const noc_tally *from = &run->totals[s->warmup], *to = &run->totals[run->batches];
#define ADD(field) sum.field += to->field - from->field
        ADD(cycles), ADD(core_cycles), ADD(instructions), ADD(cores_blocked), ADD(outstanding);
        ADD(memory_stalled), ADD(dram.clocks), ADD(dram.accesses), ADD(dram.row_hits);
        ADD(dram_full), ADD(inputs_full);
        ADD(dram.bus_clocks), ADD(dram.queued_clocks), ADD(dram.bank_clocks);
#undef ADD
    }
    const double core_cycles = (double)sum.core_cycles * g->compute_count;
    const double issue = fmax(1.0, (double)nodes->warp_threads / nodes->simd_width);
    sample->memory_stalled = (double)sum.memory_stalled / ((double)sum.cycles * g->memory_count);
    sample->dram_full = (double)sum.dram_full / ((double)sum.cycles * g->memory_count);
    sample->inputs_full = (double)sum.inputs_full / ((double)sum.cycles * g->memory_count);
    sample->cores_issuing = (double)sum.instructions * issue / core_cycles;
    sample->cores_blocked = (double)sum.cores_blocked / core_cycles;
    sample->mshrs_used = (double)sum.outstanding / ((double)sum.cycles * g->compute_count);
    sample->row_hit_rate = (double)sum.dram.row_hits / (double)sum.dram.accesses;
    sample->bank_parallelism = (double)sum.dram.bank_clocks / (double)sum.dram.queued_clocks;
    sample->dram_used = (double)sum.dram.bus_clocks / (double)sum.dram.clocks;
    sample->dram_queued = (double)sum.dram.queued_clocks / (double)sum.dram.clocks;
}

static void blank_loop(noc_sample *sample)
{
    sample->memory_stalled = sample->cores_issuing = sample->cores_blocked = NAN;
    sample->mshrs_used = sample->row_hit_rate = sample->bank_parallelism = NAN;
    sample->dram_used = sample->dram_queued = sample->dram_full = sample->inputs_full = NAN;
}

static void measure_after_warmup(const sampling *s, noc_sample *sample)
{
    double cycles = 0.0, blocked = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const noc_tally *from = &run->totals[s->warmup], *to = &run->totals[run->batches];
        cycles += (double)(to->cycles - from->cycles);
        blocked += (double)(to->memory_blocked - from->memory_blocked);
    }
    sample->memory_blocked = blocked / cycles / memory_ports(&s->system->graph);
    if (s->options->workload)
        measure_loop(s, sample);
    else
        blank_loop(sample);
    measure_channels(s, cycles, sample);
    measure_quantiles(s, sample);
}

/* ---- warm-up -------------------------------------------------------------------------------- */

/* Means of batches [from, middle) and [middle, end) of each replication. */
typedef struct contrast {
    double first[NOC_REPLICATIONS], rest[NOC_REPLICATIONS];
} contrast;

static contrast contrast_of(const sampling *s, int quantity, size_t from, size_t middle)
{
    contrast c;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        c.first[i] = mean_between(s, quantity, run, from, middle);
        c.rest[i] = mean_between(s, quantity, run, middle, run->batches);
    }
    return c;
}

/* The batch at which a part begins. */
static size_t begin(const sampling *s, size_t part)
{
    return part * s->runs.runs[0].batches / WARMUP_PARTS;
}

/* Whether latencies of a part lie below all that follows it. */
static bool still_fills(const sampling *s, size_t part)
{
    const int quantity = (int)main_quantity(s->system);
    const contrast c = contrast_of(s, quantity, begin(s, part), begin(s, part + 1));
    return noc_is_lower(c.first, c.rest, NOC_REPLICATIONS, warmup_confidence);
}

/* Whether its throughput lies above. */
static bool still_sinks(const sampling *s, size_t part)
{
    const contrast c = contrast_of(s, NOC_SAMPLE_INSTRUCTIONS, begin(s, part), begin(s, part + 1));
    return noc_is_lower(c.rest, c.first, NOC_REPLICATIONS, warmup_confidence);
}

/* Whether the second half of what begins with a part differs from the first, by more than `least`. */
static bool still_moves(const sampling *s, int quantity, size_t part, double least)
{
    const size_t from = begin(s, part);
    const contrast c = contrast_of(s, quantity, from, (from + s->runs.runs[0].batches) / 2);
    double gap = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++)
        gap += (c.rest[i] - c.first[i]) / NOC_REPLICATIONS;
    return fabs(gap) > least &&
           (noc_is_lower(c.first, c.rest, NOC_REPLICATIONS, level_confidence) ||
            noc_is_lower(c.rest, c.first, NOC_REPLICATIONS, level_confidence));
}

/* Mean over all of the run until now. */
static double whole_mean(const sampling *s, int quantity)
{
    noc_pair sums = {0.0, 0.0};
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const noc_pair one = sums_between(s, quantity, run, 0, run->batches);
        sums.sum += one.sum;
        sums.count += one.count;
    }
    return sums.sum / sums.count;
}

/* The throughput of a closed loop starts high, with requests for all memory nodes alike, and sinks while they gather in
 * front of some. */
static bool loop_sinks(const sampling *s, size_t part)
{
    const noc_sample_quantity ipc = NOC_SAMPLE_INSTRUCTIONS;
    return still_sinks(s, part) ||
           still_moves(s, ipc, part, s->options->precision * whole_mean(s, ipc));
}

/* Where routers take turns, nodes far from memory get so little that their requests fill the buffers on the way only in
 * tens of round trips. Until then throughput may stay level, and sink again. What moves meanwhile is where
 * requests wait: at their cores or in the network. */
static bool loop_fills(const sampling *s)
{
    double outstanding = 0.0, trips = 0.0, cycles = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_tally *tally = noc_run_tally(s->runs.runs[i].engine);
        outstanding += (double)tally->outstanding; /* times cycles */
        trips += (double)tally->round_trips;
        cycles += (double)tally->cycles;
    }
    const double trip = outstanding / trips; /* Little's law: also of those that are not back yet */
    return cycles < LEAST_TRIPS * NOC_REPLICATIONS * trip ||
           still_moves(s, WAITING, LEAST_WARMUP, moved_share * outstanding / cycles);
}

/* In open loop an empty network fills: its latency starts low and rises to its mean. So parts are dropped from the
 * start while they lie below what follows. What lies above is no warm-up but a burst, and belongs
 * to the mean: rules that look for the calmest rest (MSER, White 1997) cut the bursts of a busy network
 * off, and with them up to half a per cent of its mean latency. Throughput of a closed loop has no such bursts. */
static void find_warmup(sampling *s)
{
    size_t part = LEAST_WARMUP;
    while (part < MOST_WARMUP &&
           (still_fills(s, part) || (s->options->workload && loop_sinks(s, part))))
        part++;
    s->settled = part < MOST_WARMUP && !(s->options->workload && loop_fills(s));
    s->warmup = part * s->runs.runs[0].batches / WARMUP_PARTS;
}

static void summarise(sampling *s, noc_sample *sample)
{
    find_warmup(s);
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++) {
        join_batches(s, (noc_sample_quantity)q);
        sample->quantities[q] = noc_batch_interval(s->pairs, NOC_REPLICATIONS, GROUPS, confidence);
    }
    sample->windows = NOC_REPLICATIONS * GROUPS;
    sample->cycles = sample->flit_hops = 0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_tally *tally = noc_run_tally(s->runs.runs[i].engine);
        sample->cycles += tally->cycles;
        sample->flit_hops += tally->flit_hops;
    }
    sample->warmup_cycles = NOC_REPLICATIONS * s->warmup * s->runs.batch_cycles;
}

static bool report(const noc_sample_options *options, double done)
{
    return !options->progress || options->progress(options->context, done < 1.0 ? done : 1.0);
}

/* Half-widths shrink with the root of the length, so this share of the work is done. */
static double share_done(const noc_interval *interval, double precision)
{
    const double relative = interval->half_width / interval->mean / precision;
    return relative > 0.0 ? 1.0 / (relative * relative) : 1.0;
}

/* Runs a round in slices, between which the user may stop it, and marks the ends of the run's parts. `done` is
 * the share of the whole work that was done before, `share` what this round adds. */
static noc_status run_round(sampling *s, size_t batches, double done, double share)
{
    enum { SLICES = WARMUP_PARTS };
    const size_t before = s->runs.runs[0].batches, after = before + batches;
    for (size_t from = 0, k = 1; k <= SLICES; k++) {
        const size_t to = batches * k / SLICES;
        if (!report(s->options, done + share * (double)from / (double)batches))
            return NOC_EINTERRUPTED;
        if (noc_replications_run(&s->runs, to - from) != NOC_OK) return NOC_EFAILED;
        if ((before + to) * WARMUP_PARTS % after == 0)
            set_marks(s, (before + to) * WARMUP_PARTS / after - 1);
        from = to;
    }
    return NOC_OK;
}

static noc_status run_rounds(sampling *s, noc_sample *sample)
{
    const uint64_t most = most_cycles(s->options);
    const noc_interval *watched = &sample->quantities[watched_quantity(s)];
    noc_status status = run_round(s, FIRST_ROUND / 2, 0.0, 0.01);
    size_t next = FIRST_ROUND / 2;
    unsigned behind = 0;
    double done = 0.01;
    for (;;) {
        double_parts(s);
        if (status == NOC_OK) status = run_round(s, next, done, done);
        if (status != NOC_OK) return status;
        summarise(s, sample);
        next = s->runs.runs[0].batches;
        sample->settled = s->settled;
        sample->converged =
            s->settled && watched->half_width <= s->options->precision * watched->mean;
        const bool kept_up = share_kept_up(s) >= accepted_share;
        behind = kept_up ? 0 : behind + 1;
        const uint64_t cycles = next * s->runs.batch_cycles;
        const bool last = cycles + cycles > most;
        sample->saturated = behind >= 2 || (last && behind > 0);
        sample->grows = sample->saturated || (!sample->converged && backlog_grows(s));
        if ((sample->converged && kept_up) || sample->saturated || last) return NOC_OK;
        done = share_done(watched, s->options->precision);
        if (done > 0.5) done = 0.5; /* at least a round as long as all before is still to come */
    }
}

static void blank_what_does_not_apply(const noc_system *system, noc_sample *sample)
{
    if (has_replies(system)) return;
    const noc_sample_quantity without[] = {NOC_SAMPLE_REQUEST_LATENCY, NOC_SAMPLE_REPLY_LATENCY,
                                           NOC_SAMPLE_ROUND_TRIP};
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++)
        sample->quantities[without[i]] = (noc_interval){NAN, NAN};
}

noc_status noc_sample_at(const noc_system *system, double load, const noc_sample_options *options,
                         noc_sample *sample, noc_diag *diag)
{
    sampling s = {.system = system, .load = load, .options = options};
    *sample = (noc_sample){0};
    noc_status status = NOC_EFAILED;
    const uint64_t batch = batch_cycles(system, load, options);
    if (make_marks(&s)) status = noc_replications_new(&s.runs, system, load, options, batch);
    if (status == NOC_OK) status = run_rounds(&s, sample);
    if (status == NOC_EFAILED) noc_replications_explain(&s.runs, diag);
    if (status == NOC_OK) {
        measure_after_warmup(&s, sample);
        blank_what_does_not_apply(system, sample);
        for (unsigned i = 0; i < NOC_REPLICATIONS && status == NOC_OK; i++)
            status = noc_run_check(s.runs.runs[i].engine, diag);
    }
    noc_replications_free(&s.runs);
    free_marks(&s);
    return status;
}

uint64_t noc_sample_lone_packet(const noc_system *system, size_t flow, int type, uint64_t seed)
{
    enum { STEP = 16, MOST_STEPS = 65536 };
    noc_run *engine = noc_run_new(system, (noc_load){.seed = seed});
    uint64_t latency = 0;
    const noc_class class = system->traffic.flows[flow].class;
    if (engine && noc_run_place(engine, flow, type) == NOC_OK) {
        const noc_tally *tally = noc_run_tally(engine);
        for (int i = 0; i < MOST_STEPS && tally->delivered[class] == 0; i++)
            if (noc_run_cycles(engine, STEP) != NOC_OK) break;
        latency = tally->delivered[class] ? tally->latency[class] : 0;
    }
    noc_run_free(engine);
    return latency;
}
