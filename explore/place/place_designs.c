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

/* Finds source[node], the node whose router the node gets. */
static void find_sources(uint32_t computes, uint32_t nodes, const noc_place_placement *choice,
                         uint32_t *source)
{
    uint32_t compute = 0, memory = computes;
    for (uint32_t n = 0; n < nodes; n++) {
        bool is_chosen = false;
        for (uint32_t i = 0; i < nodes - computes; i++)
            is_chosen = is_chosen || choice->tiles[i] == n;
        source[is_chosen ? memory++ : compute++] = n;
    }
}

noc_status noc_place_attach(noc_design *d, const noc_place_placement *choice, noc_diag *diag)
{
    const uint32_t computes = (uint32_t)noc_compute_terminals(d);
    const uint32_t nodes = computes + (uint32_t)d->nodes.memory;
    NOC_AUTO_FREE uint32_t *source = calloc(2 * (size_t)nodes + 1, sizeof *source);
    uint32_t *router = source + nodes;
    if (!source) return noc_fail_memory(diag);
    find_sources(computes, nodes, choice, source);
    for (int n = 0; n < d->network_count; n++) {
        noc_wiring *wiring_copy = noc_wiring_copy(d->networks[n].wiring);
        if (!wiring_copy) return noc_fail_memory(diag);
        noc_wiring_free(d->networks[n].wiring);
        d->networks[n].wiring = wiring_copy;
        noc_wired_node *node = wiring_copy->nodes;
        for (uint32_t i = 0; i < nodes; i++) router[i] = node[source[i]].router;
        for (uint32_t i = 0; i < nodes; i++) node[i].router = router[i];
    }
    return NOC_OK;
}

void noc_place_write_attach(const noc_design *d, FILE *out)
{
    const uint32_t computes = (uint32_t)noc_compute_terminals(d);
    const uint32_t nodes = computes + (uint32_t)d->nodes.memory;
    const noc_wiring *wiring = d->networks[0].wiring;
    const noc_wired_node *node = wiring->nodes;
    bool has_ports = false, has_rates = false;
    for (uint32_t i = 0; i < nodes; i++) {
        has_ports = has_ports || node[i].ports;
        has_rates = has_rates || node[i].flits_per_cycle > 0.0;
    }
    fprintf(out, "node,router,kind%s%s%s\n", has_ports ? ",ports" : "",
            has_rates ? ",flits_per_cycle" : "", wiring->router_dies ? ",die" : "");
    for (uint32_t i = 0; i < nodes; i++) {
        fprintf(out, "%u,%u,%s", i, node[i].router, i < computes ? "compute" : "memory");
        if (has_ports) fputc(',', out);
        if (has_ports && node[i].ports) fprintf(out, "%d", node[i].ports);
        if (has_rates) fputc(',', out);
        if (has_rates && node[i].flits_per_cycle > 0.0)
            fprintf(out, "%.12g", node[i].flits_per_cycle);
        if (wiring->router_dies) fprintf(out, ",%d", wiring->router_dies[node[i].router]);
        fputc('\n', out);
    }
}

/* ---- designs with placements ---------------------------------------------------------------- */

enum { PLACEMENT_OVERRIDES = 4, OVERRIDE_CHARS = 4096 };

noc_status noc_placer_open(const char *path, const char *const *overrides, size_t count,
                           noc_placer *placer, noc_diag *diag)
{
    *placer = (noc_placer){.override_count = count};
    const noc_status status = noc_source_read(path, &placer->source, diag);
    placer->overrides =
        noc_arena_array(&placer->memory, count + PLACEMENT_OVERRIDES, sizeof *placer->overrides);
    if (!placer->overrides) return noc_fail_memory(diag);
    for (size_t i = 0; i < count; i++) placer->overrides[i] = overrides[i];
    return status;
}

void noc_placer_clear(noc_placer *placer)
{
    noc_arena_clear(&placer->memory);
    noc_cache_clear(&placer->stage_results);
    noc_source_clear(&placer->source);
}

/* Makes a graph's design with the memory nodes at the routers of the chosen nodes; `choice` NULL:
 * with the design's own attachment. */
static noc_status make_graph_design(noc_placer *placer, const noc_place_placement *choice,
                                    noc_design **design, noc_diag *diag)
{
    char texts[2][OVERRIDE_CHARS];
    size_t count = placer->override_count;
    snprintf(texts[0], OVERRIDE_CHARS, "nodes.memory=%d", placer->memory_nodes);
    snprintf(texts[1], OVERRIDE_CHARS, "nodes.compute=%d",
             (placer->node_tiles - placer->memory_nodes) * placer->cores_per_node);
    for (size_t i = 0; i < 2; i++) placer->overrides[count++] = texts[i];
    noc_status status = noc_design_read(&placer->source, placer->overrides, count, design, diag);
    if (status == NOC_OK && choice) status = noc_place_attach(*design, choice, diag);
    return status;
}

/* Makes the design with another placement: a named one, or the tiles of a choice. */
static noc_status make_design(noc_placer *placer, const char *placement,
                              const noc_place_placement *choice, noc_design **design,
                              noc_diag *diag)
{
    char texts[PLACEMENT_OVERRIDES][OVERRIDE_CHARS];
    size_t count = placer->override_count, length = 0;
    if (placer->is_graph) return make_graph_design(placer, choice, design, diag);
    snprintf(texts[0], OVERRIDE_CHARS, "nodes.memory=%d", placer->memory_nodes);
    snprintf(texts[1], OVERRIDE_CHARS, "nodes.compute=%d",
             (placer->node_tiles - placer->memory_nodes) * placer->cores_per_node);
    snprintf(texts[2], OVERRIDE_CHARS, "nodes.placement=%s", placement);
    length = (size_t)snprintf(texts[3], OVERRIDE_CHARS, "nodes.memory_at=(");
    for (int i = 0; choice && i < placer->memory_nodes; i++)
        length += (size_t)snprintf(texts[3] + length, OVERRIDE_CHARS - length, "%s(%d,%d)",
                                   i ? "," : "", choice->tiles[i] % placer->columns,
                                   choice->tiles[i] / placer->columns);
    snprintf(texts[3] + length, OVERRIDE_CHARS - length, ")");
    for (size_t i = 0; i < (choice ? 4u : 3u); i++) placer->overrides[count++] = texts[i];
    return noc_design_read(&placer->source, placer->overrides, count, design, diag);
}

/* ---- estimates of placements ---------------------------------------------------------------- */

static noc_status estimate_placement(noc_placer *placer, const noc_design *design,
                                     const noc_place_problem *p, noc_ranked_placement *row,
                                     noc_diag *diag)
{
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    noc_status status = noc_system_compile_kept(design, &placer->stage_results, &system, diag);
    if (status == NOC_OK) status = noc_estimate_model(system, NAN, &row->estimate, diag);
    if (status == NOC_OK) noc_place_fill_load(p, design->nodes.memory, &row->choice);
    row->estimate.design = NULL;
    row->clock_mhz = design->chip.clock_mhz;
    return status;
}

/* Copies the tiles of a design's memory nodes. */
static void copy_tiles(const noc_design *design, int columns, noc_place_placement *choice)
{
    for (size_t i = 0; i < design->nodes.memory_positions.count; i++) {
        const noc_point point = design->nodes.memory_positions.values[i];
        choice->tiles[i] = (uint16_t)(point.column + columns * point.row);
    }
}

/* Orders placements by the model: larger throughput, then smaller rank, which is by load. */
static int compare_saturations(const void *a, const void *b)
{
    const noc_ranked_placement *x = a, *y = b;
    const double x_saturation = x->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    const double y_saturation = y->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    if (x_saturation != y_saturation) return x_saturation > y_saturation ? -1 : 1;
    return x->rank - y->rank;
}

void noc_placer_sort(noc_ranked_placement *rows, size_t count)
{
    qsort(rows, count, sizeof *rows, compare_saturations);
}

static noc_status estimate_found(noc_placer *placer, const noc_place_problem *p,
                                 const noc_place_placement *choice, noc_ranked_placement *row,
                                 noc_diag *diag)
{
    NOC_AUTO_DESIGN noc_design *design = NULL;
    const noc_status status = make_design(placer, "explicit", choice, &design, diag);
    row->choice = *choice;
    return status == NOC_OK ? estimate_placement(placer, design, p, row, diag) : status;
}

static bool is_refused(noc_status status)
{
    return status == NOC_EINPUT || status == NOC_EUSAGE;
}

/* Finds the largest number of placements to estimate: a hundred for up to 64 tiles; fewer for more
 * tiles, so that all estimates together take about as long. */
static int find_estimate_limit(const noc_placer *placer)
{
    const double share = 64.0 / placer->tiles;
    const int limit = (int)(NOC_PLACE_RESULTS_MAX * share * share);
    return placer->tiles <= 64 ? NOC_PLACE_RESULTS_MAX : limit < 5 ? 5 : limit;
}

/* Skips invalid placements of a graph, unless all are invalid: the routes of the moved flows can
 * deadlock. */
noc_status noc_placer_rank_found(noc_placer *placer, const noc_place_problem *p,
                                 noc_place_result *found, noc_ranked_placement *rows,
                                 noc_diag *diag)
{
    int count = 0;
    const int limit = find_estimate_limit(placer);
    if (found->count > limit) found->count = limit;
    for (int i = 0; i < found->count; i++) {
        NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
        rows[count] = (noc_ranked_placement){.name = "", .source = "", .rank = i + 1};
        const noc_status status = estimate_found(placer, p, &found->best[i], &rows[count], &faults);
        const bool is_skipped = placer->is_graph && is_refused(status);
        for (size_t k = 0; k < faults.count && !is_skipped; k++)
            noc_fail(diag, status, (noc_place){faults.messages[k].file, faults.messages[k].line},
                     "%s", faults.messages[k].text);
        if (status == NOC_OK)
            found->best[count++] = found->best[i];
        else if (!is_skipped)
            return status;
    }
    found->count = count ? count : 1;
    if (count == 0) return estimate_found(placer, p, &found->best[0], &rows[0], diag);
    noc_placer_sort(rows, (size_t)count);
    return NOC_OK;
}

/* Estimates a named placement. False if it does not fit the grid. */
static bool estimate_named(noc_placer *placer, const noc_place_problem *p, const char *name,
                           noc_ranked_placement *row)
{
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    if (make_design(placer, name, NULL, &design, &faults) != NOC_OK) return false;
    copy_tiles(design, placer->columns, &row->choice);
    return estimate_placement(placer, design, p, row, &faults) == NOC_OK;
}

size_t noc_placer_rank_named(noc_placer *placer, const noc_place_problem *p,
                             noc_ranked_placement *rows)
{
    size_t count = 0;
    if (placer->is_graph) {
        rows[0] = (noc_ranked_placement){.name = "as attached", .source = placer->source.path};
        return estimate_named(placer, p, "", &rows[0]);
    }
    for (size_t i = 0; noc_placement_at(i); i++) {
        if (!noc_placement_at(i)->place_nodes) continue;
        rows[count] = (noc_ranked_placement){.name = noc_placement_name(i),
                                             .source = noc_placement_at(i)->source};
        count += estimate_named(placer, p, noc_placement_name(i), &rows[count]);
    }
    return count;
}

static noc_status sample_row(noc_placer *placer, double half_width, const noc_sampling *sampling,
                             noc_ranked_placement *row, noc_diag *diag)
{
    NOC_AUTO_DESIGN noc_design *design = NULL;
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    noc_precision_question q = {.calibration = noc_calibration_shipped(),
                                .load = NAN,
                                .asks_saturation = true,
                                .half_width = half_width};
    noc_status status = make_design(placer, *row->name ? row->name : "explicit",
                                    *row->name ? NULL : &row->choice, &design, diag);
    if (status == NOC_OK) status = noc_system_compile(design, &system, diag);
    q.system = system;
    if (status == NOC_OK) status = noc_estimate_refine(&q, sampling, &row->estimate, diag);
    row->estimate.design = NULL;
    return status;
}

noc_status noc_placer_sample(noc_placer *placer, noc_ranked_placement *rows, size_t count,
                             double half_width, const noc_sampling *sampling, size_t *finished,
                             noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (*finished = 0; *finished < count && status == NOC_OK; *finished += status == NOC_OK) {
        noc_sampling_part part = {sampling, *finished, count};
        const noc_sampling part_sampling = noc_sampling_make_part(&part);
        status = sample_row(placer, half_width, &part_sampling, &rows[*finished], diag);
    }
    return status;
}

/* True if nodes are at the same routers in all networks. */
static bool has_equal_attachments(const noc_design *d, int nodes)
{
    for (int n = 1; n < d->network_count; n++)
        for (int i = 0; i < nodes; i++)
            if (d->networks[n].wiring->nodes[i].router != d->networks[0].wiring->nodes[i].router)
                return false;
    return true;
}

noc_status noc_placer_write_attach(noc_placer *placer, const noc_ranked_placement *row, FILE *out,
                                   noc_diag *diag)
{
    NOC_AUTO_DESIGN noc_design *design = NULL;
    noc_status status = make_design(placer, "explicit", &row->choice, &design, diag);
    if (status == NOC_OK && !has_equal_attachments(design, placer->tiles))
        status = noc_fail(
            diag, NOC_EINPUT, (noc_place){placer->source.path, 0},
            "--attach writes one file, but the networks attach nodes to other routers each");
    if (status == NOC_OK) noc_place_write_attach(design, out);
    return status;
}

/* ---- the problem ---------------------------------------------------------------------------- */

/* Compiles the design with memory nodes on the first tiles that its routing allows: any tiles, or
 * tiles of half routers. */
static noc_status compile_base(noc_placer *placer, noc_design **design, noc_system **system,
                               noc_diag *diag)
{
    noc_status status = NOC_OK;
    if (placer->is_graph) {
        status = make_design(placer, "", NULL, design, diag);
        return status == NOC_OK ? noc_system_compile(*design, system, diag) : status;
    }
    for (int parity = -1; parity < 2; parity++) {
        noc_place_placement first_choice = {.load = 0};
        NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
        int count = 0;
        for (int i = 0; i < placer->tiles && count < placer->memory_nodes; i++)
            if (!placer->is_empty[i] &&
                (parity < 0 || (i % placer->columns + i / placer->columns) % 2 == parity))
                first_choice.tiles[count++] = (uint16_t)i;
        if (count < placer->memory_nodes) continue;
        noc_design_free(*design);
        *design = NULL;
        noc_diag *const messages = parity < 0 ? diag : &faults;
        status = make_design(placer, "explicit", &first_choice, design, messages);
        if (status == NOC_OK) status = noc_system_compile(*design, system, messages);
        if (status == NOC_OK || status == NOC_EFAILED) break;
    }
    if (status == NOC_OK) noc_diag_clear(diag);
    return status;
}

/* Finds the topology of the first network without channels between routers, which a placement
 * cannot load; NULL: every network has some. */
static const noc_topology_kind *find_linkless_topology(const noc_design *base)
{
    for (int n = 0; n < base->network_count; n++) {
        const noc_topology_kind *topology = base->networks[n].topology;
        if (topology->find_structure) return topology;
    }
    return NULL;
}

/* Checks that the design's memory nodes can be placed. */
static noc_status check_base(const noc_placer *placer, const noc_design *base, bool is_grid,
                             noc_diag *diag)
{
    const noc_place place = {placer->source.path, 0};
    if (!is_grid && !placer->is_graph)
        return noc_fail(
            diag, NOC_EINPUT, place,
            "place needs a grid of tiles or a graph of routers, which topology \"%s\" has not",
            base->networks[0].topology->name);
    if (find_linkless_topology(base))
        return noc_fail(diag, NOC_EINPUT, place,
                        "place looks for the least load of channels between routers, and topology "
                        "\"%s\" has none (nodes.placement = \"staircase\" suits it)",
                        find_linkless_topology(base)->name);
    if (base->traffic.rates || noc_traffic_has_node_lists(&base->traffic))
        return noc_fail(
            diag, NOC_EINPUT, place,
            "traffic.%s nodes by their tiles, and place looks for others (leave them out)",
            base->traffic.rates ? "rates names" : "sources and destinations name");
    if (base->nodes.memory_tiles != NOC_MEMORY_TILES_OWN)
        return noc_fail(
            diag, NOC_EINPUT, place,
            "place looks for tiles that memory nodes have to themselves (nodes.memory_on = "
            "\"own-tiles\"; nodes.placement and memory_at name tiles of compute nodes, too)");
    if (!base->traffic.pattern->has_memory)
        return noc_fail(
            diag, NOC_EINPUT, place,
            "the traffic has no memory nodes to place (traffic.pattern = \"many-to-few\")");
    if (placer->memory_nodes < 1 || placer->memory_nodes >= placer->node_tiles ||
        placer->tiles > NOC_PLACE_TILES_MAX)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "place: %d memory nodes on %d %s (1 to all but one; at most %d of these)",
                        placer->memory_nodes, placer->node_tiles,
                        placer->is_graph ? "nodes of a graph" : "tiles of a grid",
                        NOC_PLACE_TILES_MAX);
    return NOC_OK;
}

/* Finds the tiles without a node. */
static void find_empty_tiles(const noc_design *base, noc_placer *placer)
{
    placer->node_tiles = placer->tiles;
    for (size_t i = 0; i < base->nodes.empty_positions.count; i++) {
        const noc_point point = base->nodes.empty_positions.values[i];
        const int tile = point.column + placer->columns * point.row;
        if (tile >= NOC_PLACE_TILES_MAX || placer->is_empty[tile]) continue;
        placer->is_empty[tile] = true;
        placer->node_tiles--;
    }
}

static bool has_link_rates(const noc_graph *g)
{
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].kind == NOC_LINK && g->channels[c].flits_per_cycle != 1.0) return true;
    return false;
}

/* Prepares the problem from the base design, compiled with memory nodes on any allowed tiles. */
noc_status noc_placer_prepare(noc_placer *placer, int memory_nodes, noc_place_problem **problem,
                              noc_diag *diag)
{
    NOC_AUTO_DESIGN noc_design *base = NULL, *design = NULL;
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    noc_status status =
        noc_design_read(&placer->source, placer->overrides, placer->override_count, &base, diag);
    if (status != NOC_OK) return status;
    placer->source.kinds_follow_counts =
        true; /* the file's kinds were checked with the file's counts */
    const bool is_grid = noc_design_find_tiles(base, &placer->columns, &placer->rows);
    snprintf(placer->name, sizeof placer->name, "%s", base->name);
    placer->tiles = placer->columns * placer->rows;
    find_empty_tiles(base, placer);
    placer->memory_nodes = memory_nodes ? memory_nodes : base->nodes.memory;
    placer->cores_per_node = noc_cores_of_terminal(base);
    placer->is_graph = noc_place_is_graph(base);
    status = check_base(placer, base, is_grid, diag);
    for (int i = 0; status == NOC_OK && placer->is_graph && i < placer->tiles; i++)
        placer->routers[i] = base->networks[0].wiring->nodes[i].router;
    if (status == NOC_OK) status = compile_base(placer, &design, &system, diag);
    if (status == NOC_OK) placer->has_link_rates = has_link_rates(&system->graph);
    return status == NOC_OK ? noc_place_problem_new(system, problem, diag) : status;
}
