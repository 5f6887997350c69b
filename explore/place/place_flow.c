#include "explore/place/place_flow.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "analytic/bound/glpk_call.h"

typedef struct arc_data {
    double low, capacity, flow;
} arc_data;

/* From one node through the chain of each row, whose arc into position x carries the row's memory
 * nodes up to x, the tiles, and the chain of each column back to that node. */
static void add_arcs(void *context)
{
    noc_place_flow *f = context;
    const int columns = f->columns, rows = f->rows, tiles = columns * rows;
    f->graph = glp_create_graph(0, sizeof(arc_data));
    glp_add_vertices(f->graph, 2 * tiles + 1);
    const int origin = 2 * tiles + 1;
    for (int t = 0; t < tiles; t++) {
        const int in_row = 1 + t, in_column = 1 + tiles + t;
        const int right = t % columns == columns - 1 ? origin : in_row + 1;
        const int below = t / columns == rows - 1 ? origin : in_column + columns;
        f->tile_arcs[t] = glp_add_arc(f->graph, in_row, in_column);
        f->row_arcs[t] = glp_add_arc(f->graph, right, in_row);
        f->column_arcs[t] = glp_add_arc(f->graph, in_column, below);
    }
}

static const char computation[] = "the flow through rows and columns";

/* As noc_glpk_call; a failure takes the graph with it. */
static bool call_glpk(noc_place_flow *f, void (*work)(void *))
{
    f->status = noc_glpk_call(computation, work, f, f->diag);
    if (f->status == NOC_OK) return true;
    f->graph = NULL;
    return false;
}

noc_status noc_place_flow_new(int columns, int rows, noc_diag *diag, noc_place_flow *f)
{
    const size_t tiles = (size_t)columns * (size_t)rows;
    *f = (noc_place_flow){.columns = columns, .rows = rows, .diag = diag};
    f->tile_arcs = calloc(tiles, sizeof(glp_arc *));
    f->row_arcs = calloc(tiles, sizeof(glp_arc *));
    f->column_arcs = calloc(tiles, sizeof(glp_arc *));
    if (!f->tile_arcs || !f->row_arcs || !f->column_arcs) return noc_fail_memory(diag);
    call_glpk(f, add_arcs);
    return f->status;
}

void noc_place_flow_clear(noc_place_flow *f)
{
    free(f->tile_arcs);
    free(f->row_arcs);
    free(f->column_arcs);
    if (f->graph) glp_delete_graph(f->graph);
    glp_free_env();
}

static void set_arc(glp_arc *arc, int low, int high)
{
    arc_data *const data = arc->data;
    data->low = low;
    data->capacity = high;
}

void noc_place_flow_bound_row(noc_place_flow *f, int tile, int low, int high)
{
    set_arc(f->row_arcs[tile], low, high);
}

void noc_place_flow_bound_column(noc_place_flow *f, int tile, int low, int high)
{
    set_arc(f->column_arcs[tile], low, high);
}

static void find_flow(void *context)
{
    noc_place_flow *f = context;
    double cost;
    f->solver =
        glp_mincost_okalg(f->graph, -1, offsetof(arc_data, low), offsetof(arc_data, capacity), -1,
                          &cost, offsetof(arc_data, flow), -1);
}

/* Whether there is a flow is all that a proof rests on, so a solver that gives up is a failure. */
static bool has_flow(noc_place_flow *f)
{
    if (!call_glpk(f, find_flow)) return false;
    if (f->solver == 0 || f->solver == GLP_ENOPFS) return f->solver == 0;
    char reason[40];
    snprintf(reason, sizeof reason, "GLPK's status %d", f->solver);
    f->status = noc_fail_numeric(f->diag, computation, reason);
    return false;
}

bool noc_place_flow_solve(noc_place_flow *f, uint16_t *tiles)
{
    const int count = f->columns * f->rows;
    for (int t = 0; t < count; t++) set_arc(f->tile_arcs[t], 0, 1);
    if (!has_flow(f)) return false;
    int found = 0;
    for (int t = 0; t < count; t++)
        if (((const arc_data *)f->tile_arcs[t]->data)->flow > 0.5) tiles[found++] = (uint16_t)t;
    return true;
}
