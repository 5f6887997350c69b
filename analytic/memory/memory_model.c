#include "analytic/memory/memory_model.h"

#include <math.h>
#include <stdlib.h>

#include "base/auto.h"
#include "design/memory/scheduler_kind.h"
#include "network/graph/units.h"

/* ---- schedulers ------------------------------------------------------------------------------ */

#define NOC_SCHEDULER(id)                               \
    extern const noc_scheduler_kind noc_scheduler_##id; \
    extern const noc_scheduler_model noc_scheduler_model_##id;
#include "design/memory/schedulers.def"

const noc_scheduler_model *noc_scheduler_model_of(const noc_memory_spec *memory)
{
    static const struct {
        const noc_scheduler_kind *kind;
        const noc_scheduler_model *model;
    } models[] = {
#define NOC_SCHEDULER(id) {&noc_scheduler_##id, &noc_scheduler_model_##id},
#include "design/memory/schedulers.def"
    };
    size_t i = 0;
    while (models[i].kind != memory->scheduler) i++;
    return models[i].model;
}

/* ---- independent banks ----------------------------------------------------------------------- */

/* Wait at a station of the closed network of banks, activations and bus (mean-value analysis,
 * Reiser and Lavenberg 1980). With deterministic services the first service in front is half
 * finished. */
static double station_wait(double demand, double queue)
{
    return demand * (queue < 1.0 ? queue / 2.0 : queue - 0.5);
}

/* Rows opened per clock, with `accesses` to a row and `rows` in the queue; linear between whole
 * numbers of rows. Each row needs a random bank, an activation, and the bus once per access. A row
 * leaves the queue with its last column command; its bank is busy for tRC less the streak, or for
 * the opening. */
static double opening_rate(const noc_memory_spec *m, const noc_row_demands *d, double accesses,
                           double rows)
{
    const double bus_clocks =
        d->streak_commands > 0.0 ? 0.0 : d->bus_clocks; /* clocks of the bus outside streaks */
    const double idle_clocks = d->opening_clocks + fmax(0.0, bus_clocks - d->column_clocks);
    const double cycle =
        fmax(d->bank_clocks - d->streak_commands, fmin(d->bank_clocks, d->opening_clocks));
    const double commands = 2.0 + accesses - d->streak_commands;
    const double shortest_interval =
        fmax(fmax(bus_clocks, d->activation_clocks), fmax(cycle / m->banks, commands));
    double bus = 0.0, activations = 0.0, rate = 0.0, last_rate = 0.0;
    for (int k = 1; k < rows + 1.0 && !(last_rate >= 1.0 / shortest_interval); k++) {
        const double bus_wait = station_wait(bus_clocks, bus);
        const double activation_wait = station_wait(d->activation_clocks, activations);
        const double bank_wait = cycle * (k - 1) / m->banks;
        last_rate = rate;
        rate = fmin(k / (idle_clocks + bus_wait + activation_wait + bank_wait),
                    1.0 / shortest_interval);
        bus = rate * (bus_clocks + bus_wait);
        activations = rate * (d->activation_clocks + activation_wait);
    }
    const double fraction = ceil(rows) - rows;
    return rate + fraction * (last_rate - rate);
}

double noc_row_opening_clocks(const noc_memory_spec *m, const noc_row_demands *d, noc_row_stream s)
{
    return (1.0 / opening_rate(m, d, s.accesses, s.rows) + d->streak_commands) / s.accesses;
}

/* ---- rate ------------------------------------------------------------------------------------ */

/* Clocks between two activations of a bank; after a write the row stays open longer. */
static double bank_cycle_clocks(const noc_memory_spec *m, double reads)
{
    const double write_clocks = m->trcd + m->tcl + noc_bus_clocks(m) + m->twr + m->trp;
    return reads * m->trc + (1.0 - reads) * fmax(m->trc, write_clocks);
}

/* Clocks between activations. Column accesses have priority on the command bus. If tRCD is k times
 * tRRD, the column accesses of a row coincide with the activation k rows later, which is then a
 * clock late: one clock in k activations. */
static double activation_interval(const noc_memory_spec *m)
{
    if (m->trcd % m->trrd != 0) return m->trrd;
    return m->trrd + (double)m->trrd / m->trcd;
}

/* Column commands have priority. If one is sent per clock, no clock remains for other rows: streaks
 * of accesses and openings alternate, except that the first access to a row goes between two
 * activations. */
noc_row_demands noc_find_row_demands(const noc_memory_spec *m, double accesses, double read_share)
{
    static const double clock = 1.0;
    const double closing_clocks = 1.0, column = fmax(noc_bus_clocks(m), m->tccd);
    return (noc_row_demands){
        .column_clocks = column,
        .bus_clocks = column * accesses,
        .streak_commands = column <= clock ? accesses - 1.0 : 0.0,
        .activation_clocks = activation_interval(m),
        .bank_clocks = bank_cycle_clocks(m, read_share),
        .opening_clocks = closing_clocks + m->trp + m->trcd,
    };
}

noc_dram_pace noc_find_dram_pace(const noc_memory_spec *m, double row_hit_share, double read_share,
                                 double queued)
{
    const double miss_share = isnan(row_hit_share) ? 1.0 : fmax(1.0 - row_hit_share, 1e-6);
    const double accesses = 1.0 / miss_share, rows = 1.0 + (queued - 1.0) * miss_share;
    const noc_row_demands d = noc_find_row_demands(m, accesses, read_share);
    noc_dram_pace pace = {.row_hit_share = row_hit_share,
                          .busy_banks = isnan(row_hit_share)
                                            ? NAN
                                            : m->banks * (1.0 - pow(1.0 - 1.0 / m->banks, rows))};
    pace.access_clocks = noc_scheduler_model_of(m)->access_clocks(
        m, &d, (noc_row_stream){accesses, read_share, rows});
    return pace;
}

/* ---- memory nodes ---------------------------------------------------------------------------- */

double noc_memory_clock_ratio(const noc_design *d)
{
    return d->memory.clock_mhz / d->chip.clock_mhz;
}

double noc_lines_per_node(const noc_design *d, const noc_workload *w)
{
    return fmin(w->burst, (double)d->memory.interleave_bytes / d->memory.line_bytes);
}

/* Largest number of outstanding requests of a core. Warps wait for reads only. Reads and writes
 * have equal latencies, so while all warps wait, the share of reads among outstanding requests
 * equals the share among all requests. */
static double core_outstanding(const noc_design *d, const noc_workload *w)
{
    const double mshrs = d->nodes.mshrs, reads = (double)w->warps * w->burst;
    return reads < mshrs * w->read_fraction ? reads / w->read_fraction : mshrs;
}

double noc_outstanding_requests(const noc_system *s, const noc_workload *w)
{
    return core_outstanding(s->design, w) * s->graph.compute_count *
           noc_cores_of_terminal(s->design) / s->graph.memory_count;
}

/* Use of a channel by request routes. */
typedef struct channel_use {
    /* true if a route uses the channel; true if a route uses it as the last hop but one */
    bool is_used, is_last;
} channel_use;

static void mark_channels(const noc_system *s, const noc_route *route, channel_use *use)
{
    const noc_hop *hops = s->routes.hops;
    for (uint32_t i = 0; i < route->path_count; i++) {
        uint32_t hop = s->routes.paths[route->first_path + i].first_hop;
        for (; hop != NOC_NONE; hop = noc_routes_idle_next(&s->routes, hop)) {
            const uint32_t next = noc_routes_idle_next(&s->routes, hop);
            use[hops[hop].channel].is_used = true;
            use[hops[hop].channel].is_last |= next != NOC_NONE && hops[next].next == NOC_NONE;
        }
    }
}

noc_request_paths noc_find_request_paths(const noc_system *s)
{
    noc_request_paths p = {.same_path_share = 1.0};
    double flows = 0.0, same_way_sum = 0.0, channels = 0.0, all_vcs = 0.0;
    bool has_several_vcs = false;
    NOC_AUTO_FREE channel_use *use = calloc(s->graph.channel_count + 1, sizeof *use);
    if (!use) return p; /* when out of memory: no paths, which are not essential */
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (flow->class != NOC_REQUEST) continue;
        flows++;
        same_way_sum += 1.0 / flow->route.path_count;
        mark_channels(s, &flow->route, use);
    }
    for (uint32_t c = 0; c < s->graph.channel_count; c++) {
        const noc_network *net = &s->graph.networks[s->graph.channels[c].network];
        if (!use[c].is_used || !noc_network_has_buffers(net)) continue;
        const int vcs = __builtin_popcount(net->vcs[NOC_REQUEST]);
        has_several_vcs |= vcs > 1;
        channels++;
        all_vcs += vcs;
        if (use[c].is_last) p.head_vcs += (double)vcs / s->graph.memory_count;
        p.last_channels += use[c].is_last;
        if (s->graph.channels[c].kind == NOC_INJECTION) p.burst_sum += 2.0 * vcs - 1.0;
        const double places =
            (double)vcs * s->graph.channels[c].buffer_flits / s->traffic.injected_flits;
        p.buffer_requests += places;
        if (s->graph.channels[c].kind != NOC_EJECTION) p.upstream_requests += places;
    }
    if (flows > 0.0) p.same_path_share = same_way_sum / flows;
    if (!(p.last_channels > 0.0)) p.last_channels = s->graph.compute_count;
    if (has_several_vcs) {
        p.channel_requests = p.buffer_requests / channels;
        p.vc_requests = p.buffer_requests / all_vcs;
    }
    return p;
}

double noc_cache_places(const noc_system *s)
{
    double buffers = 0.0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        if (!noc_network_has_buffers(net) || !net->carries[NOC_REQUEST]) continue;
        buffers += (double)__builtin_popcount(net->vcs[NOC_REQUEST]) *
                   noc_graph_memory_buffer(&s->graph, n, NOC_EJECTION);
    }
    return s->design->memory.input_queue + buffers / s->traffic.injected_flits;
}

double noc_full_node_chance(double mean, double places)
{
    return pow(mean / (1.0 + mean), places);
}

/* Mean blocks at a node in front of which `heads` blocks wait, by Newton's method from
 * below: the logarithm of waiting blocks is concave in the logarithm of blocks at the node. */
static double find_blocks(double heads, double places)
{
    enum { STEPS = 40 };
    static const double tolerance = 1e-9;
    const double log_heads = log(heads);
    double blocks = heads, log_blocks = log_heads, step = 1.0;
    for (int i = 0; i < STEPS && step > tolerance; i++) {
        const double excess = log_blocks + places * (log_blocks - log1p(blocks)) - log_heads;
        step = -excess / (1.0 + places / (1.0 + blocks));
        log_blocks += step;
        blocks = exp(log_blocks);
    }
    return blocks;
}

double noc_requests_at_node(double outstanding, double head_requests, double places)
{
    static const double rounding = 1e-11;
    double lower = 0.0, upper = outstanding;
    if (upper * noc_full_node_chance(upper, places) <= head_requests) return upper;
    const double solution = head_requests > 0.0 ? find_blocks(head_requests, places) : 0.0;
    for (int i = 0; i < 30; i++) {
        const double mean = (lower + upper) / 2.0;
        const bool is_near = fabs(mean - solution) <= rounding * solution;
        const bool is_above =
            is_near ? mean * noc_full_node_chance(mean, places) > head_requests : mean > solution;
        *(is_above ? &upper : &lower) = mean;
    }
    return upper;
}

/* Closeness of requests for a row: time within which a second request finds the row open, as a
 * share of the time over which the requests are scattered while all cores wait: for a run of
 * blocks; for one block on several paths. */
typedef struct closeness {
    double run_share, block_share;
    double one_path_share,
        /* share of blocks whose lines take one path; share of these blocks whose lines stay
         * together */
        unparted_share;
} closeness;

/* Accesses during which a row stays open: the accesses that the scheduler searches, and, if none of
 * them is for the row's bank, further accesses until one is: on average B accesses with B banks. */
static double open_row_accesses(const noc_memory_spec *m, double queued)
{
    const double searched_accesses = noc_scheduler_model_of(m)->searched_accesses(queued);
    const double other_banks_share = 1.0 - 1.0 / m->banks;
    return searched_accesses + m->banks * pow(other_banks_share, searched_accesses);
}

/* Requests for a node per `accesses` of its controller: the caches' misses access the DRAM. */
static double node_requests(const noc_design *d, const noc_workload *w, double accesses)
{
    return accesses / ((1.0 - w->l2_hit_rate) * d->memory.slices);
}

/* Places at a memory node, up to the DRAM's queue, in which requests stay in order. */
static double places_in_order(const noc_system *s)
{
    const noc_memory_spec *m = &s->design->memory;
    return noc_cache_places(s) + (m->l2_cycles + 1.0) * m->l2_banks +
           (double)m->dram_queue / m->slices;
}

/* Finds, for blocks on one path, the share whose lines are separated, and the number of requests
 * over which this share decays. The first request of a virtual channel waits while its node is
 * full; when the node has a place, the requests behind it follow at once, as a run. Cores that
 * share the last channel before a node interleave their requests, so two lines of a block are
 * either in one run, or in two virtual channels, one of which waits. The wait is that of a
 * channel's requests by Little's law, exponentially distributed; unit: requests that come to a
 * node. Two lines at the front of their virtual channels both wait for the node, and are not
 * separated. If cores have fewer outstanding requests than nodes have places, no request waits. */
static void find_parted_share(const noc_system *system, const noc_request_paths *paths,
                              const noc_workload *w, double outstanding, noc_scatter *s)
{
    s->parted_share = 0.0;
    s->waiting_requests = INFINITY;
    if (!(paths->channel_requests > 0.0 && paths->head_vcs > 0.0)) return;
    const double memories = system->graph.memory_count,
                 block = noc_lines_per_node(system->design, w);
    const double waiting_requests =
        fmin(paths->upstream_requests / memories, outstanding - places_in_order(system));
    if (!(waiting_requests > 0.0)) return;
    const double places = noc_cache_places(system) / block;
    const double wait_chance = noc_full_node_chance(
        noc_requests_at_node(outstanding / block, paths->head_vcs / block, places), places);
    const double last_channels =
        paths->head_vcs * memories / (paths->channel_requests / paths->vc_requests);
    const double sharing_cores = fmax(1.0, system->graph.compute_count / last_channels);
    const double other_runs = 1.0 - pow(1.0 - wait_chance, sharing_cores);
    const double later_share = fmax(0.0, 1.0 - 1.0 / paths->vc_requests);
    s->parted_share = other_runs * later_share;
    s->waiting_requests = waiting_requests;
}

/* Requests that a memory node gets while a port, whose cores alternate, sends one block, a request
 * at each turn. */
static double block_turn_requests(const noc_system *system, const noc_request_paths *paths,
                                  const noc_workload *w)
{
    const double ports = fmin(paths->last_channels, system->graph.compute_count);
    return ports * noc_lines_per_node(system->design, w) / system->design->memory.slices;
}

/* Variance of the arrival times at a node (unit: requests for a node) of requests that cores made
 * at one time, due to n requests per node that wait in front of the network. Requests leave a port
 * in bursts of its V virtual channels (analytic/reply_bursts.h): with random bursts of geometric
 * length, P ports need a time of variance n P (2 V - 1). If one controller is slower than all
 * others, a request waits for a Poisson number of blocks for that controller, each of which needs a
 * turn of all ports. */
static double entry_variance(const noc_system *system, const noc_request_paths *paths,
                             const noc_workload *w, double n)
{
    const double bursts = paths->burst_sum / system->graph.memory_count;
    return n * fmax(bursts, block_turn_requests(system, paths, w));
}

/* Finds the scatter of requests. Requests of a run of blocks come from any cores; they are
 * scattered uniformly over the requests in the network (variance 1/12 of their square), and in
 * front of the network as in entry_variance. Requests of a block wait in order at their core; on
 * several paths they are scattered over the network. `outstanding`: outstanding requests for a
 * node. */
static noc_scatter find_scatter(const noc_system *system, const noc_request_paths *paths,
                                const noc_workload *w, double outstanding)
{
    const double memories = system->graph.memory_count;
    const double network_requests = fmax(1.0, fmin(outstanding, paths->buffer_requests / memories));
    const double entry_wait_variance =
        entry_variance(system, paths, w, outstanding - network_requests);
    noc_scatter s = {
        .run_requests =
            sqrt(12.0 * fmax(0.0, entry_wait_variance) + network_requests * network_requests),
        .block_requests = network_requests,
        .one_path_share = paths->same_path_share,
    };
    find_parted_share(system, paths, w, outstanding, &s);
    return s;
}

/* Finds the closeness. `near_requests`: requests that come to a node while a row stays open. */
static closeness find_closeness(const noc_scatter *s, double near_requests)
{
    return (closeness){
        .run_share = fmin(1.0, near_requests / s->run_requests),
        .block_share = fmin(1.0, near_requests / s->block_requests),
        .one_path_share = s->one_path_share,
        .unparted_share = 1.0 - s->parted_share * exp(-near_requests / s->waiting_requests),
    };
}

/* Mean number of requests for a row that come soon after another one, if the row has a random
 * number n of requests. If n points lie on a unit interval, each but the first is within s of the
 * one before it with probability 1 - (1 - s)^n. Inputs: the mean of n, the chance of n = 0, s, the
 * generating function of n at 1 - s, and its derivative there. */
static double mean_followers(double mean, double none_chance, double meeting_share,
                             double function_value, double slope)
{
    return mean - (1.0 - none_chance) -
           ((1.0 - meeting_share) * slope - (function_value - none_chance));
}

/* Share of DRAM accesses that find their row open. The misses of a block are binomial; blocks with
 * misses form runs in one row, of geometric length. A line separated from its block finds the row
 * open with the chance of a block's first line. */
static double open_row_share(const noc_design *d, const noc_workload *w, closeness c)
{
    const double lines = noc_lines_per_node(d, w), hit_rate = w->l2_hit_rate;
    if (!(hit_rate < 1.0)) return NAN;
    const double none_chance = pow(hit_rate, lines), miss_chance = 1.0 - none_chance;
    const double far_chance = hit_rate + (1.0 - hit_rate) * (1.0 - c.block_share);
    const double parted_followers =
        mean_followers(lines * (1.0 - hit_rate), none_chance, c.block_share, pow(far_chance, lines),
                       lines * (1.0 - hit_rate) * pow(far_chance, lines - 1.0));
    const double later_accesses =
        lines * (1.0 - hit_rate) - miss_chance; /* accesses of a block after its first */
    const double block_followers = (1.0 - c.one_path_share) * parted_followers +
                                   c.one_path_share * c.unparted_share * later_accesses;
    const double lone_accesses = later_accesses - block_followers;
    const double p = fmin(w->row_locality, 1.0 - 1e-9), q = 1.0 - p;
    const double g = none_chance + miss_chance * (1.0 - c.run_share), denominator = 1.0 - p * g;
    const double first_followers =
        q * mean_followers(miss_chance / q, q * none_chance / (1.0 - p * none_chance), c.run_share,
                           q * g / denominator, q * miss_chance / (denominator * denominator));
    const double run_followers = first_followers + lone_accesses * first_followers / miss_chance;
    return (block_followers + run_followers) / (lines * (1.0 - hit_rate));
}

/* Row hits of a controller that is slower than all others, so that all ports wait for it. Each port
 * sends one request at its turn, so requests of one block are separate, and the requests of a run
 * are scattered uniformly. */
static double alternating_row_hits(const noc_design *d, const noc_workload *w, double near_share)
{
    const double lines = noc_lines_per_node(d, w), hit_rate = w->l2_hit_rate;
    const double p = fmin(w->row_locality, 1.0 - 1e-9), q = 1.0 - p;
    const double none_chance = pow(hit_rate, lines),
                 far_chance = 1.0 - (1.0 - hit_rate) * near_share;
    const double g = pow(far_chance, lines), denominator = 1.0 - p * g;
    const double slope = lines * (1.0 - hit_rate) * pow(far_chance, lines - 1.0);
    const double followers =
        mean_followers(lines * (1.0 - hit_rate) / q, q * none_chance / (1.0 - p * none_chance),
                       near_share, q * g / denominator, q * slope / (denominator * denominator));
    return q * followers / (lines * (1.0 - hit_rate));
}

static double first_data_clocks(const noc_memory_spec *m, double hits)
{
    return m->tcl + noc_bus_clocks(m) + (1.0 - hits) * (m->trcd + m->trp);
}

double noc_row_hit_share(const noc_design *d, const noc_workload *w, const noc_memory_model *model,
                         double waiting_share)
{
    const double near_requests =
        node_requests(d, w, open_row_accesses(&d->memory, d->memory.dram_queue));
    const closeness c = find_closeness(&model->scatter, near_requests);
    return open_row_share(d, w,
                          (closeness){1.0 - waiting_share * (1.0 - c.run_share),
                                      1.0 - waiting_share * (1.0 - c.block_share), c.one_path_share,
                                      1.0 - waiting_share * (1.0 - c.unparted_share)});
}

/* Requests of other cores for a node between two waiting requests of one core: the node's ports
 * alternate, and so do cores that share a port. */
static double interleaved_requests(const noc_system *system, const noc_request_paths *paths)
{
    const noc_graph *g = &system->graph;
    const double sharing_cores = noc_cores_of_terminal(system->design);
    const double cores = sharing_cores > 1.0 ? sharing_cores * g->compute_count : 0.0;
    return fmax(0.0, fmax(paths->last_channels, cores) / g->memory_count - 1.0);
}

/* Row hits if a row stays open for an exponentially distributed number of accesses, with mean
 * `accesses`: mean over quantiles of equal chance. Lines of a block find the row open after
 * `other_requests` between them. */
static double mean_row_hits(const noc_design *d, const noc_workload *w, const noc_scatter *scatter,
                            double other_requests, double accesses)
{
    enum { PARTS = 8 };
    const double near_requests = node_requests(d, w, accesses);
    double sum = 0.0;
    for (int i = 0; i < PARTS; i++) {
        const double open_requests = near_requests * -log1p(-(i + 0.5) / PARTS);
        closeness c = find_closeness(scatter, open_requests);
        c.unparted_share *= exp(-other_requests / near_requests);
        sum += open_row_share(d, w, c);
    }
    return sum / PARTS;
}

/* Iterates from below: a bank keeps a row open until an access for another of its rows comes. Only
 * accesses that open a row close another, in a random bank, so rows stay open the longer the more
 * accesses hit. */
double noc_in_order_row_hit_share(const noc_system *system, const noc_request_paths *paths,
                                  const noc_workload *w, double waiting_requests)
{
    enum { STEPS = 20 };
    const double banks = system->design->memory.banks;
    if (!(w->l2_hit_rate < 1.0)) return NAN;
    const noc_scatter scatter = find_scatter(system, paths, w, waiting_requests);
    const double other_requests = fmin(interleaved_requests(system, paths), waiting_requests);
    double hits = 0.0;
    for (int i = 0; i < STEPS; i++)
        hits = mean_row_hits(system->design, w, &scatter, other_requests, banks / (1.0 - hits));
    return hits;
}

noc_dram_pace noc_dram_pace_for_queue(const noc_design *d, const noc_workload *w,
                                      const noc_memory_model *model, double queued_accesses)
{
    const noc_memory_spec *m = &d->memory;
    const double near_requests = node_requests(d, w, open_row_accesses(m, queued_accesses));
    const double hits = open_row_share(d, w, find_closeness(&model->scatter, near_requests));
    return noc_find_dram_pace(m, hits, w->read_fraction, queued_accesses);
}

/* Lookups begin in order, each in a random bank. Lookups with distinct banks begin together, and
 * the next one when these banks are free (Knuth and Rao, IEEE Transactions on Computers C-24,
 * 1975). */
double noc_cache_rate(const noc_memory_spec *m)
{
    double started_lookups = 0.0, no_conflict_chance = 1.0;
    for (int k = 0; k < m->l2_banks; k++) {
        started_lookups += no_conflict_chance;
        no_conflict_chance *= 1.0 - (k + 1.0) / m->l2_banks;
    }
    return started_lookups / m->l2_bank_cycles;
}

/* Memory clocks of simultaneous accesses that are served one after the other. */
static double in_order_clocks(const noc_memory_spec *m, double hits, double block_accesses,
                              const noc_workload *w)
{
    return block_accesses * noc_find_dram_pace(m, hits, w->read_fraction, 1.0).access_clocks;
}

/* Finds the idle latencies of a DRAM for the misses of one block. */
static void find_idle_latencies(const noc_design *d, const noc_workload *w, noc_memory_model *model)
{
    const noc_memory_spec *m = &d->memory;
    const double lines = noc_lines_per_node(d, w), ratio = noc_memory_clock_ratio(d);
    const double hits = open_row_share(d, w, (closeness){1.0, 1.0, 1.0, 1.0});
    model->block_accesses = lines * (1.0 - w->l2_hit_rate) / (1.0 - pow(w->l2_hit_rate, lines));
    model->block_rows = (1.0 - hits) * model->block_accesses;
    const noc_row_demands row = noc_find_row_demands(m, model->block_accesses, w->read_fraction);
    model->extra_miss_cycles = 1.0 + first_data_clocks(m, hits) / ratio;
    model->queue_cycles = (1.0 + (1.0 - hits) * row.opening_clocks) / ratio;
    model->bus_cycles = row.bus_clocks / ratio;
    model->activation_cycles = row.activation_clocks / ratio;
    model->bank_cycles = row.bank_clocks / ratio;
    model->opening_cycles = (m->trp + m->trcd) / ratio;
    model->block_service_cycles = noc_scheduler_model_of(m)->is_in_order
                                      ? in_order_clocks(m, hits, model->block_accesses, w) / ratio
                                      : 0.0;
    model->bank_count = m->banks;
    model->gathering_memory = noc_scheduler_model_of(m)->gathering_clocks ? m : NULL;
    model->gathered_cores = d->nodes.compute;
    model->clock_ratio = ratio;
}

void noc_set_memory_pace(const noc_design *d, const noc_workload *w, noc_dram_pace pace,
                         noc_memory_model *model)
{
    const double misses = 1.0 - w->l2_hit_rate, cache_rate = noc_cache_rate(&d->memory);
    model->row_hit_rate = pace.row_hit_share;
    model->dram_clocks = pace.access_clocks;
    model->dram_rate = noc_memory_clock_ratio(d) / pace.access_clocks;
    model->request_rate = cache_rate;
    if (misses > 0.0)
        model->request_rate = fmin(cache_rate, model->dram_rate / d->memory.slices / misses);
}

void noc_find_memory_model(const noc_system *system, const noc_request_paths *paths,
                           const noc_workload *w, double outstanding, noc_memory_model *model)
{
    const noc_design *d = system->design;
    const noc_memory_spec *m = &d->memory;
    model->scatter = find_scatter(system, paths, w, outstanding);
    noc_set_memory_pace(d, w, noc_dram_pace_for_queue(d, w, model, m->dram_queue), model);
    model->hit_cycles = m->l2_cycles;
    model->extra_miss_cycles = model->block_service_cycles = 0.0;
    model->gathering_memory = NULL;
    model->block_lines = noc_lines_per_node(d, w);
    model->lookup_cycles = 1.0 / noc_cache_rate(m);
    if (w->l2_hit_rate < 1.0) find_idle_latencies(d, w, model);
}

/* The rate of a controller falls as requests of more runs mix in front of it, so the controller
 * with most requests collects the cores' outstanding requests, while others idle (condensation in a
 * zero-range process: Evans and Hanney, Journal of Physics A 38, 2005). Requests for other
 * controllers wait behind them. Mixing starts when a node has no further place in order. */
void noc_slow_memory_model(const noc_system *system, const noc_request_paths *paths,
                           const noc_workload *w, double outstanding, noc_memory_model *model)
{
    const noc_design *d = system->design;
    const noc_memory_spec *m = &d->memory;
    const double near_requests = node_requests(d, w, open_row_accesses(m, m->dram_queue));
    const double scatter = sqrt(12.0 * outstanding * block_turn_requests(system, paths, w));
    const double hits = alternating_row_hits(d, w, fmin(1.0, near_requests / scatter));
    const double nodes = system->graph.memory_count, block = noc_lines_per_node(d, w);
    /* Several slices wait for the DRAM in parallel: then only the DRAM's queue is in order. */
    const double queue = (double)m->dram_queue / m->slices;
    const double places = m->slices > 1 ? queue : places_in_order(system);
    const double full_chance = noc_full_node_chance(outstanding / block, places / block);
    const double mixing_share = fmin(1.0, nodes * full_chance);
    noc_dram_pace pace = noc_find_dram_pace(m, hits, w->read_fraction, m->dram_queue);
    pace.access_clocks =
        mixing_share * pace.access_clocks + (1.0 - mixing_share) * model->dram_clocks;
    noc_set_memory_pace(d, w, pace, model);
}

/* Mean wait in a queue with random arrivals and equal services (M/D/1). */
static double random_arrival_wait(double service, double rate)
{
    const double utilisation = rate * service;
    return utilisation < 1.0 ? utilisation * service / (2.0 * (1.0 - utilisation)) : INFINITY;
}

double noc_cache_wait(const noc_memory_model *m, double lookups)
{
    return random_arrival_wait(m->lookup_cycles * m->block_lines, lookups / m->block_lines);
}

/* Mean wait of blocks for a row that is being opened. Later blocks of a run come at random while
 * the first one opens the row. If a run continues with probability p, the k-th block after the
 * first waits E[(opening - t_k)+], where t_k is a sum of k intervals; the sum of p^k times this
 * wait is an integral over the renewals of intervals. `rows`: opened rows per cycle. */
static double opening_wait(double opening, double rows)
{
    return rows > 0.0 ? opening + expm1(-rows * opening) / rows : 0.0;
}

double noc_batch_wait(const noc_memory_model *m, double accesses)
{
    if (!m->gathering_memory) return 0.0;
    const double core_accesses = accesses / m->gathered_cores / m->clock_ratio;
    return noc_scheduler_model_of(m->gathering_memory)
               ->gathering_clocks(m->gathering_memory, core_accesses) /
           m->clock_ratio;
}

double noc_dram_wait(const noc_memory_model *m, double accesses)
{
    const double blocks = accesses / m->block_accesses, rows = m->block_rows * blocks;
    if (m->block_service_cycles > 0.0) return random_arrival_wait(m->block_service_cycles, blocks);
    if (!(accesses < m->dram_rate)) return INFINITY;
    const double first_wait = random_arrival_wait(m->activation_cycles, rows) +
                              random_arrival_wait(m->bank_cycles, rows / m->bank_count);
    return random_arrival_wait(m->bus_cycles, blocks) + m->block_rows * first_wait +
           (1.0 - m->block_rows) * opening_wait(m->opening_cycles + first_wait, rows);
}

void noc_find_full_memory_model(const noc_system *system, const noc_request_paths *paths,
                                const noc_workload *w, noc_memory_model *model)
{
    noc_find_memory_model(system, paths, w, noc_outstanding_requests(system, w), model);
}
