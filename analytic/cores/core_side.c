#include "analytic/cores/core_side.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/auto.h"
#include "base/min_max.h"

/* Cycles of a round trip on a cluster's bus; cycles of a hit in its cache. */
static const double bus_cycles = 2.0, hit_cycles = 1.0;

/* If warps do not divide evenly, the first slots, which are filled first, have one more warp
 * each. */
double noc_count_warps(const noc_design *d, const noc_workload *w, double ctas)
{
    const int warps_per_slot = w->warps / d->cta.slots, extra_warps = w->warps % d->cta.slots;
    return ctas * warps_per_slot + min_of(ctas, extra_warps);
}

noc_core_class noc_make_core_class(const noc_design *d, const noc_workload *w, double cores,
                                   double ctas, double warp_instructions)
{
    const double clocks = d->chip.clock_mhz / noc_core_mhz(d);
    const double issue = max_of(1.0, (double)d->nodes.warp_threads / d->nodes.simd_width);
    const double cta_warps = (double)w->warps / d->cta.slots;
    noc_core_class c = {
        .workload = w,
        .cores = cores,
        .weighted_cores = cores,
        .warps = ctas > 0.0 ? noc_count_warps(d, w, ctas) : w->warps,
        .ctas = ctas,
        .warp_instructions = warp_instructions,
        .think_cycles = w->instructions * w->burst * issue * clocks,
        .issue_cycles = (issue - 1.0) * clocks,
        .blocks = ceil((double)w->burst * d->memory.line_bytes / d->memory.interleave_bytes),
    };
    c.lines_per_block = w->burst / c.blocks;
    for (int i = 0; i < NOC_QUANTILE_KNOTS && ctas > 0.0; i++)
        c.largest_quantiles[i] =
            gsl_cdf_ugaussian_Pinv(pow((i + 0.5) / NOC_QUANTILE_KNOTS, 1.0 / cta_warps));
    return c;
}

/* ---- a core --------------------------------------------------------------------------------- */

enum { WARPS_MAX = 256 };

/* Memory instructions per cycle of 0, 1, ... warps that alternate on a pipeline and wait for memory
 * in between (mean-value analysis, docs/model.md (29)). */
typedef struct issue_rates {
    double warp_rate[WARPS_MAX + 1];
} issue_rates;

static void find_issue_rates(double warps, double think, double away_cycles, issue_rates *p)
{
    double queue = 0.0;
    p->warp_rate[0] = 0.0;
    for (int n = 1; n < warps + 1.0 && n <= WARPS_MAX; n++) {
        const double stay_cycles = think * (1.0 + queue);
        p->warp_rate[n] = n / (away_cycles + stay_cycles);
        queue = p->warp_rate[n] * stay_cycles;
    }
}

/* Issue rate of a number of warps: linear between whole numbers. */
static double issue_rate(const issue_rates *p, double warps)
{
    const double warp_count = min_of(warps, WARPS_MAX);
    const int whole_warps = (int)ceil(warp_count);
    if (whole_warps < 1) return 0.0;
    return p->warp_rate[whole_warps] +
           (whole_warps - warp_count) * (p->warp_rate[whole_warps - 1] - p->warp_rate[whole_warps]);
}

/* Mean round trip of the last of several blocks, as a share of the round trip. Blocks that hit in a
 * cache count as 0. A merged block takes a part of the round trip, uniform up to twice the mean
 * part. Sent blocks take all of it. */
static double longest_trip_share(const noc_read_shares *s, double blocks, double inside_share)
{
    const double cached_share = s->l1 + s->cache_hits,
                 merged_share = s->merged_by_mshrs + s->merged_by_table,
                 unsent_share = cached_share + merged_share;
    if (!(merged_share > 0.0)) return 1.0 - pow(cached_share, blocks);
    const double outside_share = 1.0 - inside_share;
    const double mean_merged_trip =
        (s->merged_by_mshrs * s->mshr_waits * inside_share +
         s->merged_by_table * (outside_share + s->table_waits * inside_share)) /
        merged_share;
    const double longest_merged = min_of(1.0, 2.0 * mean_merged_trip);
    const double merged_part = (pow(unsent_share, blocks + 1.0) - pow(cached_share, blocks + 1.0)) /
                               merged_share / (blocks + 1.0);
    return 1.0 - longest_merged * merged_part - (1.0 - longest_merged) * pow(unsent_share, blocks);
}

/* Wait of a warp for a read: mean cycles, and mean square. */
typedef struct read_wait {
    double mean, square;
} read_wait;

static read_wait find_read_wait(const noc_core_class *c, const noc_read_shares *s,
                                noc_core_trip trip)
{
    const double share = longest_trip_share(s, c->blocks, trip.inside_cycles / trip.total_cycles);
    /* chance that at least one block is sent */
    const double sent_chance =
        1.0 - pow(s->l1 + s->cache_hits + s->merged_by_mshrs + s->merged_by_table, c->blocks);
    const double hit_cycles_sum = (pow(s->l1 + s->cache_hits, c->blocks) - pow(s->l1, c->blocks)) *
                                  (trip.total_cycles - trip.inside_cycles + hit_cycles);
    const double mean = share * trip.total_cycles + sent_chance * trip.last_reply_cycles +
                        (s->cache_hits > 0.0 ? hit_cycles_sum : 0.0);
    const double merged_only_share = share > sent_chance ? (share - sent_chance) * 2.0 / 3.0 : 0.0;
    const double longest = trip.total_cycles + trip.last_reply_cycles;
    return (read_wait){mean, sent_chance * (longest * longest + trip.variance) +
                                 merged_only_share * trip.total_cycles * trip.total_cycles};
}

/* Mean cycles for which a request holds an MSHR. */
static double mshr_cycles(const noc_core_class *c, const noc_read_shares *s, noc_core_trip trip)
{
    const double read_share = c->workload->read_fraction,
                 bus_cycles_before = trip.total_cycles - trip.inside_cycles;
    const double merged_cycles = bus_cycles_before + s->table_waits * trip.inside_cycles,
                 cache_cycles = bus_cycles_before + hit_cycles;
    return read_share * (s->sent * trip.total_cycles + s->merged_by_table * merged_cycles +
                         s->cache_hits * cache_cycles) +
           (1.0 - read_share) * (trip.total_cycles - trip.unheld_cycles);
}

/* Finds the time of CTAs. A warp's time, for its instructions and a binomial number of waits for
 * memory, is about gamma distributed (quantiles: Wilson and Hilferty, PNAS 17(12), 1931). A CTA
 * ends with its slowest warp. */
static void find_cta_time(const noc_core_class *c, double cycle, read_wait wait,
                          noc_core_flow *flow)
{
    const noc_workload *w = c->workload;
    const double chance = 1.0 / (w->instructions * w->burst);
    const double read_count = c->warp_instructions * chance, mean = read_count * cycle;
    const double away_cycles = w->read_fraction * wait.mean;
    const double variance =
        read_count * (w->read_fraction * wait.square - chance * away_cycles * away_cycles);
    const double ninth_variance = variance / (9.0 * mean * mean);
    double sum = 0.0, square = 0.0;
    for (int i = 0; i < NOC_QUANTILE_KNOTS; i++) {
        const double root =
            max_of(0.0, 1.0 - ninth_variance + c->largest_quantiles[i] * sqrt(ninth_variance));
        const double t = root * root * root;
        sum += t / NOC_QUANTILE_KNOTS;
        square += t * t / NOC_QUANTILE_KNOTS;
    }
    flow->active_share = min_of(1.0, 1.0 / sum);
    flow->cta_cycles = mean * max_of(1.0, sum);
    flow->deviation = sqrt(max_of(0.0, square / (sum * sum) - 1.0));
}

/* Dispersion of the number of requests: of a renewal process, the variance of the time between
 * requests over its squared mean. This time is geometric work and waits. */
static double request_dispersion(const noc_core_class *c, double cycle, double away_cycles,
                                 read_wait wait)
{
    const double work_cycles = cycle - away_cycles, read_share = c->workload->read_fraction;
    const double variance =
        work_cycles * work_cycles + read_share * wait.square - away_cycles * away_cycles;
    return variance / (cycle * cycle);
}

/* Flow of a core at given read shares. */
static noc_core_flow flow_at_shares(const noc_core_class *c, double mshrs, noc_core_trip trip,
                                    const noc_read_shares *s)
{
    const noc_workload *w = c->workload;
    noc_core_flow flow = {.reads = *s, .active_share = 1.0};
    const read_wait wait = find_read_wait(c, s, trip);
    const double away_cycles = w->read_fraction * max_of(0.0, wait.mean - c->issue_cycles);
    issue_rates p;
    find_issue_rates(c->warps, c->think_cycles, away_cycles, &p);
    double rate = issue_rate(&p, c->warps);
    if (c->ctas > 0.0 && rate > 0.0) {
        const double active_limit =
            min_of(1.0, mshrs / mshr_cycles(c, s, trip) / (rate * w->burst));
        find_cta_time(c, c->warps / (rate * active_limit), wait, &flow);
        rate = issue_rate(&p, c->warps * flow.active_share);
    }
    flow.requests = min_of(rate * w->burst, mshrs / mshr_cycles(c, s, trip));
    const double cycle = c->warps * flow.active_share / flow.requests * w->burst;
    flow.dispersion = request_dispersion(c, cycle, away_cycles, wait);
    if (c->ctas > 0.0)
        flow.cta_cycles = c->warp_instructions * c->warps / (flow.requests * w->instructions);
    flow.used_mshrs = flow.requests * mshr_cycles(c, s, trip);
    return flow;
}

/* First touches of lines by a CTA per cycle. */
static double touch_rate(const noc_core_class *c, const noc_core_flow *flow)
{
    return flow->requests / c->lines_per_block / flow->reads.touches_per_line / c->ctas;
}

/* Flow of a core. Iterates, since merged reads speed a core up, so more of its reads are merged. */
static noc_core_flow find_flow(const noc_core_class *c, double mshrs, noc_core_trip trip,
                               noc_read_shares first_shares)
{
    enum { ROUNDS = 12 };
    static const double tolerance = 5e-4;
    noc_core_flow flow = flow_at_shares(c, mshrs, trip, &first_shares);
    if (!c->sharing || !(flow.requests > 0.0)) return flow;
    for (int i = 0; i < ROUNDS; i++) {
        const double last_requests = flow.requests;
        const noc_read_shares s =
            noc_find_read_shares(c->sharing, trip.inside_cycles * touch_rate(c, &flow),
                                 (trip.total_cycles - trip.inside_cycles) / trip.inside_cycles);
        flow = flow_at_shares(c, mshrs, trip, &s);
        if (fabs(flow.requests - last_requests) < tolerance * last_requests) break;
    }
    return flow;
}

/* ---- a port --------------------------------------------------------------------------------- */

static void add_class(const noc_core_class *c, const noc_core_flow *flow, noc_port_flow *port)
{
    const double requests = c->cores * flow->requests,
                 reads = requests * c->workload->read_fraction;
    const noc_read_shares *s = &flow->reads;
    port->requests += requests;
    port->sent_reads += reads * s->sent;
    port->sent_requests += reads * s->sent + requests - reads;
    port->presented_reads += reads * (1.0 - s->l1 - s->merged_by_mshrs);
    port->absorbed_reads += reads * (s->merged_by_table + s->cache_hits);
    port->used_mshrs += c->cores * flow->used_mshrs;
    if (c->sharing)
        port->used_entries += c->cores * c->ctas / c->sharing->setup.mean_ctas * s->used_entries;
}

/* Wait for the bus, cycles: random arrivals, one request per cycle (M/D/1). */
static double bus_wait(double requests)
{
    static const double largest_use = 0.98;
    const double bus_use = min_of(requests, largest_use);
    return bus_use / (2.0 * (1.0 - bus_use));
}

static noc_core_trip add_bus_cycles(const noc_core_side *side, const noc_port_flow *port,
                                    noc_core_trip trip)
{
    const double presented_requests =
        port->presented_reads + port->sent_requests - port->sent_reads;
    trip.inside_cycles =
        port->sent_requests > 0.0
            ? min_of(trip.total_cycles, trip.request_capacity / port->sent_requests)
            : trip.total_cycles;
    if (side->has_bus) trip.total_cycles += bus_cycles + bus_wait(presented_requests);
    return trip;
}

noc_core_flow noc_find_core_flow(const noc_core_side *side, const noc_core_class *class,
                                 const noc_port_flow *port, noc_core_trip trip)
{
    return find_flow(class, side->mshrs, add_bus_cycles(side, port, trip), noc_unshared_reads());
}

void noc_find_port_flow(const noc_core_side *side, noc_core_trip trip, noc_port_flow *port)
{
    enum { ROUNDS = 3 };
    memset(port, 0, offsetof(noc_port_flow, classes));
    for (int round_index = 0; round_index < (side->has_bus ? ROUNDS : 1); round_index++) {
        const noc_core_trip t = add_bus_cycles(side, port, trip);
        memset(port, 0, offsetof(noc_port_flow, classes));
        port->inside_cycles = t.inside_cycles;
        for (size_t i = 0; i < side->count; i++) {
            const noc_core_class *c = &side->classes[i];
            const noc_read_shares first_shares =
                round_index ? port->classes[i].reads : noc_unshared_reads();
            port->classes[i] = find_flow(c, side->mshrs, t, first_shares);
            add_class(c, &port->classes[i], port);
        }
    }
}

double noc_pipeline_request_rate(const noc_core_side *side)
{
    double sum = 0.0;
    for (size_t i = 0; i < side->count; i++) {
        const noc_core_class *c = &side->classes[i];
        if (c->warps > 0.0) sum += c->cores * c->workload->burst / c->think_cycles;
    }
    return sum;
}

/* ---- kernels --------------------------------------------------------------------------------- */

static void list_kernels(const noc_design *d, const noc_workload *w, int lone_kernel,
                         noc_core_kernels *k)
{
    k->has_ctas = noc_cta_is_scheduled(d, w) || d->kernel_name_count > 0;
    k->count = k->has_ctas && !lone_kernel ? d->cta.kernels : 1;
    if (k->has_ctas) k->setup = noc_cta_make_setup(d, k->cta_counts);
    for (int i = 0; i < k->count; i++) {
        const int number = lone_kernel ? lone_kernel - 1 : i;
        k->kernels[i].workload = d->kernel_name_count ? &d->kernels[number] : w;
        k->kernels[i].warp_instructions = d->cta.lengths.values[number];
        if (lone_kernel) k->cta_counts[0] = k->cta_counts[number];
    }
    if (lone_kernel) k->setup.kernels = 1;
}

/* Fills in a kernel without CTAs: each core counts as full. */
static void fill_without_ctas(const noc_design *d, noc_core_kernel *k)
{
    k->core_count[1] = d->nodes.compute;
    k->cluster_ctas = noc_cores_of_terminal(d);
    k->cluster_share = 1.0;
}

static void count_core(int ctas, noc_core_kernel *k)
{
    if (ctas == 0) return;
    const int group = ctas <= NOC_CORE_CTAS_MAX ? ctas : NOC_CORE_CTAS_MAX;
    k->mean_ctas[group] =
        (k->mean_ctas[group] * k->core_count[group] + ctas) / (k->core_count[group] + 1.0);
    k->core_count[group]++;
    k->chip_ctas += ctas;
}

/* Counts the CTAs of clusters. core_ctas[core * kernels + kernel]: number of CTAs. */
static void count_clusters(const noc_design *d, const int *core_ctas, noc_core_kernels *k)
{
    const int cores = d->nodes.compute, cores_per_cluster = noc_cores_of_terminal(d);
    double squared_ctas[NOC_KERNELS_MAX] = {0}, squared_share[NOC_KERNELS_MAX] = {0},
           largest_cluster = 0.0, ctas = 0.0;
    for (int first = 0; first < cores; first += cores_per_cluster) {
        double cluster_ctas[NOC_KERNELS_MAX] = {0}, cluster_sum = 0.0;
        for (int i = 0; i < k->count * cores_per_cluster; i++) {
            const double n = core_ctas[(first + i / k->count) * k->count + i % k->count];
            cluster_ctas[i % k->count] += n;
            cluster_sum += n;
        }
        largest_cluster = cluster_sum > largest_cluster ? cluster_sum : largest_cluster;
        ctas += cluster_sum;
        for (int i = 0; i < k->count && cluster_sum > 0.0; i++) {
            squared_ctas[i] += cluster_ctas[i] * cluster_ctas[i];
            squared_share[i] += cluster_ctas[i] * cluster_ctas[i] / cluster_sum;
        }
    }
    k->filled_share = ctas / ((double)cores * d->cta.slots);
    k->fullest_cluster_ratio = largest_cluster * cores / cores_per_cluster / ctas;
    for (int i = 0; i < k->count; i++) {
        if (!(k->kernels[i].chip_ctas > 0.0)) continue;
        k->kernels[i].cluster_ctas = squared_ctas[i] / k->kernels[i].chip_ctas;
        k->kernels[i].cluster_share = squared_share[i] / k->kernels[i].chip_ctas;
    }
}

/* Fills all slots as the scheduler does. False when out of memory. */
static bool fill_slots(const noc_design *d, noc_core_kernels *k)
{
    const size_t cores = (size_t)d->nodes.compute, slots = cores * (size_t)d->cta.slots;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_cta_dispatch *dispatch = noc_cta_dispatch_new(&k->setup, &scratch);
    noc_cta_start *starts = noc_arena_array(&scratch, slots, sizeof *starts);
    int *core_ctas = noc_arena_array(&scratch, cores * (size_t)k->count, sizeof *core_ctas);
    if (scratch.is_short) return false;
    const size_t count = noc_cta_dispatch_fill(dispatch, starts);
    for (size_t i = 0; i < count; i++)
        core_ctas[starts[i].start_slot.core * k->count + starts[i].kernel]++;
    for (size_t i = 0; i < cores * (size_t)k->count; i++)
        count_core(core_ctas[i], &k->kernels[i % (size_t)k->count]);
    count_clusters(d, core_ctas, k);
    return true;
}

bool noc_core_kernels_find(const noc_design *d, const noc_workload *w, int lone_kernel,
                           noc_core_kernels *k)
{
    *k = (noc_core_kernels){.has_ctas = false};
    list_kernels(d, w, lone_kernel, k);
    if (k->has_ctas) return fill_slots(d, k);
    fill_without_ctas(d, &k->kernels[0]);
    return true;
}
