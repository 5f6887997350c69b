#include "explore/place.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/page.h"
#include "cli/progress.h"
#include "cli/request.h"
#include "cli/shipped.h"
#include "network/design_check.h"
#include "network/kinds.h"
#include "reports/placement.h"

enum { OVERRIDES_MORE = 4, OVERRIDE_CHARS = 4096 };

typedef struct task {
    const noc_request *r;
    noc_source source;
    const char **overrides; /* those of the user, then ours */
    char name[100];
    int columns, rows, tiles, memory;
} task;

/* The design with a placement of its own: by name, or on the tiles of a choice. */
static noc_status design_with(task *t, const char *placement, const noc_place_choice *choice,
                              noc_design **design, noc_diag *diag)
{
    char texts[OVERRIDES_MORE][OVERRIDE_CHARS];
    size_t count = t->r->set_count, used = 0;
    snprintf(texts[0], OVERRIDE_CHARS, "nodes.memory=%d", t->memory);
    snprintf(texts[1], OVERRIDE_CHARS, "nodes.compute=%d", t->tiles - t->memory);
    snprintf(texts[2], OVERRIDE_CHARS, "nodes.placement=%s", placement);
    used = (size_t)snprintf(texts[3], OVERRIDE_CHARS, "nodes.memory_at=(");
    for (int i = 0; choice && i < t->memory; i++)
        used += (size_t)snprintf(texts[3] + used, OVERRIDE_CHARS - used, "%s(%d,%d)", i ? "," : "",
                                 choice->tiles[i] % t->columns, choice->tiles[i] / t->columns);
    snprintf(texts[3] + used, OVERRIDE_CHARS - used, ")");
    for (size_t i = 0; i < (choice ? 4u : 3u); i++) t->overrides[count++] = texts[i];
    return noc_design_read(&t->source, t->overrides, count, design, diag);
}

static noc_status ask(const noc_design *design, const noc_place_problem *p, int columns,
                      noc_placement_row *row, noc_diag *diag)
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
    const noc_placement_row *x = a, *y = b;
    const double p = x->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    const double q = y->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    if (p != q) return p > q ? -1 : 1;
    return x->rank - y->rank;
}

static noc_status rank_best(task *t, const noc_place_problem *p, const noc_place_result *found,
                            noc_placement_row *rows, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (int i = 0; i < found->count && status == NOC_OK; i++) {
        noc_design *design = NULL;
        rows[i] = (noc_placement_row){.name = "", .source = "", .rank = i + 1};
        status = design_with(t, "explicit", &found->best[i], &design, diag);
        if (status == NOC_OK) status = ask(design, p, t->columns, &rows[i], diag);
        noc_design_free(design);
    }
    if (status == NOC_OK) qsort(rows, (size_t)found->count, sizeof *rows, by_saturation);
    return status;
}

/* The named placements that fit the grid, to compare with. */
static size_t rank_named(task *t, const noc_place_problem *p, noc_placement_row *rows)
{
    size_t count = 0;
    for (size_t i = 0; noc_placement_at(i); i++) {
        noc_diag unfit = {0};
        noc_design *design = NULL;
        noc_placement_row *row = &rows[count];
        if (!noc_placement_at(i)->place) continue;
        *row = (noc_placement_row){.name = noc_placement_name(i),
                                   .source = noc_placement_at(i)->source};
        if (design_with(t, noc_placement_name(i), NULL, &design, &unfit) == NOC_OK &&
            ask(design, p, t->columns, row, &unfit) == NOC_OK)
            count++;
        noc_design_free(design);
        noc_diag_clear(&unfit);
    }
    return count;
}

/* Memory nodes on the first tiles that the routing takes them on: any, or those of half routers. */
static noc_status compile_somewhere(task *t, noc_design **design, noc_system **system,
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

/* The base design decides the grid; it is compiled with its memory nodes in some order of tiles. */
static noc_status prepare(task *t, noc_place_problem **p, noc_diag *diag)
{
    noc_design *base = NULL, *design = NULL;
    noc_system *system = NULL;
    noc_status status = noc_design_read(&t->source, t->overrides, t->r->set_count, &base, diag);
    if (status != NOC_OK) return status;
    const bool tiled = noc_design_tiles(base, &t->columns, &t->rows);
    snprintf(t->name, sizeof t->name, "%s", base->name);
    t->tiles = t->columns * t->rows;
    t->memory = t->r->memory ? (int)t->r->memory : base->nodes.memory;
    const int empty = t->tiles - base->nodes.compute - base->nodes.memory;
    const bool has_memory = noc_pattern_at((size_t)base->traffic.pattern)->has_memory;
    const char *const topology = noc_topology_name((size_t)base->networks[0].topology);
    noc_design_free(base);
    if (!tiled)
        return noc_fail(diag, NOC_EINPUT, (noc_place){t->source.path, 0},
                        "place needs a grid of tiles, which topology \"%s\" has not", topology);
    if (empty != 0)
        return noc_fail(diag, NOC_EINPUT, (noc_place){t->source.path, 0},
                        "place needs a node on each tile; %d of %dx%d are empty", empty, t->columns,
                        t->rows);
    if (!has_memory)
        return noc_fail(diag, NOC_EINPUT, (noc_place){t->source.path, 0},
                        "the traffic has no memory nodes to place (traffic.pattern = "
                        "\"many-to-few\")");
    if (t->memory < 1 || t->memory >= t->tiles || t->tiles > NOC_PLACE_TILES_MOST)
        return noc_fail(
            diag, NOC_EUSAGE, NOC_NOWHERE,
            "place: %d memory nodes on a grid of %d tiles (1 to all but one; at most %d "
            "tiles)",
            t->memory, t->tiles, NOC_PLACE_TILES_MOST);
    status = compile_somewhere(t, &design, &system, diag);
    if (status == NOC_OK) status = noc_place_new(system, p, diag);
    noc_system_free(system);
    noc_design_free(design);
    return status;
}

static noc_status place(task *t, noc_place_problem *p, noc_diag *diag)
{
    const noc_request *r = t->r;
    noc_place_result *found = calloc(1, sizeof *found);
    noc_placement_row *rows = calloc(NOC_PLACE_BEST + 32, sizeof *rows);
    noc_progress progress;
    noc_page page;
    size_t named = 0;
    noc_status status = found && rows ? NOC_OK : noc_fail_memory(diag);
    noc_interrupt_catch();
    noc_progress_start(&progress, 1.0, r->quiet);
    noc_progress_task(&progress, 1.0, "placements");
    if (status == NOC_OK)
        status = noc_place_search(p, t->memory, r->jobs, noc_progress_tick, &progress, found, diag);
    noc_progress_end(&progress);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE, "interrupted: nothing is shown");
    if (status == NOC_OK) status = rank_best(t, p, found, rows, diag);
    if (status == NOC_OK) named = rank_named(t, p, rows + found->count);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        const noc_placement_view view = {
            .problem = p,
            .found = found,
            .design = t->name,
            .columns = t->columns,
            .rows = t->rows,
            .memory = t->memory,
            .best = rows,
            .shown = (size_t)found->count < r->keep ? (size_t)found->count : (size_t)r->keep,
            .named = rows + found->count,
            .named_count = named,
        };
        status = noc_report_placement(&page.sheet, &view, diag);
        status = noc_page_finish(r, &page, status, diag);
    }
    free(found);
    free(rows);
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    task t = {.r = r};
    char *path = NULL;
    noc_place_problem *problem = NULL;
    noc_status status = noc_shipped_resolve(r->operands[0], &path, diag);
    if (status == NOC_OK) status = noc_source_read(path, &t.source, diag);
    t.overrides = calloc(r->set_count + OVERRIDES_MORE, sizeof *t.overrides);
    if (!t.overrides) status = noc_fail_memory(diag);
    for (size_t i = 0; t.overrides && i < r->set_count; i++) t.overrides[i] = r->sets[i];
    if (status == NOC_OK) status = prepare(&t, &problem, diag);
    if (status == NOC_OK) status = place(&t, problem, diag);
    noc_place_free(problem);
    free(t.overrides);
    noc_source_clear(&t.source);
    free(path);
    return noc_exit_of(status);
}

const noc_command noc_command_place = {
    .name = "place",
    .operands = "DESIGN",
    .purpose = "The best places for memory nodes on the design's grid.",
    .details =
        "Every placement is tried where that is feasible, by the load of the busiest channel and "
        "the mean path; the best hundred are then estimated with the model. On larger grids the "
        "least load is found and proven where packets go along rows and columns; elsewhere they "
        "are searched, and the gap to a proven bound is told. With -o FILE.svg the model's best "
        "and the "
        "named placements are drawn side by side.",
    .examples = "  nocsight place te13-baseline --memory 8\n"
                "  nocsight place te13-baseline --memory 8 --set network.routing=cdr\n"
                "  nocsight place te13-baseline-64 --memory 8 -o best.svg\n",
    .operand = NOC_OPERAND_DESIGN,
    .least = 1,
    .most = 1,
    .takes = NOC_TAKES_SET | NOC_TAKES_PLACE | NOC_TAKES_SVG,
    .run = run,
};
