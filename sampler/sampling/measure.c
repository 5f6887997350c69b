#include "sampler/sampling/measure.h"

#include <math.h>

/* Finds the half-width of the 95 % interval of a mean from the values of the replications. */
static double find_half_width(const double values[NOC_REPLICATIONS])
{
    noc_batch_sums pairs[NOC_REPLICATIONS];
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) pairs[i] = (noc_batch_sums){values[i], 1.0};
    return noc_ratio_interval(pairs, NOC_REPLICATIONS, 0.95).half_width;
}

/* Counts the flits of a class on a channel after the warm-up in one replication;
 * flits_after_warmup: in all replications. */
static double count_run_flits(const noc_sampling *s, unsigned run, uint32_t channel,
                              noc_class class)
{
    /* difference modulo 2^32 */
    return noc_run_channel_flits(s->runs.runs[run].run, channel, class) -
           noc_sampling_warmup_mark(s, run)->flits[channel * NOC_CLASSES + class];
}

static double count_flits(const noc_sampling *s, uint32_t channel, noc_class class)
{
    double flits = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) flits += count_run_flits(s, i, channel, class);
    return flits;
}

/* Measures the interval of the busiest channel's utilisation. */
static void measure_busiest(const noc_sampling *s, double cycles, noc_sample *sample)
{
    double used[NOC_REPLICATIONS];
    const uint32_t c = sample->busiest_channel;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        used[i] = 0.0;
        for (unsigned k = 0; k < NOC_CLASSES; k++)
            used[i] += count_run_flits(s, i, c, (noc_class)k) / (cycles / NOC_REPLICATIONS) *
                       noc_system_flit_cycles(s->system, (noc_class)k, c) /
                       noc_channel_capacity(&s->system->graph, c);
    }
    sample->utilization_half = find_half_width(used);
}

static void measure_channels(const noc_sampling *s, double cycles, noc_sample *sample)
{
    sample->utilization = -1.0;
    for (uint32_t c = 0; c < s->system->graph.channel_count; c++) {
        double used = 0.0;
        for (unsigned k = 0; k < NOC_CLASSES; k++) {
            const double class_flits = count_flits(s, c, (noc_class)k) / cycles;
            if (s->options->utilization) s->options->utilization[c * NOC_CLASSES + k] = class_flits;
            used += class_flits * noc_system_flit_cycles(s->system, (noc_class)k, c);
        }
        if (!noc_network_has_channels(noc_graph_channel_network(&s->system->graph, c))) continue;
        used /= noc_channel_capacity(&s->system->graph, c);
        if (used <= sample->utilization) continue;
        sample->utilization = fmin(used, 1.0);
        sample->busiest_channel = c;
    }
    if (noc_graph_has_channels(&s->system->graph))
        measure_busiest(s, cycles, sample);
    else
        sample->utilization = sample->utilization_half = NAN;
}

static double count_memory_ports(const noc_graph *g)
{
    double ports = 0.0;
    for (uint32_t m = 0; m < g->memory_count; m++)
        ports += g->terminals[g->memory_terminals[m]].injections;
    return ports;
}

/* Measures exact quantiles of few packets. False: more packets than a run stores. */
static bool measure_exact_quantiles(const noc_sampling *s, noc_sample *sample)
{
    uint64_t values[NOC_RECENT_MAX], room = NOC_RECENT_MAX;
    size_t count = 0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_recent_latencies *recent = noc_run_recent(s->runs.runs[i].run);
        const uint64_t warmup_count = noc_sampling_warmup_mark(s, i)->sketch.total;
        if (recent->total - warmup_count > room) return false;
        count += noc_recent_copy(recent, warmup_count, values + count);
        room = NOC_RECENT_MAX - count;
    }
    noc_recent_sort(values, count);
    sample->p50 = noc_recent_quantile(values, count, 0.50);
    sample->p95 = noc_recent_quantile(values, count, 0.95);
    sample->p99 = noc_recent_quantile(values, count, 0.99);
    return true;
}

static void measure_quantiles(const noc_sampling *s, noc_sample *sample)
{
    noc_sketch total = {.total = 0};
    static const double half_a_cycle = 0.5; /* latencies are whole cycles */
    double p50[NOC_REPLICATIONS], p95[NOC_REPLICATIONS], p99[NOC_REPLICATIONS];
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        noc_sketch run_sketch = *noc_run_sketch(s->runs.runs[i].run);
        noc_sketch_subtract(&run_sketch, &noc_sampling_warmup_mark(s, i)->sketch);
        noc_sketch_merge(&total, &run_sketch);
        p50[i] = noc_sketch_quantile(&run_sketch, 0.50);
        p95[i] = noc_sketch_quantile(&run_sketch, 0.95);
        p99[i] = noc_sketch_quantile(&run_sketch, 0.99);
    }
    sample->p50_half = fmax(find_half_width(p50), half_a_cycle);
    sample->p95_half = fmax(find_half_width(p95), half_a_cycle);
    sample->p99_half = fmax(find_half_width(p99), half_a_cycle);
    if (measure_exact_quantiles(s, sample)) return;
    sample->p50 = noc_sketch_quantile(&total, 0.50);
    sample->p95 = noc_sketch_quantile(&total, 0.95);
    sample->p99 = noc_sketch_quantile(&total, 0.99);
}

/* Measures a quantity after the warm-up, over all replications. */
static double measure_ratio(const noc_sampling *s, noc_sample_quantity quantity)
{
    noc_batch_sums sum = {0.0, 0.0};
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const noc_batch_sums part =
            noc_sampling_sum(s, (int)quantity, run, s->warmup_batches, run->batch_count);
        sum.numerator += part.numerator;
        sum.denominator += part.denominator;
    }
    return sum.numerator / sum.denominator;
}

static void measure_loop(const noc_sampling *s, noc_sample *sample)
{
    const noc_graph *g = &s->system->graph;
    const noc_nodes_spec *nodes = &s->system->design->nodes;
    noc_tally sum = {0};
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const noc_tally *from = &run->totals[s->warmup_batches],
                        *to = &run->totals[run->batch_count];
#define ADD(field) sum.field += to->field - from->field
        ADD(cycles), ADD(core_cycles), ADD(instructions), ADD(cores_blocked), ADD(dram_full);
        ADD(inputs_full), ADD(cores.misses), ADD(cores.redundant);
        ADD(dram.clocks), ADD(dram.queued_clocks);
#undef ADD
    }
    const double cores = nodes->compute, core_cycles = (double)sum.core_cycles * cores;
    const double issue = fmax(1.0, (double)nodes->warp_threads / nodes->simd_width);
    sample->memory_stalled = measure_ratio(s, NOC_SAMPLE_MEMORY_STALLED);
    sample->dram_full = (double)sum.dram_full / ((double)sum.cycles * g->memory_count);
    sample->inputs_full = (double)sum.inputs_full / ((double)sum.cycles * g->memory_count);
    sample->cores_issuing = (double)sum.instructions * issue / core_cycles;
    sample->cores_blocked = (double)sum.cores_blocked / core_cycles;
    sample->redundant = (double)sum.cores.redundant / fmax(1.0, (double)sum.cores.misses);
    sample->read_requests = measure_ratio(s, NOC_SAMPLE_READ_REQUESTS);
    sample->mshrs_used = measure_ratio(s, NOC_SAMPLE_MSHRS_USED);
    sample->row_hit_rate = measure_ratio(s, NOC_SAMPLE_ROW_HITS);
    sample->bank_parallelism = measure_ratio(s, NOC_SAMPLE_BANKS);
    sample->dram_used = measure_ratio(s, NOC_SAMPLE_DRAM_USED);
    sample->dram_queued = (double)sum.dram.queued_clocks / (double)sum.dram.clocks;
}

static void measure_replies(const noc_sampling *s, noc_sample *sample)
{
    sample->replies = (noc_sample_replies){
        .group = measure_ratio(s, NOC_SAMPLE_GROUP),
        .bursts = measure_ratio(s, NOC_SAMPLE_BURSTS),
        .burst_wait = measure_ratio(s, NOC_SAMPLE_BURST_WAIT),
        .normal_wait = measure_ratio(s, NOC_SAMPLE_NORMAL_WAIT),
    };
}

/* ---- kernels and clusters ------------------------------------------------------------------- */

static void blank_kernels(noc_sample *sample)
{
    sample->absorbed = sample->entries_used = sample->makespan = sample->stp = sample->antt = NAN;
    sample->threads = sample->makespan_half_width = NAN;
    for (int k = 0; k < NOC_KERNELS_MAX; k++) sample->kernel_instructions[k] = NAN;
}

static void measure_clusters(const noc_sampling *s, noc_sample *sample)
{
    const noc_design *d = s->system->design;
    double entries = 0.0, cycles = 0.0;
    if (d->cluster.cores < 2 || d->cluster.merge_entries == 0) return;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const noc_tally *from = &run->totals[s->warmup_batches],
                        *to = &run->totals[run->batch_count];
        entries += (double)(to->cores.entries - from->cores.entries);
        cycles += (double)(to->cycles - from->cycles);
    }
    sample->absorbed = measure_ratio(s, NOC_SAMPLE_ABSORBED);
    sample->entries_used = entries / cycles / noc_compute_terminals(d);
}

/* Counts the core cycles after the warm-up in which a kernel ran. */
static double count_kernel_cycles(const noc_sampling *s, const noc_replication *run, int kernel)
{
    const noc_tally *from = &run->totals[s->warmup_batches], *to = &run->totals[run->batch_count];
    const noc_loop_end *end = noc_run_end(run->run);
    const double cycles = (double)(to->core_cycles - from->core_cycles);
    return end->is_over ? cycles * (double)end->makespans[kernel] / (double)end->makespan : cycles;
}

/* Measures a kernel of the design, if it runs. Returns its instructions. */
static double measure_kernel(const noc_sampling *s, int kernel, noc_sample *sample)
{
    const int only = s->options->kernels.kernel_number, place = only ? 0 : kernel;
    double instructions = 0.0, cycles = 0.0;
    if (only && only != kernel + 1) return 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        instructions += (double)(run->totals[run->batch_count].cores.instructions[place] -
                                 run->totals[s->warmup_batches].cores.instructions[place]);
        cycles += count_kernel_cycles(s, run, kernel);
    }
    sample->kernel_instructions[kernel] = instructions / cycles;
    return instructions;
}

static void measure_kernels(const noc_sampling *s, noc_sample *sample)
{
    const noc_design *d = s->system->design;
    double total_instructions = 0.0, threads = 0.0;
    for (int k = 0; k < d->cta.kernels; k++) {
        const noc_workload *w = d->kernel_name_count ? &d->kernels[k] : s->options->workload;
        const double instructions = measure_kernel(s, k, sample);
        total_instructions += instructions;
        threads += instructions * w->active_threads;
    }
    sample->threads =
        d->cta.kernels > 1 ? threads / total_instructions : s->options->workload->active_threads;
}

static void measure_phases(const noc_sampling *s, noc_sample *sample)
{
    double instructions[NOC_PHASES_MAX] = {0}, cycles[NOC_PHASES_MAX] = {0}, total_cycles = 0.0,
           total_instructions = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const noc_phase_tally *from = &run->totals[s->warmup_batches].phases,
                              *to = &run->totals[run->batch_count].phases;
        for (int k = 0; k < NOC_PHASES_MAX; k++) {
            instructions[k] += (double)(to->instructions[k] - from->instructions[k]);
            cycles[k] += (double)(to->cycles[k] - from->cycles[k]);
        }
    }
    for (int k = 0; k < NOC_PHASES_MAX; k++) {
        total_instructions += instructions[k];
        total_cycles += cycles[k];
    }
    for (int k = 0; k < NOC_PHASES_MAX && cycles[k] > 0.0; k++) {
        sample->phase_instructions[k] = instructions[k] / cycles[k];
        sample->phase_times[k] = cycles[k] / total_cycles;
        sample->phase_shares[k] = instructions[k] / total_instructions;
    }
}

static void measure_makespan(const noc_sampling *s, noc_sample *sample)
{
    double sum = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_loop_end *end = noc_run_end(s->runs.runs[i].run);
        if (!end || !end->is_over) return;
        sum += (double)end->makespan;
    }
    sample->makespan = sum / NOC_REPLICATIONS;
}

/* ---- figures that do not apply -------------------------------------------------------------- */

static void blank_loop(noc_sample *sample)
{
    sample->replies = (noc_sample_replies){NAN, NAN, NAN, NAN};
    sample->memory_stalled = sample->cores_issuing = sample->cores_blocked = NAN;
    sample->redundant = sample->read_requests = sample->mshrs_used = sample->row_hit_rate =
        sample->bank_parallelism = NAN;
    sample->dram_used = sample->dram_queued = sample->dram_full = sample->inputs_full = NAN;
}

/* ---- classes and sources --------------------------------------------------------------------- */

/* Sets the class figures to NAN; latencies of requests and replies are intervals. */
static void blank_classes(noc_sample *sample, uint32_t first)
{
    for (uint32_t k = first; k < NOC_TRAFFIC_CLASSES_MAX; k++)
        sample->classes[k] = (noc_sample_class){{NAN, NAN}, NAN, NAN};
}

/* Finds a quantile of the latencies of a class after the warm-up. */
static double find_class_quantile(const noc_sampling *s, uint32_t class, double share)
{
    noc_sketch sketch = {.total = 0};
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        noc_sketch_merge(&sketch, noc_run_class_sketch(s->runs.runs[i].run, class));
        noc_sketch_subtract(&sketch, &noc_sampling_warmup_mark(s, i)->class_sketches[class]);
    }
    return noc_sketch_quantile(&sketch, share);
}

static void measure_classes(const noc_sampling *s, double cycles, noc_sample *sample)
{
    const uint32_t classes = s->system->traffic.class_count;
    blank_classes(sample, classes > 1 ? classes : 0);
    for (uint32_t k = 0; k < classes && classes > 1; k++) {
        double flits = 0.0;
        for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
            const noc_replication *run = &s->runs.runs[i];
            flits += (double)(run->totals[run->batch_count].classes[k].flits -
                              run->totals[s->warmup_batches].classes[k].flits);
        }
        sample->classes[k].accepted = flits / cycles / s->system->traffic.injector_count;
        sample->classes[k].p99 = find_class_quantile(s, k, 0.99);
    }
}

/* Sums the finished packets of a terminal after the warm-up, and their latencies; with `is_flow`
 * those of a flow, where transactions with answers count at the flow of the answers. */
static noc_owner_tally sum_tallies(const noc_sampling *s, bool is_flow, size_t owner)
{
    noc_owner_tally sum = {0, 0};
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_run *run = s->runs.runs[i].run;
        const noc_mark *mark = noc_sampling_warmup_mark(s, i);
        const noc_owner_tally *end = is_flow ? noc_run_flow_tallies(run)
                                             : noc_run_terminal_tallies(run),
                              *start = is_flow ? mark->flow_tallies : mark->terminal_tallies;
        sum.packets += end[owner].packets - start[owner].packets;
        sum.cycles += end[owner].cycles - start[owner].cycles;
    }
    return sum;
}

static void measure_sources(const noc_sampling *s, noc_sample *sample)
{
    double minimum = INFINITY, maximum = 0.0, sum = 0.0, nodes = 0.0;
    sample->fastest_source = sample->slowest_source = NAN;
    sample->slowest_node = sample->busiest_node = NOC_NONE;
    for (uint32_t t = 0; t < s->system->graph.terminal_count; t++) {
        if (!s->system->traffic.creates_packets[t]) continue;
        const noc_owner_tally transactions = sum_tallies(s, false, t);
        const double packets = (double)transactions.packets,
                     latency = (double)transactions.cycles / packets;
        sample->fastest_source = fmin(sample->fastest_source, latency);
        sample->slowest_source = fmax(sample->slowest_source, latency);
        if (packets < minimum) sample->slowest_node = t;
        if (packets > maximum) sample->busiest_node = t;
        minimum = fmin(minimum, packets);
        maximum = fmax(maximum, packets);
        sum += packets;
        nodes += 1.0;
    }
    sample->least_served = sum > 0.0 ? minimum * nodes / sum : NAN;
    sample->most_served = sum > 0.0 ? maximum * nodes / sum : NAN;
}

static void measure_flows(const noc_sampling *s, double cycles)
{
    const noc_traffic *t = &s->system->traffic;
    for (size_t f = 0; s->options->flow_counts && f < t->flow_count; f++) {
        const noc_flow *flow = &t->flows[f];
        const uint32_t reply =
            flow->class == NOC_REPLY
                ? NOC_NONE
                : noc_traffic_find_flow(t, NOC_REPLY, flow->destination, flow->source);
        noc_owner_tally transactions =
            flow->class == NOC_REPLY ? (noc_owner_tally){0, 0} : sum_tallies(s, true, f);
        if (reply != NOC_NONE) {
            const noc_owner_tally replies = sum_tallies(s, true, reply);
            transactions.packets += replies.packets;
            transactions.cycles += replies.cycles;
        }
        s->options->flow_counts[f] =
            (noc_sample_flow){(double)transactions.packets / cycles,
                              (double)transactions.cycles / (double)transactions.packets};
    }
}

/* ---- all figures ----------------------------------------------------------------------------- */

static void blank_unused_quantities(const noc_system *system, noc_sample *sample)
{
    if (noc_sampling_has_replies(system)) return;
    const noc_sample_quantity unused[] = {NOC_SAMPLE_REQUEST_LATENCY, NOC_SAMPLE_REPLY_LATENCY,
                                          NOC_SAMPLE_ROUND_TRIP};
    for (size_t i = 0; i < sizeof unused / sizeof unused[0]; i++)
        sample->quantities[unused[i]] = (noc_interval){NAN, NAN};
}

void noc_sampling_measure(const noc_sampling *s, noc_sample *sample)
{
    double cycles = 0.0, blocked = 0.0;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &s->runs.runs[i];
        const noc_tally *from = &run->totals[s->warmup_batches],
                        *to = &run->totals[run->batch_count];
        cycles += (double)(to->cycles - from->cycles);
        blocked += (double)(to->memory_blocked - from->memory_blocked);
    }
    sample->memory_blocked = blocked / cycles / count_memory_ports(&s->system->graph);
    blank_kernels(sample);
    measure_classes(s, cycles, sample);
    measure_sources(s, sample);
    measure_flows(s, cycles);
    if (s->options->workload) {
        measure_loop(s, sample);
        measure_clusters(s, sample);
        measure_replies(s, sample);
        measure_kernels(s, sample);
        measure_phases(s, sample);
    } else {
        blank_loop(sample);
    }
    measure_makespan(s, sample);
    measure_channels(s, cycles, sample);
    measure_quantiles(s, sample);
    blank_unused_quantities(s->system, sample);
}

uint64_t noc_sampling_scale_cycles(uint64_t cycles, double factor)
{
    const double scaled = factor * (double)cycles;
    const double unit = pow(10.0, floor(log10(fmax(scaled, 10.0))) - 1.0);
    return (uint64_t)(ceil(scaled / unit) * unit);
}
