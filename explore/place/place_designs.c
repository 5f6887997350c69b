#include "explore/place/place_designs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/within.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/compile/compile.h"
#include "network/kinds/kinds.h"
#include "network/kinds/traffic_keys.h"
#include "reader/design_check.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

/* ---- attachment of nodes in graphs ---------------------------------------------------------- */

/* Finds, for each node, the node whose router it gets. */
static void find_sources(uint32_t computes, uint32_t nodes, const noc_place_choice *choice,
                         uint32_t *source)
{
    uint32_t compute = 0, memory = computes;
    for (uint32_t n = 0; n < nodes; n++) {
        bool chosen = false;
        for (uint32_t i = 0; i < nodes - computes; i++) chosen = chosen || choice->tiles[i] == n;
        source[chosen ? memory++ : compute++] = n;
    }
}

noc_status noc_place_attach(noc_design *d, const noc_place_choice *choice, noc_diag *diag)
{
    const uint32_t computes = (uint32_t)noc_compute_terminals(d);
    const uint32_t nodes = computes + (uint32_t)d->nodes.memory;
    uint32_t *source = calloc(2 * (size_t)nodes + 1, sizeof *source), *router = source + nodes;
    if (!source) return noc_fail_memory(diag);
    find_sources(computes, nodes, choice, source);
    for (int n = 0; n < d->network_count; n++) {
        noc_wiring *own = noc_wiring_copy(d->networks[n].wiring);
        if (!own) {
            free(source);
            return noc_fail_memory(diag);
        }
        noc_wiring_free(d->networks[n].wiring);
        d->networks[n].wiring = own;
        noc_wired_node *node = own->nodes;
        for (uint32_t i = 0; i < nodes; i++) router[i] = node[source[i]].router;
        for (uint32_t i = 0; i < nodes; i++) node[i].router = router[i];
    }
    free(source);
    return NOC_OK;
}

void noc_place_write_attach(const noc_design *d, FILE *out)
{
    const uint32_t computes = (uint32_t)noc_compute_terminals(d);
    const uint32_t nodes = computes + (uint32_t)d->nodes.memory;
    const noc_wiring *wiring = d->networks[0].wiring;
    const noc_wired_node *node = wiring->nodes;
    bool ports = false, rates = false;
    for (uint32_t i = 0; i < nodes; i++) {
        ports = ports || node[i].ports;
        rates = rates || node[i].flits_per_cycle > 0.0;
    }
    fprintf(out, "node,router,kind%s%s%s\n", ports ? ",ports" : "", rates ? ",flits_per_cycle" : "",
            wiring->die ? ",die" : "");
    for (uint32_t i = 0; i < nodes; i++) {
        fprintf(out, "%u,%u,%s", i, node[i].router, i < computes ? "compute" : "memory");
        if (ports) fputc(',', out);
        if (ports && node[i].ports) fprintf(out, "%d", node[i].ports);
        if (rates) fputc(',', out);
        if (rates && node[i].flits_per_cycle > 0.0) fprintf(out, "%.12g", node[i].flits_per_cycle);
        if (wiring->die) fprintf(out, ",%d", wiring->die[node[i].router]);
        fputc('\n', out);
    }
}

/* ---- designs with placements ---------------------------------------------------------------- */

enum { OVERRIDES_MORE = 4, OVERRIDE_CHARS = 4096 };

noc_status noc_placer_open(const char *path, const char *const *sets, size_t count, noc_placer *t,
                           noc_diag *diag)
{
    *t = (noc_placer){.set_count = count};
    const noc_status status = noc_source_read(path, &t->source, diag);
    t->overrides = calloc(count + OVERRIDES_MORE, sizeof *t->overrides);
    if (!t->overrides) return noc_fail_memory(diag);
    for (size_t i = 0; i < count; i++) t->overrides[i] = sets[i];
    return status;
}

void noc_placer_clear(noc_placer *t)
{
    free(t->overrides);
    noc_kept_clear(&t->kept);
    noc_source_clear(&t->source);
}

/* Makes a graph's design with the memory nodes at the routers of a choice (NULL: the last
 * nodes). */
static noc_status graph_with(noc_placer *t, const noc_place_choice *choice, noc_design **design,
                             noc_diag *diag)
{
    char texts[2][OVERRIDE_CHARS];
    size_t count = t->set_count;
    snprintf(texts[0], OVERRIDE_CHARS, "nodes.memory=%d", t->memory);
    snprintf(texts[1], OVERRIDE_CHARS, "nodes.compute=%d", (t->nodes - t->memory) * t->cores);
    for (size_t i = 0; i < 2; i++) t->overrides[count++] = texts[i];
    noc_status status = noc_design_read(&t->source, t->overrides, count, design, diag);
    if (status == NOC_OK && choice) status = noc_place_attach(*design, choice, diag);
    return status;
}

/* Makes the design with another placement: a named one, or the tiles of a choice. */
static noc_status design_with(noc_placer *t, const char *placement, const noc_place_choice *choice,
                              noc_design **design, noc_diag *diag)
{
    char texts[OVERRIDES_MORE][OVERRIDE_CHARS];
    size_t count = t->set_count, used = 0;
    if (t->is_graph) return graph_with(t, choice, design, diag);
    snprintf(texts[0], OVERRIDE_CHARS, "nodes.memory=%d", t->memory);
    snprintf(texts[1], OVERRIDE_CHARS, "nodes.compute=%d", (t->nodes - t->memory) * t->cores);
    snprintf(texts[2], OVERRIDE_CHARS, "nodes.placement=%s", placement);
    used = (size_t)snprintf(texts[3], OVERRIDE_CHARS, "nodes.memory_at=(");
    for (int i = 0; choice && i < t->memory; i++)
        used += (size_t)snprintf(texts[3] + used, OVERRIDE_CHARS - used, "%s(%d,%d)", i ? "," : "",
                                 choice->tiles[i] % t->columns, choice->tiles[i] / t->columns);
    snprintf(texts[3] + used, OVERRIDE_CHARS - used, ")");
    for (size_t i = 0; i < (choice ? 4u : 3u); i++) t->overrides[count++] = texts[i];
    return noc_design_read(&t->source, t->overrides, count, design, diag);
}

/* ---- estimates of placements ---------------------------------------------------------------- */

static noc_status ask(noc_placer *t, const noc_design *design, const noc_place_problem *p,
                      noc_placement *row, noc_diag *diag)
{
    noc_system *system = NULL;
    noc_status status = noc_system_compile_kept(design, &t->kept, &system, diag);
    if (status == NOC_OK) status = noc_estimate_model(system, NAN, &row->estimate, diag);
    if (status == NOC_OK) noc_place_value(p, design->nodes.memory, &row->choice);
    noc_system_free(system);
    row->estimate.design = NULL;
    row->clock_mhz = design->chip.clock_mhz;
    return status;
}

/* Copies the tiles of a design's memory nodes. */
static void take_tiles(const noc_design *design, int columns, noc_place_choice *choice)
{
    for (size_t i = 0; i < design->nodes.memory_at.count; i++) {
        const noc_point at = design->nodes.memory_at.values[i];
        choice->tiles[i] = (uint16_t)(at.column + columns * at.row);
    }
}

/* Compares placements by the model: larger throughput, then smaller load. */
static int by_saturation(const void *a, const void *b)
{
    const noc_placement *x = a, *y = b;
    const double p = x->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    const double q = y->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    if (p != q) return p > q ? -1 : 1;
    return x->rank - y->rank;
}

void noc_placer_order(noc_placement *rows, size_t count)
{
    qsort(rows, count, sizeof *rows, by_saturation);
}

static noc_status rank_found(noc_placer *t, const noc_place_problem *p,
                             const noc_place_choice *choice, noc_placement *row, noc_diag *diag)
{
    noc_design *design = NULL;
    noc_status status = design_with(t, "explicit", choice, &design, diag);
    row->choice = *choice;
    if (status == NOC_OK) status = ask(t, design, p, row, diag);
    noc_design_free(design);
    return status;
}

static bool is_refused(noc_status status)
{
    return status == NOC_EINPUT || status == NOC_EUSAGE;
}

/* Largest number of placements to estimate: for more than 64 tiles fewer, so that estimates take
 * about as long as a hundred of 64 tiles. */
static int estimated_most(const noc_placer *t)
{
    const double share = 64.0 / t->tiles;
    const int most = (int)(NOC_PLACE_BEST * share * share);
    return t->tiles <= 64 ? NOC_PLACE_BEST : most < 5 ? 5 : most;
}

/* Skips invalid placements of a graph, unless all are invalid: routes of other flows can
 * deadlock. */
noc_status noc_placer_rank(noc_placer *t, const noc_place_problem *p, noc_place_result *found,
                           noc_placement *rows, noc_diag *diag)
{
    int count = 0;
    const int most = estimated_most(t);
    if (found->count > most) found->count = most;
    for (int i = 0; i < found->count; i++) {
        noc_diag unfit = {0};
        rows[count] = (noc_placement){.name = "", .source = "", .rank = i + 1};
        const noc_status status = rank_found(t, p, &found->best[i], &rows[count], &unfit);
        const bool left_out = t->is_graph && is_refused(status);
        for (size_t k = 0; k < unfit.count && !left_out; k++)
            noc_fail(diag, status, (noc_place){unfit.messages[k].file, unfit.messages[k].line},
                     "%s", unfit.messages[k].text);
        noc_diag_clear(&unfit);
        if (status == NOC_OK)
            found->best[count++] = found->best[i];
        else if (!left_out)
            return status;
    }
    found->count = count ? count : 1;
    if (count == 0) return rank_found(t, p, &found->best[0], &rows[0], diag);
    noc_placer_order(rows, (size_t)count);
    return NOC_OK;
}

/* Estimates a named placement. False if it does not fit the grid. */
static bool rank_named(noc_placer *t, const noc_place_problem *p, const char *name,
                       noc_placement *row)
{
    noc_diag unfit = {0};
    noc_design *design = NULL;
    bool fits = design_with(t, name, NULL, &design, &unfit) == NOC_OK;
    if (fits) take_tiles(design, t->columns, &row->choice);
    fits = fits && ask(t, design, p, row, &unfit) == NOC_OK;
    noc_design_free(design);
    noc_diag_clear(&unfit);
    return fits;
}

size_t noc_placer_rank_named(noc_placer *t, const noc_place_problem *p, noc_placement *rows)
{
    size_t count = 0;
    if (t->is_graph) {
        rows[0] = (noc_placement){.name = "as attached", .source = t->source.path};
        return rank_named(t, p, "", &rows[0]);
    }
    for (size_t i = 0; noc_placement_at(i); i++) {
        if (!noc_placement_at(i)->place) continue;
        rows[count] =
            (noc_placement){.name = noc_placement_name(i), .source = noc_placement_at(i)->source};
        count += rank_named(t, p, noc_placement_name(i), &rows[count]);
    }
    return count;
}

static noc_status measure_row(noc_placer *t, double within, const noc_sampling *sampling,
                              noc_placement *row, noc_diag *diag)
{
    noc_design *design = NULL;
    noc_system *system = NULL;
    noc_within_question q = {
        .calibration = noc_calibration_shipped(), .load = NAN, .saturation = true, .half = within};
    noc_status status = design_with(t, *row->name ? row->name : "explicit",
                                    *row->name ? NULL : &row->choice, &design, diag);
    if (status == NOC_OK) status = noc_system_compile(design, &system, diag);
    q.system = system;
    if (status == NOC_OK) status = noc_estimate_within(&q, sampling, &row->estimate, diag);
    row->estimate.design = NULL;
    noc_system_free(system);
    noc_design_free(design);
    return status;
}

noc_status noc_placer_measure(noc_placer *t, noc_placement *rows, size_t count, double within,
                              const noc_sampling *sampling, size_t *finished, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (*finished = 0; *finished < count && status == NOC_OK; *finished += status == NOC_OK) {
        noc_sampling_part part = {sampling, *finished, count};
        const noc_sampling own = noc_sampling_of_part(&part);
        status = measure_row(t, within, &own, &rows[*finished], diag);
    }
    return status;
}

/* True if nodes are at the same routers in all networks. */
static bool is_one_attachment(const noc_design *d, int nodes)
{
    for (int n = 1; n < d->network_count; n++)
        for (int i = 0; i < nodes; i++)
            if (d->networks[n].wiring->nodes[i].router != d->networks[0].wiring->nodes[i].router)
                return false;
    return true;
}

noc_status noc_placer_attach(noc_placer *t, const noc_placement *row, FILE *out, noc_diag *diag)
{
    noc_design *design = NULL;
    noc_status status = design_with(t, "explicit", &row->choice, &design, diag);
    if (status == NOC_OK && !is_one_attachment(design, t->tiles))
        status = noc_fail(diag, NOC_EINPUT, (noc_place){t->source.path, 0},
                          "--attach writes one file, but the networks attach nodes to other "
                          "routers each");
    if (status == NOC_OK) noc_place_write_attach(design, out);
    noc_design_free(design);
    return status;
}

/* ---- the problem ---------------------------------------------------------------------------- */

/* Compiles the design with memory nodes on the first tiles that its routing allows: any tiles, or
 * tiles of half routers. */
static noc_status compile_somewhere(noc_placer *t, noc_design **design, noc_system **system,
                                    noc_diag *diag)
{
    noc_status status = NOC_OK;
    if (t->is_graph) {
        status = design_with(t, "", NULL, design, diag);
        return status == NOC_OK ? noc_system_compile(*design, system, diag) : status;
    }
    for (int parity = -1; parity < 2; parity++) {
        noc_place_choice first = {.load = 0};
        noc_diag unfit = {0};
        int count = 0;
        for (int i = 0; i < t->tiles && count < t->memory; i++)
            if (!t->empty[i] && (parity < 0 || (i % t->columns + i / t->columns) % 2 == parity))
                first.tiles[count++] = (uint16_t)i;
        if (count < t->memory) continue;
        noc_design_free(*design);
        *design = NULL;
        noc_diag *const told = parity < 0 ? diag : &unfit;
        status = design_with(t, "explicit", &first, design, told);
        if (status == NOC_OK) status = noc_system_compile(*design, system, told);
        noc_diag_clear(&unfit);
        if (status == NOC_OK || status == NOC_EFAILED) break;
    }
    if (status == NOC_OK) noc_diag_clear(diag);
    return status;
}

/* Finds the topology of the first network without channels between routers, which a placement
 * cannot load; NULL: every network has some. */
static const noc_topology_kind *unloaded_topology(const noc_design *base)
{
    for (int n = 0; n < base->network_count; n++) {
        const noc_topology_kind *topology = base->networks[n].topology;
        if (topology->structure) return topology;
    }
    return NULL;
}

/* Checks that the design's memory nodes can be placed. */
static noc_status check_base(const noc_placer *t, const noc_design *base, bool tiled,
                             noc_diag *diag)
{
    const noc_place here = {t->source.path, 0};
    if (!tiled && !t->is_graph)
        return noc_fail(
            diag, NOC_EINPUT, here,
            "place needs a grid of tiles or a graph of routers, which topology \"%s\" has not",
            base->networks[0].topology->name);
    if (unloaded_topology(base))
        return noc_fail(diag, NOC_EINPUT, here,
                        "place looks for the least load of channels between routers, and topology "
                        "\"%s\" has none (nodes.placement = \"staircase\" suits it)",
                        unloaded_topology(base)->name);
    if (base->traffic.rates || noc_traffic_names_ends(&base->traffic))
        return noc_fail(diag, NOC_EINPUT, here,
                        "traffic.%s nodes by their tiles, and place looks for others (leave them "
                        "out)",
                        base->traffic.rates ? "rates names" : "sources and destinations name");
    if (base->nodes.memory_on != NOC_MEMORY_ON_OWN_TILES)
        return noc_fail(diag, NOC_EINPUT, here,
                        "place looks for tiles that memory nodes have to themselves "
                        "(nodes.memory_on = \"own-tiles\"; nodes.placement and memory_at name "
                        "tiles of compute nodes, too)");
    if (!base->traffic.pattern->has_memory)
        return noc_fail(diag, NOC_EINPUT, here,
                        "the traffic has no memory nodes to place (traffic.pattern = "
                        "\"many-to-few\")");
    if (t->memory < 1 || t->memory >= t->nodes || t->tiles > NOC_PLACE_TILES_MOST)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "place: %d memory nodes on %d %s (1 to all but one; at most %d of these)",
                        t->memory, t->nodes, t->is_graph ? "nodes of a graph" : "tiles of a grid",
                        NOC_PLACE_TILES_MOST);
    return NOC_OK;
}

/* Finds the tiles without a node. */
static void find_empty(const noc_design *base, noc_placer *t)
{
    t->nodes = t->tiles;
    for (size_t i = 0; i < base->nodes.empty_at.count; i++) {
        const noc_point at = base->nodes.empty_at.values[i];
        const int tile = at.column + t->columns * at.row;
        if (tile >= NOC_PLACE_TILES_MOST || t->empty[tile]) continue;
        t->empty[tile] = true;
        t->nodes--;
    }
}

static bool has_rates(const noc_graph *g)
{
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].kind == NOC_LINK && g->channels[c].flits_per_cycle != 1.0) return true;
    return false;
}

/* Prepares the problem from the base design, compiled with memory nodes on any allowed tiles. */
noc_status noc_placer_prepare(noc_placer *t, int memory, noc_place_problem **problem,
                              noc_diag *diag)
{
    noc_design *base = NULL, *design = NULL;
    noc_system *system = NULL;
    noc_status status = noc_design_read(&t->source, t->overrides, t->set_count, &base, diag);
    if (status != NOC_OK) return status;
    t->source.kinds_follow_counts = true; /* the file's kinds were checked with the file's counts */
    const bool tiled = noc_design_tiles(base, &t->columns, &t->rows);
    snprintf(t->name, sizeof t->name, "%s", base->name);
    t->tiles = t->columns * t->rows;
    find_empty(base, t);
    t->memory = memory ? memory : base->nodes.memory;
    t->cores = noc_cores_of_terminal(base);
    t->is_graph = noc_place_is_graph(base);
    status = check_base(t, base, tiled, diag);
    for (int i = 0; status == NOC_OK && t->is_graph && i < t->tiles; i++)
        t->routers[i] = base->networks[0].wiring->nodes[i].router;
    noc_design_free(base);
    if (status == NOC_OK) status = compile_somewhere(t, &design, &system, diag);
    if (status == NOC_OK) t->is_rated = has_rates(&system->graph);
    if (status == NOC_OK) status = noc_place_new(system, problem, diag);
    noc_system_free(system);
    noc_design_free(design);
    return status;
}
