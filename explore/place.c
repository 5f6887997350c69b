#include "explore/place.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explore/place_bound.h"
#include "explore/place_cuts.h"
#include "explore/sweep.h"
#include "network/design_check.h"
#include "network/kinds.h"

enum {
    LANES = 8,
    SYMMETRIES_MOST = 8,
    UNIT_BITS = 13,
    STARTS = 64,
    STARTS_PROVEN = 8,
    ROUNDS = 20
};

#define ROUND_SHARE 0.01 /* of the least load */

struct noc_place_problem {
    int columns, rows, tiles, channels; /* channels padded to LANES, the rest 0 */
    int32_t *own;  /* of tile m: what channel c carries if m alone were memory: m * channels + c */
    int32_t *pair; /* of tiles m, s: what they send each other as memory and compute, both ways */
    int64_t *own_routers, *pair_routers;
    double unit, packets;               /* flits of a unit; packets that a transaction has */
    bool allowed[NOC_PLACE_TILES_MOST]; /* for memory nodes: all, or the half routers */
    int allowed_count;
    noc_place_cuts *cuts; /* NULL if loads are no functions of cuts */
    int symmetries;
    uint16_t maps[SYMMETRIES_MOST][NOC_PLACE_TILES_MOST]; /* the first is the identity */
};

/* ---- the problem ---------------------------------------------------------------------------- */

typedef struct builder {
    noc_place_problem *p;
    const noc_system *system;
    uint32_t *links;     /* number of a channel among the links */
    double *use;         /* of tiles a, b, class k and link c: flits of a's packets to b */
    double *routers;     /* of tiles a, b */
    uint32_t *router_of; /* tile and network -> router */
} builder;

static double *use_of(const builder *b, int from, int to)
{
    return &b->use[((size_t)from * (size_t)b->p->tiles + (size_t)to) * (size_t)b->p->channels];
}

static noc_status find_routers(builder *b, noc_diag *diag)
{
    const noc_graph *g = &b->system->graph;
    const size_t slots = (size_t)b->p->tiles * g->network_count;
    for (size_t i = 0; i < slots; i++) b->router_of[i] = NOC_NONE;
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        const noc_terminal *n = &g->terminals[t];
        const int tile = n->column + b->p->columns * n->row;
        for (uint32_t i = 0; i < n->injections; i++) {
            const noc_channel *c = &g->channels[g->injections[n->first_injection + i]];
            b->router_of[(size_t)tile * g->network_count + c->network] = c->to;
        }
    }
    for (size_t i = 0; i < slots; i++)
        if (b->router_of[i] == NOC_NONE)
            return noc_fail(
                diag, NOC_EINPUT, (noc_place){b->system->design->file, 0},
                "place needs a node on every tile of the grid (%d tiles; compute + memory "
                "are fewer)",
                b->p->tiles);
    return NOC_OK;
}

/* Adds what a's packets of a class put on the links of one network on their way to b: `flits` of them, and
 * `share` of the packets. */
static void add_paths(builder *b, uint16_t network, noc_class class, double flits, double share,
                      int from, int to, noc_paths *paths)
{
    const noc_graph *g = &b->system->graph;
    const noc_network_spec *spec = &b->system->design->networks[g->networks[network].spec];
    const noc_topology_kind *topology = noc_topology_at((size_t)spec->topology);
    double *use = use_of(b, from, to);
    paths->step_count = paths->way_count = 0;
    const uint32_t first = b->router_of[(size_t)from * g->network_count + network];
    const uint32_t last = b->router_of[(size_t)to * g->network_count + network];
    const noc_flow flow = {
        .source = g->terminal_at[from], .destination = g->terminal_at[to], .class = class};
    if (topology->paths)
        topology->paths(spec, g, first, last, &flow, paths);
    else
        noc_routing_at((size_t)spec->routing)->paths(g, network, first, last, class, paths);
    for (size_t w = 0; w < paths->way_count; w++) {
        const struct noc_way *way = &paths->ways[w];
        b->routers[from * b->p->tiles + to] += share * way->probability * (double)(way->count + 1);
        for (size_t s = 0; s < way->count; s++)
            use[b->links[paths->steps[way->first + s].channel]] += flits * way->probability;
    }
}

static int32_t in_units(double flits)
{
    return (int32_t)lround(flits * (1 << UNIT_BITS));
}

/* Flits as an even number of units, so that halves of them, on two ways, are whole numbers too. */
static double even_units(double flits)
{
    return ldexp(2.0 * in_units(flits / 2.0), -UNIT_BITS);
}

static int carriers(const noc_graph *g, noc_class class)
{
    int count = 0;
    for (uint16_t n = 0; n < g->network_count; n++) count += g->networks[n].carries[class];
    return count;
}

/* Requests that a sends to b, or replies: the use of both is kept apart by who is memory. */
static void trace(builder *b, noc_class class)
{
    const noc_graph *g = &b->system->graph;
    noc_paths paths = {0};
    for (uint16_t n = 0; n < g->network_count; n++) {
        if (!g->networks[n].carries[class]) continue;
        const double share = 1.0 / carriers(g, class);
        const double flits = even_units(share * noc_system_mean_flits(b->system, class, n));
        for (int from = 0; from < b->p->tiles; from++)
            for (int to = 0; to < b->p->tiles; to++)
                if (from != to && (b->p->allowed[from] || b->p->allowed[to]))
                    add_paths(b, n, class, flits, share, from, to, &paths);
    }
    noc_paths_clear(&paths);
}

/* With m memory and s compute: requests s to m, replies m to s. `requests` and `replies` are the uses by
 * (from, to). pair(m, s) is that and the same with the roles exchanged; own(m) sums over all s. */
static void add_roles(builder *b, bool requests)
{
    noc_place_problem *p = b->p;
    for (int m = 0; m < p->tiles; m++)
        for (int s = 0; s < p->tiles; s++) {
            if (m == s) continue;
            const int from = requests ? s : m, to = requests ? m : s;
            const double *use = use_of(b, from, to);
            int32_t *own = &p->own[m * p->channels];
            int32_t *ms = &p->pair[(m * p->tiles + s) * p->channels];
            int32_t *sm = &p->pair[(s * p->tiles + m) * p->channels];
            const int64_t routers = in_units(b->routers[from * p->tiles + to]);
            for (int c = 0; c < p->channels; c++) {
                const int32_t units = in_units(use[c]);
                own[c] += units;
                ms[c] += units;
                sm[c] += units;
            }
            p->own_routers[m] += routers;
            p->pair_routers[m * p->tiles + s] += routers;
            p->pair_routers[s * p->tiles + m] += routers;
        }
}

/* ---- symmetries ----------------------------------------------------------------------------- */

static int image_of(const noc_place_problem *p, int symmetry, int tile)
{
    int x = tile % p->columns, y = tile / p->columns;
    if (symmetry & 1) x = p->columns - 1 - x;
    if (symmetry & 2) y = p->rows - 1 - y;
    return symmetry & 4 ? y + p->columns * x : x + p->columns * y;
}

/* The router that a symmetry turns each router into; false if its tiles go to several. */
static bool map_routers(const builder *b, const uint16_t *map, uint32_t *image)
{
    const size_t networks = b->system->graph.network_count;
    for (uint32_t r = 0; r < b->system->graph.router_count; r++) image[r] = NOC_NONE;
    for (size_t slot = 0; slot < (size_t)b->p->tiles * networks; slot++) {
        uint32_t *into = &image[b->router_of[slot]];
        const uint32_t own = b->router_of[map[slot / networks] * networks + slot % networks];
        if (*into != NOC_NONE && *into != own) return false;
        *into = own;
    }
    return true;
}

/* The link that a symmetry turns each link into; false if some link has no image. */
static bool map_links(const builder *b, const uint32_t *routers, uint32_t *image)
{
    const noc_graph *g = &b->system->graph;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        if (g->channels[c].kind != NOC_LINK) continue;
        const uint32_t from = routers[g->channels[c].from], to = routers[g->channels[c].to];
        const uint32_t link =
            from == NOC_NONE || to == NOC_NONE ? NOC_NONE : noc_graph_link(g, from, to);
        if (link == NOC_NONE) return false;
        image[b->links[c]] = b->links[link];
    }
    return true;
}

/* Whether what all pairs of tiles send each other is the same after the symmetry, on every link. */
static bool same_loads(const noc_place_problem *p, const uint16_t *map, const uint32_t *image)
{
    for (int m = 0; m < p->tiles; m++)
        for (int s = 0; s < p->tiles; s++) {
            const int32_t *before = &p->pair[(m * p->tiles + s) * p->channels];
            const int32_t *after = &p->pair[(map[m] * p->tiles + map[s]) * p->channels];
            if (p->pair_routers[m * p->tiles + s] != p->pair_routers[map[m] * p->tiles + map[s]])
                return false;
            for (int c = 0; c < p->channels; c++)
                if (before[c] != after[image[c]]) return false;
        }
    return true;
}

static bool holds(const builder *b, const uint16_t *map)
{
    const noc_place_problem *p = b->p;
    for (int t = 0; t < p->tiles; t++)
        if (p->allowed[t] != p->allowed[map[t]]) return false;
    uint32_t *routers = calloc(b->system->graph.router_count + 1, sizeof *routers);
    uint32_t *image = calloc((size_t)p->channels + 1, sizeof *image);
    bool same = routers && image;
    for (int c = 0; same && c < p->channels; c++) image[c] = (uint32_t)c; /* the padding */
    same = same && map_routers(b, map, routers) && map_links(b, routers, image) &&
           same_loads(p, map, image);
    free(routers);
    free(image);
    return same;
}

static void find_symmetries(const builder *b)
{
    noc_place_problem *p = b->p;
    for (int k = 0; k < SYMMETRIES_MOST; k++) {
        uint16_t *map = p->maps[p->symmetries];
        if ((k & 4) && p->columns != p->rows) break;
        for (int t = 0; t < p->tiles; t++) map[t] = (uint16_t)image_of(p, k, t);
        if (k == 0 || holds(b, map)) p->symmetries++;
    }
}

/* ---- making --------------------------------------------------------------------------------- */

/* Tiles with half routers, if there are any; else all. False if the networks differ in that: which of them a packet
 * takes then depends on where it turns (DCI), and loads are no sums over tiles. */
static bool find_allowed(noc_place_problem *p, const noc_graph *g)
{
    bool half[NOC_PLACE_TILES_MOST] = {false}, full[NOC_PLACE_TILES_MOST] = {false}, any = false;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const int tile = g->routers[r].column + p->columns * g->routers[r].row;
        any = any || g->routers[r].half;
        *(g->routers[r].half ? &half[tile] : &full[tile]) = true;
    }
    for (int t = 0; t < p->tiles; t++) {
        if (any && half[t] && full[t]) return false;
        p->allowed[t] = half[t] || !any;
        p->allowed_count += p->allowed[t];
    }
    return true;
}

static noc_status check(const noc_system *system, noc_diag *diag)
{
    const int tiles = system->graph.columns * system->graph.rows;
    int columns, rows;
    const noc_place place = {system->design->file, 0};
    if (system->graph.memory_count == 0)
        return noc_fail(diag, NOC_EINPUT, place,
                        "the traffic has no memory nodes to place (traffic.pattern = "
                        "\"many-to-few\")");
    if (!noc_design_tiles(system->design, &columns, &rows))
        return noc_fail(diag, NOC_EINPUT, place,
                        "place needs a grid of tiles, which topology \"%s\" has not",
                        noc_topology_name((size_t)system->design->networks[0].topology));
    if (tiles > NOC_PLACE_TILES_MOST)
        return noc_fail(diag, NOC_EINPUT, place, "place takes grids of at most %d tiles, not %d",
                        NOC_PLACE_TILES_MOST, tiles);
    return NOC_OK;
}

static int number_links(builder *b)
{
    const noc_graph *g = &b->system->graph;
    uint32_t count = 0;
    for (uint32_t c = 0; c < g->channel_count; c++)
        b->links[c] = g->channels[c].kind == NOC_LINK ? count++ : 0;
    return (int)((count + LANES - 1) / LANES * LANES);
}

static bool allocate(builder *b)
{
    noc_place_problem *p = b->p;
    const size_t tiles = (size_t)p->tiles, channels = (size_t)p->channels;
    b->use = calloc(tiles * tiles * channels + 1, sizeof *b->use);
    b->routers = calloc(tiles * tiles, sizeof *b->routers);
    b->router_of = calloc(tiles * b->system->graph.network_count, sizeof *b->router_of);
    p->own = calloc(tiles * channels + 1, sizeof *p->own);
    p->pair = calloc(tiles * tiles * channels + 1, sizeof *p->pair);
    p->own_routers = calloc(tiles, sizeof *p->own_routers);
    p->pair_routers = calloc(tiles * tiles, sizeof *p->pair_routers);
    return b->use && b->routers && b->router_of && p->own && p->pair && p->own_routers &&
           p->pair_routers;
}

static noc_status build(builder *b, noc_diag *diag)
{
    noc_place_problem *p = b->p;
    const size_t tiles = (size_t)p->tiles;
    b->links = calloc(b->system->graph.channel_count + 1, sizeof *b->links);
    if (!b->links) return noc_fail_memory(diag);
    p->channels = number_links(b);
    if (!allocate(b)) return noc_fail_memory(diag);
    const noc_status status = find_routers(b, diag);
    if (status != NOC_OK) return status;
    p->unit = 1.0 / (1 << UNIT_BITS);
    p->packets = 2.0;
    trace(b, NOC_REQUEST);
    add_roles(b, true);
    memset(b->use, 0, tiles * tiles * (size_t)p->channels * sizeof *b->use);
    memset(b->routers, 0, tiles * tiles * sizeof *b->routers);
    trace(b, NOC_REPLY);
    add_roles(b, false);
    find_symmetries(b);
    const noc_place_loads loads = {p->columns, p->rows, p->channels, p->own, p->pair};
    return p->allowed_count == p->tiles ? noc_place_cuts_new(&loads, &p->cuts, diag) : NOC_OK;
}

noc_status noc_place_new(const noc_system *system, noc_place_problem **problem, noc_diag *diag)
{
    noc_place_problem *p = calloc(1, sizeof *p);
    builder b = {.p = p, .system = system};
    if (!p) return noc_fail_memory(diag);
    noc_status status = check(system, diag);
    p->columns = system->graph.columns;
    p->rows = system->graph.rows;
    p->tiles = p->columns * p->rows;
    if (status == NOC_OK && !find_allowed(p, &system->graph))
        status = noc_fail(diag, NOC_EINPUT, (noc_place){system->design->file, 0},
                          "place does not know slices whose half routers differ "
                          "(network.half_routers = \"none\", \"odd\" or \"even\")");
    if (status == NOC_OK) status = build(&b, diag);
    free(b.links);
    free(b.use);
    free(b.routers);
    free(b.router_of);
    if (status == NOC_OK)
        *problem = p;
    else
        noc_place_free(p);
    return status;
}

void noc_place_free(noc_place_problem *p)
{
    if (!p) return;
    noc_place_cuts_free(p->cuts);
    free(p->own);
    free(p->pair);
    free(p->own_routers);
    free(p->pair_routers);
    free(p);
}

int noc_place_symmetries(const noc_place_problem *p)
{
    return p->symmetries;
}

double noc_place_unit(const noc_place_problem *p)
{
    return p->unit;
}

double noc_place_hops(const noc_place_problem *p, int memory, const noc_place_choice *choice)
{
    const double pairs = (double)memory * (p->tiles - memory) * p->packets;
    return (double)choice->routers * p->unit / pairs;
}

/* ---- worth ---------------------------------------------------------------------------------- */

void noc_place_value(const noc_place_problem *p, int memory, noc_place_choice *choice)
{
    choice->routers = 0;
    choice->load = 0;
    for (int i = 0; i < memory; i++) {
        choice->routers += p->own_routers[choice->tiles[i]];
        for (int k = 0; k < i; k++)
            choice->routers -= p->pair_routers[choice->tiles[i] * p->tiles + choice->tiles[k]];
    }
    for (int c = 0; c < p->channels; c++) {
        int32_t load = 0;
        for (int i = 0; i < memory; i++) {
            load += p->own[choice->tiles[i] * p->channels + c];
            for (int k = 0; k < i; k++)
                load -= p->pair[(choice->tiles[i] * p->tiles + choice->tiles[k]) * p->channels + c];
        }
        if (load > choice->load) choice->load = load;
    }
}

/* Less load, then shorter paths, then the smaller tiles. */
static int compare(const noc_place_choice *a, const noc_place_choice *b, int memory)
{
    if (a->load != b->load) return a->load < b->load ? -1 : 1;
    if (a->routers != b->routers) return a->routers < b->routers ? -1 : 1;
    for (int i = 0; i < memory; i++)
        if (a->tiles[i] != b->tiles[i]) return a->tiles[i] < b->tiles[i] ? -1 : 1;
    return 0;
}

/* Keeps the best few, in order. */
static void keep(noc_place_result *r, int memory, const noc_place_choice *choice)
{
    if (r->count == NOC_PLACE_BEST && compare(choice, &r->best[r->count - 1], memory) >= 0) return;
    int at = r->count < NOC_PLACE_BEST ? r->count++ : r->count - 1;
    for (; at > 0 && compare(choice, &r->best[at - 1], memory) < 0; at--)
        r->best[at] = r->best[at - 1];
    r->best[at] = *choice;
}

static bool is_kept(const noc_place_result *r, int memory, const noc_place_choice *choice)
{
    for (int i = 0; i < r->count; i++)
        if (compare(choice, &r->best[i], memory) == 0) return true;
    return false;
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* For up to 64 tiles: sets are bits. What adding each later tile would add is kept level by level. */
typedef struct worker {
    const noc_place_problem *p;
    int memory;
    int32_t *sum;    /* of level l: the loads of the tiles chosen so far */
    int32_t *adding; /* of level l and tile m */
    int64_t routers[65], *adding_routers;
    uint16_t tiles[64];
    noc_place_result result;
    uint64_t looked_at;
} worker;

typedef struct crew {
    const noc_place_problem *p;
    int memory;
    atomic_int next;
    atomic_bool stop;
    int tasks; /* the first two tiles */
    pthread_mutex_t lock;
    noc_place_result *result;
    bool failed;
} crew;

/* The largest sum, or any above `limit` once there is one. */
__attribute__((target_clones("avx2", "default"))) static int32_t largest(const int32_t *a,
                                                                         const int32_t *b,
                                                                         int channels,
                                                                         int32_t limit)
{
    int32_t most[LANES] = {0}, top = 0;
    for (int c = 0; c < channels; c += LANES * 3) {
        const int end = c + LANES * 3 < channels ? c + LANES * 3 : channels;
        for (int k = c; k < end; k += LANES)
            for (int j = 0; j < LANES; j++) {
                const int32_t sum = a[k + j] + b[k + j];
                most[j] = sum > most[j] ? sum : most[j];
            }
        for (int j = 0; j < LANES; j++) top = most[j] > top ? most[j] : top;
        if (top > limit) return top;
    }
    return top;
}

__attribute__((target_clones("avx2", "default"))) static void add(const int32_t *a,
                                                                  const int32_t *b, int32_t *sum,
                                                                  int channels)
{
    for (int c = 0; c < channels; c++) sum[c] = a[c] + b[c];
}

__attribute__((target_clones("avx2", "default"))) static void subtract(const int32_t *a,
                                                                       const int32_t *b,
                                                                       int32_t *difference,
                                                                       int channels)
{
    for (int c = 0; c < channels; c++) difference[c] = a[c] - b[c];
}

/* Of symmetric placements the one with the largest bits is looked at: the others are its images. */
static bool is_representative(const noc_place_problem *p, const uint16_t *tiles, int memory)
{
    uint64_t own = 0;
    for (int i = 0; i < memory; i++) own |= 1ull << (63 - tiles[i]);
    for (int k = 1; k < p->symmetries; k++) {
        uint64_t image = 0;
        for (int i = 0; i < memory; i++) image |= 1ull << (63 - p->maps[k][tiles[i]]);
        if (image > own) return false;
    }
    return true;
}

static int32_t *adding_at(const worker *w, int level, int tile)
{
    return &w->adding[(level * w->p->tiles + tile) * w->p->channels];
}

static void look_at_last(worker *w, int level, int first)
{
    const noc_place_problem *p = w->p;
    const int32_t *sum = &w->sum[level * p->channels];
    for (int m = first; m < p->tiles; m++) {
        w->tiles[level] = (uint16_t)m;
        if (!p->allowed[m] || !is_representative(p, w->tiles, w->memory)) continue;
        w->looked_at++;
        const noc_place_result *r = &w->result;
        const int32_t limit = r->count < NOC_PLACE_BEST ? INT32_MAX : r->best[r->count - 1].load;
        noc_place_choice choice;
        choice.load = largest(sum, adding_at(w, level, m), p->channels, limit);
        if (choice.load > limit) continue;
        choice.routers = w->routers[level] + w->adding_routers[level * p->tiles + m];
        memcpy(choice.tiles, w->tiles, (size_t)w->memory * sizeof *w->tiles);
        keep(&w->result, w->memory, &choice);
    }
}

/* Chooses tile m as number `level`, and prepares what is to be known at the next level. */
static void choose(worker *w, int level, int m)
{
    const noc_place_problem *p = w->p;
    w->tiles[level] = (uint16_t)m;
    add(&w->sum[level * p->channels], adding_at(w, level, m), &w->sum[(level + 1) * p->channels],
        p->channels);
    w->routers[level + 1] = w->routers[level] + w->adding_routers[level * p->tiles + m];
    for (int s = m + 1; s < p->tiles; s++) {
        subtract(adding_at(w, level, s), &p->pair[(s * p->tiles + m) * p->channels],
                 adding_at(w, level + 1, s), p->channels);
        w->adding_routers[(level + 1) * p->tiles + s] =
            w->adding_routers[level * p->tiles + s] - p->pair_routers[s * p->tiles + m];
    }
}

static void descend(worker *w, int level, int first)
{
    if (level == w->memory - 1) {
        look_at_last(w, level, first);
        return;
    }
    for (int m = first; m <= w->p->tiles - (w->memory - level); m++) {
        if (!w->p->allowed[m]) continue;
        choose(w, level, m);
        descend(w, level + 1, m + 1);
    }
}

static bool worker_ready(worker *w)
{
    const noc_place_problem *p = w->p;
    const size_t levels = (size_t)w->memory + 1, tiles = (size_t)p->tiles;
    const size_t channels = (size_t)p->channels;
    w->sum = calloc(levels * channels + 1, sizeof *w->sum);
    w->adding = calloc(levels * tiles * channels + 1, sizeof *w->adding);
    w->adding_routers = calloc(levels * tiles, sizeof *w->adding_routers);
    if (!w->sum || !w->adding || !w->adding_routers) return false;
    memcpy(w->adding, p->own, tiles * channels * sizeof *p->own);
    memcpy(w->adding_routers, p->own_routers, tiles * sizeof *p->own_routers);
    return true;
}

/* A task fixes the first two tiles, or the first where there is only one before the last. */
static void do_task(worker *w, int task)
{
    const int tiles = w->p->tiles, first = task / tiles, second = task % tiles;
    if (w->memory < 3) {
        if (task == 0) descend(w, 0, 0);
        return;
    }
    if (second <= first || !w->p->allowed[first] || !w->p->allowed[second]) return;
    choose(w, 0, first);
    choose(w, 1, second);
    descend(w, 2, second + 1);
}

static void *work(void *argument)
{
    crew *c = argument;
    worker *w = calloc(1, sizeof *w);
    bool ready = false;
    if (w) {
        w->p = c->p;
        w->memory = c->memory;
        ready = worker_ready(w);
    }
    while (ready && !atomic_load(&c->stop)) {
        const int task = atomic_fetch_add(&c->next, 1);
        if (task >= c->tasks) break;
        do_task(w, task);
    }
    pthread_mutex_lock(&c->lock);
    if (!ready) c->failed = true;
    for (int i = 0; ready && i < w->result.count; i++)
        keep(c->result, c->memory, &w->result.best[i]);
    if (ready) c->result->looked_at += w->looked_at;
    pthread_mutex_unlock(&c->lock);
    if (w) {
        free(w->sum);
        free(w->adding);
        free(w->adding_routers);
    }
    free(w);
    return NULL;
}

enum { JOBS_MOST = 64 };

static noc_status try_all(const noc_place_problem *p, int memory, unsigned jobs,
                          bool (*tick)(void *context, double done), void *context,
                          noc_place_result *result, noc_diag *diag)
{
    pthread_t threads[JOBS_MOST];
    unsigned started = 0;
    crew c = {.p = p, .memory = memory, .tasks = p->tiles * p->tiles, .result = result};
    pthread_mutex_init(&c.lock, NULL);
    if (jobs == 0) jobs = noc_processors();
    if (jobs > JOBS_MOST) jobs = JOBS_MOST;
    while (started < jobs && pthread_create(&threads[started], NULL, work, &c) == 0) started++;
    bool go_on = true;
    while (started > 0 && go_on && atomic_load(&c.next) < c.tasks) {
        usleep(20000);
        /* tasks with small first tiles are the long ones: this is a rough share */
        if (tick) go_on = tick(context, fmin(1.0, (double)atomic_load(&c.next) / c.tasks));
    }
    if (!go_on) atomic_store(&c.stop, true);
    for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&c.lock);
    if (started == 0 || c.failed) return noc_fail_memory(diag);
    if (!go_on) return NOC_EINTERRUPTED;
    result->exhaustive = true;
    result->bound = (double)result->best[0].load * p->unit;
    return NOC_OK;
}

/* ---- searching ------------------------------------------------------------------------------ */

static int tile_order(const void *a, const void *b)
{
    const uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
    return x < y ? -1 : x > y;
}

/* Of symmetric placements the first in the order of tiles stands for all. */
static void represent(const noc_place_problem *p, int memory, noc_place_choice *choice)
{
    noc_place_choice image = *choice;
    qsort(choice->tiles, (size_t)memory, sizeof *choice->tiles, tile_order);
    for (int k = 1; k < p->symmetries; k++) {
        for (int i = 0; i < memory; i++) image.tiles[i] = p->maps[k][choice->tiles[i]];
        qsort(image.tiles, (size_t)memory, sizeof *image.tiles, tile_order);
        image.load = choice->load;
        image.routers = choice->routers;
        if (compare(&image, choice, memory) < 0)
            memcpy(choice->tiles, image.tiles, (size_t)memory * sizeof *image.tiles);
    }
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u); /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void random_start(const noc_place_problem *p, int memory, uint64_t *state, bool *chosen,
                         noc_place_choice *choice)
{
    memset(chosen, 0, (size_t)p->tiles * sizeof *chosen);
    for (int i = 0; i < memory; i++) {
        int tile;
        do tile = (int)(next_random(state) % (uint64_t)p->tiles);
        while (chosen[tile] || !p->allowed[tile]);
        chosen[tile] = true;
        choice->tiles[i] = (uint16_t)tile;
    }
    noc_place_value(p, memory, choice);
}

/* A placement on its way to a better one: `others` and `sum` have room for the channels. */
typedef struct climb {
    const noc_place_problem *p;
    int memory;
    bool *chosen;
    int32_t *others, *sum;
    noc_place_choice choice;
    uint64_t looked_at;
} climb;

/* What all but memory node i and their pairs put on the channels, and on routers. */
static int64_t take_out(climb *k, int i)
{
    const noc_place_problem *p = k->p;
    int64_t routers = 0;
    memset(k->others, 0, (size_t)p->channels * sizeof *k->others);
    for (int a = 0; a < k->memory; a++) {
        const int m = k->choice.tiles[a];
        if (a == i) continue;
        add(k->others, &p->own[m * p->channels], k->others, p->channels);
        routers += p->own_routers[m];
        for (int b = 0; b < a; b++) {
            const int pair = m * p->tiles + k->choice.tiles[b];
            if (b == i) continue;
            subtract(k->others, &p->pair[pair * p->channels], k->others, p->channels);
            routers -= p->pair_routers[pair];
        }
    }
    return routers;
}

/* Memory node i on tile m in place of its own: fills load and routers. */
static void move_to(climb *k, int i, int m, int64_t routers, noc_place_choice *moved)
{
    const noc_place_problem *p = k->p;
    memcpy(k->sum, k->others, (size_t)p->channels * sizeof *k->sum);
    for (int a = 0; a < k->memory; a++) {
        const int pair = m * p->tiles + k->choice.tiles[a];
        if (a == i) continue;
        subtract(k->sum, &p->pair[pair * p->channels], k->sum, p->channels);
        routers -= p->pair_routers[pair];
    }
    moved->tiles[i] = (uint16_t)m;
    moved->load = largest(k->sum, &p->own[m * p->channels], p->channels, INT32_MAX);
    moved->routers = routers + p->own_routers[m];
    k->looked_at++;
}

/* Makes the move of one memory node that helps most; false if none does. */
static bool improve(climb *k)
{
    const noc_place_problem *p = k->p;
    noc_place_choice best = k->choice, moved = k->choice;
    int from = -1;
    for (int i = 0; i < k->memory; i++) {
        const int64_t routers = take_out(k, i);
        for (int m = 0; m < p->tiles; m++) {
            if (k->chosen[m] || !p->allowed[m]) continue;
            move_to(k, i, m, routers, &moved);
            if (moved.load > best.load) continue;
            if (moved.load == best.load && moved.routers >= best.routers) continue;
            best = moved;
            from = i;
        }
        moved.tiles[i] = k->choice.tiles[i];
    }
    if (from < 0) return false;
    k->chosen[k->choice.tiles[from]] = false;
    k->chosen[best.tiles[from]] = true;
    k->choice = best;
    return true;
}

/* The bound's program knows the allowed tiles only. */
static noc_status find_bound(const noc_place_problem *p, int memory, noc_place_result *result,
                             noc_diag *diag)
{
    const size_t count = (size_t)p->allowed_count, channels = (size_t)p->channels;
    int32_t *own = malloc(count * channels * sizeof *own);
    int32_t *pair = malloc(count * count * channels * sizeof *pair), *next = pair;
    size_t tiles = 0;
    for (int m = 0; own && pair && m < p->tiles; m++) {
        if (!p->allowed[m]) continue;
        memcpy(&own[tiles++ * channels], &p->own[m * p->channels], channels * sizeof *own);
        for (int s = 0; s < p->tiles; s++) {
            if (!p->allowed[s]) continue;
            memcpy(next, &p->pair[(m * p->tiles + s) * p->channels], channels * sizeof *next);
            next += channels;
        }
    }
    const bool made = own && pair;
    if (made) result->bound = p->unit * noc_place_bound((int)count, memory, p->channels, own, pair);
    free(own);
    free(pair);
    return made ? NOC_OK : noc_fail_memory(diag);
}

/* ---- proving ------------------------------------------------------------------------------- */

/* A search of the least limit of the load that some placement keeps. */
typedef struct proof {
    const noc_place_problem *p;
    int memory;
    noc_place_result *result;
    uint64_t steps; /* of each limit that is tried */
    int32_t below;  /* no placement has less */
    bool all;       /* placements at the limit, not the first only */
    bool (*tick)(void *context, double done);
    void *context;
    bool interrupted;
} proof;

static bool prove_tick(void *context)
{
    proof *f = context;
    f->interrupted = f->tick && !f->tick(f->context, 1.0);
    return !f->interrupted;
}

static bool prove_found(void *context, const uint16_t *tiles)
{
    proof *f = context;
    noc_place_choice choice;
    memcpy(choice.tiles, tiles, (size_t)f->memory * sizeof *tiles);
    noc_place_value(f->p, f->memory, &choice);
    represent(f->p, f->memory, &choice);
    f->result->looked_at++;
    if (!is_kept(f->result, f->memory, &choice)) keep(f->result, f->memory, &choice);
    return f->all;
}

static noc_status try_limit(proof *f, int32_t limit, noc_cuts_end *end, noc_diag *diag)
{
    const noc_cuts_visitor visitor = {.found = prove_found, .tick = prove_tick, .context = f};
    uint64_t steps = f->steps;
    const noc_status status =
        noc_place_cuts_visit(f->p->cuts, f->memory, limit, &visitor, &steps, end, diag);
    return status == NOC_OK && f->interrupted ? NOC_EINTERRUPTED : status;
}

/* Halves the loads between those that no placement has and the best found. */
static noc_status find_least(proof *f, noc_diag *diag)
{
    int32_t top = f->result->best[0].load;
    while (f->below < top) {
        const int32_t limit = f->below + (top - f->below) / 2;
        noc_cuts_end end;
        const noc_status status = try_limit(f, limit, &end, diag);
        if (status != NOC_OK) return status;
        if (end == NOC_CUTS_ALL)
            f->below = limit + 1;
        else /* found, or too much work */
            top = end == NOC_CUTS_TIRED ? limit : f->result->best[0].load;
    }
    return NOC_OK;
}

/* The least load; then placements at it, and a little above until there are as many as are kept. */
static noc_status prove(proof *f, noc_diag *diag)
{
    noc_cuts_end end = NOC_CUTS_ALL;
    noc_status status = find_least(f, diag);
    f->result->bound = f->below * f->p->unit;
    f->all = true;
    for (int i = 0; i < ROUNDS && status == NOC_OK && end == NOC_CUTS_ALL; i++) {
        const noc_place_result *r = f->result;
        const int32_t limit = (int32_t)(r->best[0].load * (1.0 + i * ROUND_SHARE));
        if (r->count == NOC_PLACE_BEST && r->best[r->count - 1].load <= limit) break;
        status = try_limit(f, limit, &end, diag);
    }
    return status;
}

static noc_status climb_all(climb *k, bool (*tick)(void *context, double done), void *context,
                            noc_place_result *result)
{
    const int starts = k->p->cuts ? STARTS_PROVEN : STARTS;
    uint64_t state = 1;
    for (int start = 0; start < starts; start++) {
        random_start(k->p, k->memory, &state, k->chosen, &k->choice);
        do
            if (tick && !tick(context, (double)start / starts)) return NOC_EINTERRUPTED;
        while (improve(k));
        represent(k->p, k->memory, &k->choice);
        if (!is_kept(result, k->memory, &k->choice)) keep(result, k->memory, &k->choice);
    }
    result->looked_at = k->looked_at;
    return NOC_OK;
}

static noc_status search(const noc_place_problem *p, int memory,
                         bool (*tick)(void *context, double done), void *context,
                         noc_place_result *result, noc_diag *diag)
{
    climb k = {.p = p, .memory = memory};
    k.chosen = calloc((size_t)p->tiles, sizeof *k.chosen);
    k.others = calloc((size_t)p->channels + 1, sizeof *k.others);
    k.sum = calloc((size_t)p->channels + 1, sizeof *k.sum);
    const noc_status status = k.chosen && k.others && k.sum ? climb_all(&k, tick, context, result)
                                                            : noc_fail_memory(diag);
    free(k.chosen);
    free(k.others);
    free(k.sum);
    return status;
}

static noc_status begin(const noc_place_problem *p, int memory, noc_place_result *result,
                        noc_diag *diag)
{
    memset(result, 0, sizeof *result);
    result->bound = NAN;
    result->placements = 1.0;
    for (int i = 0; i < memory; i++)
        result->placements *= (double)(p->allowed_count - i) / (double)(i + 1);
    result->placements = round(result->placements);
    if (memory < 1 || memory >= p->tiles)
        return noc_fail(
            diag, NOC_EUSAGE, NOC_NOWHERE,
            "--memory %d: the grid has %d tiles, one of them at least for a compute node", memory,
            p->tiles);
    if (memory > p->allowed_count)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "--memory %d: the grid has %d half routers, where memory nodes must stand",
                        memory, p->allowed_count);
    return NOC_OK;
}

noc_status noc_place_prove(const noc_place_problem *p, int memory, uint64_t steps,
                           bool (*tick)(void *context, double done), void *context,
                           noc_place_result *result, noc_diag *diag)
{
    noc_status status = begin(p, memory, result, diag);
    if (status == NOC_OK) status = search(p, memory, tick, context, result, diag);
    if (status != NOC_OK) return status;
    if (!p->cuts) return find_bound(p, memory, result, diag);
    proof f = {.p = p,
               .memory = memory,
               .steps = steps,
               .result = result,
               .tick = tick,
               .context = context};
    return prove(&f, diag);
}

noc_status noc_place_search(const noc_place_problem *p, int memory, unsigned jobs,
                            bool (*tick)(void *context, double done), void *context,
                            noc_place_result *result, noc_diag *diag)
{
    const noc_status status = begin(p, memory, result, diag);
    const double most = p->cuts ? NOC_PLACE_TRIED_MOST : NOC_PLACE_EXHAUSTIVE_MOST;
    if (status != NOC_OK) return status;
    if (p->tiles <= 64 && result->placements <= most)
        return try_all(p, memory, jobs, tick, context, result, diag);
    return noc_place_prove(p, memory, NOC_PLACE_STEPS, tick, context, result, diag);
}
