#include "explore/place_designs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/design_check.h"
#include "network/design_read.h"
#include "network/kinds.h"

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
    noc_source_clear(&t->source);
}

/* The design with a placement of its own: by name, or on the tiles of a choice. */
static noc_status design_with(noc_placer *t, const char *placement, const noc_place_choice *choice,
                              noc_design **design, noc_diag *diag)
{
    char texts[OVERRIDES_MORE][OVERRIDE_CHARS];
    size_t count = t->set_count, used = 0;
    snprintf(texts[0], OVERRIDE_CHARS, "nodes.memory=%d", t->memory);
    snprintf(texts[1], OVERRIDE_CHARS, "nodes.compute=%d", (t->tiles - t->memory) * t->cores);
    snprintf(texts[2], OVERRIDE_CHARS, "nodes.placement=%s", placement);
    used = (size_t)snprintf(texts[3], OVERRIDE_CHARS, "nodes.memory_at=(");
    for (int i = 0; choice && i < t->memory; i++)
        used += (size_t)snprintf(texts[3] + used, OVERRIDE_CHARS - used, "%s(%d,%d)", i ? "," : "",
                                 choice->tiles[i] % t->columns, choice->tiles[i] / t->columns);
    snprintf(texts[3] + used, OVERRIDE_CHARS - used, ")");
    for (size_t i = 0; i < (choice ? 4u : 3u); i++) t->overrides[count++] = texts[i];
    return noc_design_read(&t->source, t->overrides, count, design, diag);
}

/* ---- what placements are worth -------------------------------------------------------------- */

static noc_status ask(const noc_design *design, const noc_place_problem *p, int columns,
                      noc_placement *row, noc_diag *diag)
{
    noc_system *system = NULL;
    noc_status status = noc_system_compile(design, &system, diag);
    if (status == NOC_OK) status = noc_estimate_model(system, NAN, &row->estimate, diag);
    for (size_t i = 0; i < design->nodes.memory_at.count; i++) {
        const noc_point at = design->nodes.memory_at.values[i];
        row->choice.tiles[i] = (uint16_t)(at.column + columns * at.row);
    }
    if (status == NOC_OK) noc_place_value(p, (int)design->nodes.memory_at.count, &row->choice);
    noc_system_free(system);
    row->estimate.design = NULL;
    return status;
}

/* Best by the model: more throughput, then less load. */
static int by_saturation(const void *a, const void *b)
{
    const noc_placement *x = a, *y = b;
    const double p = x->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    const double q = y->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    if (p != q) return p > q ? -1 : 1;
    return x->rank - y->rank;
}

noc_status noc_placer_rank(noc_placer *t, const noc_place_problem *p, const noc_place_result *found,
                           noc_placement *rows, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (int i = 0; i < found->count && status == NOC_OK; i++) {
        noc_design *design = NULL;
        rows[i] = (noc_placement){.name = "", .source = "", .rank = i + 1};
        status = design_with(t, "explicit", &found->best[i], &design, diag);
        if (status == NOC_OK) status = ask(design, p, t->columns, &rows[i], diag);
        noc_design_free(design);
    }
    if (status == NOC_OK) qsort(rows, (size_t)found->count, sizeof *rows, by_saturation);
    return status;
}

size_t noc_placer_rank_named(noc_placer *t, const noc_place_problem *p, noc_placement *rows)
{
    size_t count = 0;
    for (size_t i = 0; noc_placement_at(i); i++) {
        noc_diag unfit = {0};
        noc_design *design = NULL;
        noc_placement *row = &rows[count];
        if (!noc_placement_at(i)->place) continue;
        *row =
            (noc_placement){.name = noc_placement_name(i), .source = noc_placement_at(i)->source};
        if (design_with(t, noc_placement_name(i), NULL, &design, &unfit) == NOC_OK &&
            ask(design, p, t->columns, row, &unfit) == NOC_OK)
            count++;
        noc_design_free(design);
        noc_diag_clear(&unfit);
    }
    return count;
}

/* ---- the problem ---------------------------------------------------------------------------- */

/* Memory nodes on the first tiles that the routing takes them on: any, or those of half routers. */
static noc_status compile_somewhere(noc_placer *t, noc_design **design, noc_system **system,
                                    noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (int parity = -1; parity < 2; parity++) {
        noc_place_choice first = {.load = 0};
        noc_diag unfit = {0};
        int count = 0;
        for (int i = 0; i < t->tiles && count < t->memory; i++)
            if (parity < 0 || (i % t->columns + i / t->columns) % 2 == parity)
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

/* The first network whose channels between routers a placement does not load: it has none that the
 * graph shows. NULL: none. */
static const noc_topology_kind *unloaded_topology(const noc_design *base)
{
    for (int n = 0; n < base->network_count; n++) {
        const noc_topology_kind *topology = noc_topology_at((size_t)base->networks[n].topology);
        if (topology->structure) return topology;
    }
    return NULL;
}

/* Whether memory nodes of the design have places to choose from. */
static noc_status check_base(const noc_placer *t, const noc_design *base, bool tiled,
                             noc_diag *diag)
{
    const int empty = t->tiles - noc_compute_terminals(base) - base->nodes.memory;
    const noc_place here = {t->source.path, 0};
    if (!tiled)
        return noc_fail(diag, NOC_EINPUT, here,
                        "place needs a grid of tiles, which topology \"%s\" has not",
                        noc_topology_name((size_t)base->networks[0].topology));
    if (unloaded_topology(base))
        return noc_fail(diag, NOC_EINPUT, here,
                        "place looks for the least load of channels between routers, and topology "
                        "\"%s\" has none (nodes.placement = \"staircase\" suits it)",
                        unloaded_topology(base)->name);
    if (empty != 0)
        return noc_fail(diag, NOC_EINPUT, here,
                        "place needs a node on each tile; %d of %dx%d are empty", empty, t->columns,
                        t->rows);
    if (!noc_pattern_at((size_t)base->traffic.pattern)->has_memory)
        return noc_fail(diag, NOC_EINPUT, here,
                        "the traffic has no memory nodes to place (traffic.pattern = "
                        "\"many-to-few\")");
    if (t->memory < 1 || t->memory >= t->tiles || t->tiles > NOC_PLACE_TILES_MOST)
        return noc_fail(
            diag, NOC_EUSAGE, NOC_NOWHERE,
            "place: %d memory nodes on a grid of %d tiles (1 to all but one; at most %d "
            "tiles)",
            t->memory, t->tiles, NOC_PLACE_TILES_MOST);
    return NOC_OK;
}

/* The base design decides the grid; it is compiled with its memory nodes in some order of tiles. */
noc_status noc_placer_prepare(noc_placer *t, int memory, noc_place_problem **problem,
                              noc_diag *diag)
{
    noc_design *base = NULL, *design = NULL;
    noc_system *system = NULL;
    noc_status status = noc_design_read(&t->source, t->overrides, t->set_count, &base, diag);
    if (status != NOC_OK) return status;
    const bool tiled = noc_design_tiles(base, &t->columns, &t->rows);
    snprintf(t->name, sizeof t->name, "%s", base->name);
    t->tiles = t->columns * t->rows;
    t->memory = memory ? memory : base->nodes.memory;
    t->cores = noc_cores_of_terminal(base);
    status = check_base(t, base, tiled, diag);
    noc_design_free(base);
    if (status == NOC_OK) status = compile_somewhere(t, &design, &system, diag);
    if (status == NOC_OK) status = noc_place_new(system, problem, diag);
    noc_system_free(system);
    noc_design_free(design);
    return status;
}
