#include "analytic/memory/memory_model.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/memory/scheduler_model.h"
#include "network/graph/units.h"

double noc_memory_ratio(const noc_design *d)
{
    return d->memory.clock_mhz / d->chip.clock_mhz;
}

double noc_lines_together(const noc_design *d, const noc_workload *w)
{
    return fmin(w->burst, (double)d->memory.interleave_bytes / d->memory.line_bytes);
}

/* Largest number of outstanding requests of a core. Warps wait for reads only. Reads and writes
 * have equal latencies, so while all warps wait, the shares of outstanding reads and writes are
 * those of all requests. */
static double outstanding_of_core(const noc_design *d, const noc_workload *w)
{
    const double mshrs = d->nodes.mshrs, reads = (double)w->warps * w->burst;
    return reads < mshrs * w->read_fraction ? reads / w->read_fraction : mshrs;
}

double noc_outstanding(const noc_system *s, const noc_workload *w)
{
    return outstanding_of_core(s->design, w) * s->graph.compute_count *
           noc_cores_of_terminal(s->design) / s->graph.memory_count;
}

/* Use of a channel by request routes. */
typedef struct channel_use {
    /* true if a route uses the channel; true if a route uses it as the last hop but one */
    bool used, last;
} channel_use;

static void mark_route(const noc_system *s, const noc_route *route, channel_use *use)
{
    const noc_hop *hops = s->routes.hops;
    for (uint32_t i = 0; i < route->paths; i++) {
        uint32_t hop = s->routes.paths[route->first_path + i].first;
        for (; hop != NOC_NONE; hop = noc_routes_onward(&s->routes, hop)) {
            const uint32_t next = noc_routes_onward(&s->routes, hop);
            use[hops[hop].channel].used = true;
            use[hops[hop].channel].last |= next != NOC_NONE && hops[next].next == NOC_NONE;
        }
    }
}

noc_request_paths noc_request_paths_of(const noc_system *s)
{
    noc_request_paths p = {.together = 1.0};
    double flows = 0.0, alike = 0.0, channels = 0.0, all_vcs = 0.0;
    bool several = false;
    channel_use *use = calloc(s->graph.channel_count + 1, sizeof *use);
    if (!use) return p; /* when out of memory: no paths, which are not essential */
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (flow->class != NOC_REQUEST) continue;
        flows++;
        alike += 1.0 / flow->route.paths;
        mark_route(s, &flow->route, use);
    }
    for (uint32_t c = 0; c < s->graph.channel_count; c++) {
        const noc_network *net = &s->graph.networks[s->graph.channels[c].network];
        if (!use[c].used || !noc_network_has_buffers(net)) continue;
        const int vcs = __builtin_popcount(net->vcs[NOC_REQUEST]);
        several |= vcs > 1;
        channels++;
        all_vcs += vcs;
        if (use[c].last) p.heads += (double)vcs / s->graph.memory_count;
        p.turns += use[c].last;
        if (s->graph.channels[c].kind == NOC_INJECTION) p.bursts += 2.0 * vcs - 1.0;
        const double places =
            (double)vcs * s->graph.channels[c].buffer_flits / s->traffic.injected_flits;
        p.places += places;
        if (s->graph.channels[c].kind != NOC_EJECTION) p.before += places;
    }
    free(use);
    if (flows > 0.0) p.together = alike / flows;
    if (!(p.turns > 0.0)) p.turns = s->graph.compute_count;
    if (several) {
        p.apart = p.places / channels;
        p.in_vc = p.places / all_vcs;
    }
    return p;
}

double noc_places_at_cache(const noc_system *s)
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

double noc_node_full(double mean, double room)
{
    return pow(mean / (1.0 + mean), room);
}

/* Blocks at a node with `heads` blocks waiting for it, by Newton's method from below: the logarithm
 * of waiting blocks is concave in the logarithm of blocks at the node. */
static double blocks_with(double heads, double room)
{
    enum { STEPS = 40 };
    static const double little = 1e-9;
    const double log_heads = log(heads);
    double blocks = heads, log_blocks = log_heads, step = 1.0;
    for (int i = 0; i < STEPS && step > little; i++) {
        const double over = log_blocks + room * (log_blocks - log1p(blocks)) - log_heads;
        step = -over / (1.0 + room / (1.0 + blocks));
        log_blocks += step;
        blocks = exp(log_blocks);
    }
    return blocks;
}

double noc_at_node(double most, double heads, double room)
{
    static const double rounding = 1e-11;
    double low = 0.0, high = most;
    if (high * noc_node_full(high, room) <= heads) return high;
    const double found = heads > 0.0 ? blocks_with(heads, room) : 0.0;
    for (int i = 0; i < 30; i++) {
        const double mean = (low + high) / 2.0;
        const bool is_near = fabs(mean - found) <= rounding * found;
        const bool is_above = is_near ? mean * noc_node_full(mean, room) > heads : mean > found;
        *(is_above ? &high : &low) = mean;
    }
    return high;
}

/* Time within which a second request for a row finds it open, as a share of the time over which
 * requests of a run of blocks, and of one block on several paths, are scattered while all cores
 * wait. */
typedef struct closeness {
    double run, block;
    double one_way,
        /* share of blocks whose lines take one path; share of these whose lines stay together */
        together;
} closeness;

/* Accesses during which a row stays open: the accesses that the scheduler searches, and, if none of
 * them is for the row's bank, further accesses until one is: on average B accesses with B banks. */
static double window(const noc_memory_spec *m, double queued)
{
    const double looked_at = noc_scheduler_model_of(m)->looked_at(queued);
    const double others = 1.0 - 1.0 / m->banks;
    return looked_at + m->banks * pow(others, looked_at);
}

/* Requests for a node per `accesses` of its controller: the caches' misses access the DRAM. */
static double requests_to(const noc_design *d, const noc_workload *w, double accesses)
{
    return accesses / ((1.0 - w->l2_hit_rate) * d->memory.slices);
}

/* Places at a memory node, up to the DRAM's queue, in which requests stay in order. */
static double places_in_order(const noc_system *s)
{
    const noc_memory_spec *m = &s->design->memory;
    return noc_places_at_cache(s) + (m->l2_cycles + 1.0) * m->l2_banks +
           (double)m->dram_queue / m->slices;
}

/* Finds the share of blocks on one path whose lines are separated, and the number of requests over
 * which the share decays. The first request of a virtual channel waits while its node is full; when
 * the node has a place, the requests behind it follow at once, as a run. Cores that share the last
 * channel before a node interleave their requests, so lines of a block are either in one run, or in
 * different virtual channels, one of which waits. This wait is that of a channel's requests by
 * Little's law (exponentially distributed; unit: requests that come to a node), except for lines at
 * the front, which both wait for the node. If cores have fewer outstanding requests than nodes have
 * places, no request waits. */
static void find_parted(const noc_system *system, const noc_request_paths *paths,
                        const noc_workload *w, double all, noc_scatter *s)
{
    s->parted = 0.0;
    s->waiting = INFINITY;
    if (!(paths->apart > 0.0 && paths->heads > 0.0)) return;
    const double memories = system->graph.memory_count,
                 block = noc_lines_together(system->design, w);
    const double waiting = fmin(paths->before / memories, all - places_in_order(system));
    if (!(waiting > 0.0)) return;
    const double room = noc_places_at_cache(system) / block;
    const double waits = noc_node_full(noc_at_node(all / block, paths->heads / block, room), room);
    const double last_channels = paths->heads * memories / (paths->apart / paths->in_vc);
    const double sharing = fmax(1.0, system->graph.compute_count / last_channels);
    const double other_runs = 1.0 - pow(1.0 - waits, sharing);
    const double behind = fmax(0.0, 1.0 - 1.0 / paths->in_vc);
    s->parted = other_runs * behind;
    s->waiting = waiting;
}

/* Requests that a memory node gets while a port, whose cores alternate, sends one block, a request
 * at each turn. */
static double turn_for_block(const noc_system *system, const noc_request_paths *paths,
                             const noc_workload *w)
{
    const double ports = fmin(paths->turns, system->graph.compute_count);
    return ports * noc_lines_together(system->design, w) / system->design->memory.slices;
}

/* Variance of the arrival times at a node (unit: requests for a node) of requests that cores made
 * at one time, due to n requests per node that wait in front of the network. Requests leave a port
 * in bursts of its V virtual channels (analytic/reply_bursts.h): with random bursts of geometric
 * length, P ports need a time of variance n P (2 V - 1). If one controller is slower than all
 * others, a request waits for a Poisson number of blocks for that controller, each of which needs a
 * turn of all ports. */
static double scatter_before(const noc_system *system, const noc_request_paths *paths,
                             const noc_workload *w, double n)
{
    const double bursts = paths->bursts / system->graph.memory_count;
    return n * fmax(bursts, turn_for_block(system, paths, w));
}

/* Finds the scatter of requests. Requests of a run of blocks come from any cores; they are
 * scattered uniformly over the requests in the network (variance 1/12 of their square), and in
 * front of the network as in entry_variance. Requests of a block wait in order at their core; on
 * several paths they are scattered over the network. `outstanding`: outstanding requests for a
 * node. */
static noc_scatter scatter_of(const noc_system *system, const noc_request_paths *paths,
                              const noc_workload *w, double all)
{
    const double memories = system->graph.memory_count;
    const double inside = fmax(1.0, fmin(all, paths->places / memories));
    const double before = scatter_before(system, paths, w, all - inside);
    noc_scatter s = {
        .run = sqrt(12.0 * fmax(0.0, before) + inside * inside),
        .block = inside,
        .one_way = paths->together,
    };
    find_parted(system, paths, w, all, &s);
    return s;
}

/* Finds the closeness. `near_requests`: requests that come to a node while a row stays open. */
static closeness closeness_of(const noc_scatter *s, double near)
{
    return (closeness){
        .run = fmin(1.0, near / s->run),
        .block = fmin(1.0, near / s->block),
        .one_way = s->one_way,
        .together = 1.0 - s->parted * exp(-near / s->waiting),
    };
}

/* Mean number of requests for a row that come soon after another one, of a random number n of
 * requests. Of n points on a unit interval, each but the first is within s of the last one with
 * probability 1 - (1 - s)^n. Inputs: the mean of n, the chance of 0, s, the generating function of
 * n at 1 - s, and its derivative there. */
static double meeting(double mean, double none, double s, double at, double slope)
{
    return mean - (1.0 - none) - ((1.0 - s) * slope - (at - none));
}

/* Share of DRAM accesses that find their row open. The misses of a block are binomial; blocks with
 * misses form runs in one row, of geometric length. A line separated from its block finds the row
 * open with the chance of a block's first line. */
static double row_hits(const noc_design *d, const noc_workload *w, closeness c)
{
    const double lines = noc_lines_together(d, w), hit = w->l2_hit_rate;
    if (!(hit < 1.0)) return NAN;
    const double none = pow(hit, lines), opened = 1.0 - none;
    const double apart = hit + (1.0 - hit) * (1.0 - c.block);
    const double parted = meeting(lines * (1.0 - hit), none, c.block, pow(apart, lines),
                                  lines * (1.0 - hit) * pow(apart, lines - 1.0));
    const double others = lines * (1.0 - hit) - opened; /* accesses of a block after its first */
    const double in_block = (1.0 - c.one_way) * parted + c.one_way * c.together * others;
    const double alone = others - in_block;
    const double p = fmin(w->row_locality, 1.0 - 1e-9), q = 1.0 - p;
    const double g = none + opened * (1.0 - c.run), rest = 1.0 - p * g;
    const double first = q * meeting(opened / q, q * none / (1.0 - p * none), c.run, q * g / rest,
                                     q * opened / (rest * rest));
    const double in_run = first + alone * first / opened;
    return (in_block + in_run) / (lines * (1.0 - hit));
}

/* Row hits of a controller that is slower than all others, so that all ports wait for it. Each port
 * sends one request at its turn, so requests of one block are separate, and the requests of a run
 * are scattered uniformly. */
static double row_hits_in_turn(const noc_design *d, const noc_workload *w, double near)
{
    const double lines = noc_lines_together(d, w), hit = w->l2_hit_rate;
    const double p = fmin(w->row_locality, 1.0 - 1e-9), q = 1.0 - p;
    const double none = pow(hit, lines), apart = 1.0 - (1.0 - hit) * near;
    const double g = pow(apart, lines), rest = 1.0 - p * g;
    const double slope = lines * (1.0 - hit) * pow(apart, lines - 1.0);
    const double met = meeting(lines * (1.0 - hit) / q, q * none / (1.0 - p * none), near,
                               q * g / rest, q * slope / (rest * rest));
    return q * met / (lines * (1.0 - hit));
}

static double first_data(const noc_memory_spec *m, double hits)
{
    return m->tcl + noc_bus_clocks(m) + (1.0 - hits) * (m->trcd + m->trp);
}

double noc_row_hits(const noc_design *d, const noc_workload *w, const noc_memory_model *model,
                    double waiting)
{
    const double near = requests_to(d, w, window(&d->memory, d->memory.dram_queue));
    const closeness c = closeness_of(&model->scatter, near);
    return row_hits(d, w,
                    (closeness){1.0 - waiting * (1.0 - c.run), 1.0 - waiting * (1.0 - c.block),
                                c.one_way, 1.0 - waiting * (1.0 - c.together)});
}

/* Requests of other cores for a node between two waiting requests of one core: the node's ports
 * alternate, and so do cores that share a port. */
static double others_between(const noc_system *system, const noc_request_paths *paths)
{
    const noc_graph *g = &system->graph;
    const double sharing = noc_cores_of_terminal(system->design);
    const double cores = sharing > 1.0 ? sharing * g->compute_count : 0.0;
    return fmax(0.0, fmax(paths->turns, cores) / g->memory_count - 1.0);
}

/* Row hits if a row stays open for an exponentially distributed number of accesses, with mean
 * `accesses`: mean over quantiles of equal chance. Lines of a block find the row open after
 * `other_requests` between them. */
static double row_hits_until(const noc_design *d, const noc_workload *w, const noc_scatter *scatter,
                             double between, double accesses)
{
    enum { PARTS = 8 };
    const double near = requests_to(d, w, accesses);
    double sum = 0.0;
    for (int i = 0; i < PARTS; i++) {
        const double open = near * -log1p(-(i + 0.5) / PARTS);
        closeness c = closeness_of(scatter, open);
        c.together *= exp(-between / near);
        sum += row_hits(d, w, c);
    }
    return sum / PARTS;
}

/* Iterates from below: a bank keeps a row open until an access for another of its rows comes. Only
 * accesses that open a row close another, in a random bank, so rows stay open the longer the more
 * accesses hit. */
double noc_row_hits_of_banks(const noc_system *system, const noc_request_paths *paths,
                             const noc_workload *w, double waiting)
{
    enum { STEPS = 20 };
    const double banks = system->design->memory.banks;
    if (!(w->l2_hit_rate < 1.0)) return NAN;
    const noc_scatter scatter = scatter_of(system, paths, w, waiting);
    const double between = fmin(others_between(system, paths), waiting);
    double hits = 0.0;
    for (int i = 0; i < STEPS; i++)
        hits = row_hits_until(system->design, w, &scatter, between, banks / (1.0 - hits));
    return hits;
}

noc_dram_pace noc_dram_pace_of(const noc_design *d, const noc_workload *w,
                               const noc_memory_model *model, double queued)
{
    const noc_memory_spec *m = &d->memory;
    const double near = requests_to(d, w, window(m, queued));
    const double hits = row_hits(d, w, closeness_of(&model->scatter, near));
    return noc_dram_pace_at(m, hits, w->read_fraction, queued);
}

/* Lookups begin in order, each in a random bank. Lookups with distinct banks begin together, and
 * the next one when these banks are free (Knuth and Rao, IEEE Transactions on Computers C-24,
 * 1975). */
double noc_cache_rate(const noc_memory_spec *m)
{
    double together = 0.0, apart = 1.0;
    for (int k = 0; k < m->l2_banks; k++) {
        together += apart;
        apart *= 1.0 - (k + 1.0) / m->l2_banks;
    }
    return together / m->l2_bank_cycles;
}

/* Memory clocks of simultaneous accesses that are served one after the other. */
static double in_order(const noc_memory_spec *m, double hits, double together,
                       const noc_workload *w)
{
    return together * noc_dram_pace_at(m, hits, w->read_fraction, 1.0).clocks;
}

/* Finds the idle latencies of a DRAM for the misses of one block. */
static void find_idle(const noc_design *d, const noc_workload *w, noc_memory_model *model)
{
    const noc_memory_spec *m = &d->memory;
    const double lines = noc_lines_together(d, w), ratio = noc_memory_ratio(d);
    const double hits = row_hits(d, w, (closeness){1.0, 1.0, 1.0, 1.0});
    model->together = lines * (1.0 - w->l2_hit_rate) / (1.0 - pow(w->l2_hit_rate, lines));
    model->rows = (1.0 - hits) * model->together;
    const noc_row_demands row = noc_row_demands_of(m, model->together, w->read_fraction);
    model->miss = 1.0 + first_data(m, hits) / ratio;
    model->queued = (1.0 + (1.0 - hits) * row.opening) / ratio;
    model->bus = row.bus / ratio;
    model->activation = row.activation / ratio;
    model->bank = row.bank / ratio;
    model->opening = (m->trp + m->trcd) / ratio;
    model->server =
        noc_scheduler_model_of(m)->in_order ? in_order(m, hits, model->together, w) / ratio : 0.0;
    model->banks = m->banks;
    model->gathering = noc_scheduler_model_of(m)->gathers ? m : NULL;
    model->cores = d->nodes.compute;
    model->ratio = ratio;
}

void noc_memory_model_put_pace(const noc_design *d, const noc_workload *w, noc_dram_pace pace,
                               noc_memory_model *model)
{
    const double misses = 1.0 - w->l2_hit_rate, cache = noc_cache_rate(&d->memory);
    model->row_hit_rate = pace.row_hits;
    model->dram_clocks = pace.clocks;
    model->dram_rate = noc_memory_ratio(d) / pace.clocks;
    model->capacity = cache;
    if (misses > 0.0) model->capacity = fmin(cache, model->dram_rate / d->memory.slices / misses);
}

void noc_memory_model_at(const noc_system *system, const noc_request_paths *paths,
                         const noc_workload *w, double all, noc_memory_model *model)
{
    const noc_design *d = system->design;
    const noc_memory_spec *m = &d->memory;
    model->scatter = scatter_of(system, paths, w, all);
    noc_memory_model_put_pace(d, w, noc_dram_pace_of(d, w, model, m->dram_queue), model);
    model->hit = m->l2_cycles;
    model->miss = model->server = 0.0;
    model->gathering = NULL;
    model->lines = noc_lines_together(d, w);
    model->lookup = 1.0 / noc_cache_rate(m);
    if (w->l2_hit_rate < 1.0) find_idle(d, w, model);
}

/* The rate of a controller falls as requests of more runs mix in front of it, so the controller
 * with most requests collects the cores' outstanding requests, while others idle (condensation in a
 * zero-range process: Evans and Hanney, Journal of Physics A 38, 2005). Requests for other
 * controllers wait behind them. Mixing starts when a node has no further place in order. */
void noc_memory_model_falls_behind(const noc_system *system, const noc_request_paths *paths,
                                   const noc_workload *w, double all, noc_memory_model *model)
{
    const noc_design *d = system->design;
    const noc_memory_spec *m = &d->memory;
    const double near = requests_to(d, w, window(m, m->dram_queue));
    const double scatter = sqrt(12.0 * all * turn_for_block(system, paths, w));
    const double hits = row_hits_in_turn(d, w, fmin(1.0, near / scatter));
    const double nodes = system->graph.memory_count, block = noc_lines_together(d, w);
    /* With several slices only the DRAM's queue is in order, as slices wait for it in parallel. */
    const double queue = (double)m->dram_queue / m->slices;
    const double places = m->slices > 1 ? queue : places_in_order(system);
    const double full = noc_node_full(all / block, places / block);
    const double begun = fmin(1.0, nodes * full);
    noc_dram_pace pace = noc_dram_pace_at(m, hits, w->read_fraction, m->dram_queue);
    pace.clocks = begun * pace.clocks + (1.0 - begun) * model->dram_clocks;
    noc_memory_model_put_pace(d, w, pace, model);
}

/* Mean wait in a queue with random arrivals and equal services (M/D/1). */
static double wait_at_random(double service, double rate)
{
    const double used = rate * service;
    return used < 1.0 ? used * service / (2.0 * (1.0 - used)) : INFINITY;
}

double noc_cache_wait(const noc_memory_model *m, double lookups)
{
    return wait_at_random(m->lookup * m->lines, lookups / m->lines);
}

/* Mean wait for a row while it is being opened. Later blocks of a run come at random while the
 * first one opens the row. If a run continues with probability p, the k-th block after the first
 * waits E[(opening - t_k)+], where t_k is a sum of k intervals; the sum of p^k times it is an
 * integral over the renewals of intervals. `rows`: opened rows per cycle. */
static double wait_for_opening(double opening, double rows)
{
    return rows > 0.0 ? opening + expm1(-rows * opening) / rows : 0.0;
}

double noc_batch_wait(const noc_memory_model *m, double accesses)
{
    if (!m->gathering) return 0.0;
    const double of_core = accesses / m->cores / m->ratio;
    return noc_scheduler_model_of(m->gathering)->gathers(m->gathering, of_core) / m->ratio;
}

double noc_dram_wait(const noc_memory_model *m, double accesses)
{
    const double blocks = accesses / m->together, rows = m->rows * blocks;
    if (m->server > 0.0) return wait_at_random(m->server, blocks);
    if (!(accesses < m->dram_rate)) return INFINITY;
    const double first =
        wait_at_random(m->activation, rows) + wait_at_random(m->bank, rows / m->banks);
    return wait_at_random(m->bus, blocks) + m->rows * first +
           (1.0 - m->rows) * wait_for_opening(m->opening + first, rows);
}

void noc_memory_model_of(const noc_system *system, const noc_request_paths *paths,
                         const noc_workload *w, noc_memory_model *model)
{
    noc_memory_model_at(system, paths, w, noc_outstanding(system, w), model);
}
