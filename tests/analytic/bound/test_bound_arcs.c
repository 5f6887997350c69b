/* analytic/bound/bound.c against another formulation of the same linear program: what each flow
 * sends from channel to channel, in place of ways and plans. */
#include <glpk.h>
#include <stdlib.h>

#include "tests/support/runs/bounds.h"

static bool is_port(const noc_graph *g, const uint32_t *list, uint32_t count, uint32_t channel,
                    noc_class class)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == channel) return g->networks[g->channels[channel].network].carries[class];
    return false;
}

/* Rows of the program: flow x channel conservation, then capacities, then the demand of each flow.
 * A variable is a flow's packets from one channel to the next, or from its source to a port. */
typedef struct arcs {
    glp_prob *lp;
    const noc_system *s;
    int rows;
} arcs;

static void add_arc(arcs *a, size_t f, uint32_t from, uint32_t to)
{
    const noc_graph *g = &a->s->graph;
    const noc_flow *flow = &a->s->traffic.flows[f];
    const int channels = (int)g->channel_count, flows = (int)a->s->traffic.flow_count;
    int rows[5], count = 0;
    double values[5];
    const int column = glp_add_cols(a->lp, 1);
    glp_set_col_bnds(a->lp, column, GLP_LO, 0.0, 0.0);
    if (from != NOC_NONE) {
        rows[++count] = (int)f * channels + (int)from + 1;
        values[count] = -1.0;
    } else { /* demand less the growth of all flows is at least 0 */
        rows[++count] = (flows + 1) * channels + (int)f + 1;
        values[count] = 1.0;
    }
    if (to != NOC_NONE) {
        rows[++count] = (int)f * channels + (int)to + 1;
        values[count] = 1.0;
        rows[++count] = flows * channels + (int)to + 1;
        values[count] = test_flits_on(a->s, flow, to);
    }
    glp_set_mat_col(a->lp, column, count, rows, values);
}

static void add_flow_arcs(arcs *a, size_t f)
{
    const noc_graph *g = &a->s->graph;
    const noc_flow *flow = &a->s->traffic.flows[f];
    const noc_terminal *source = &g->terminals[flow->source],
                       *end = &g->terminals[flow->destination];
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (is_port(g, &g->injections[source->first_injection], source->injections, c, flow->class))
            add_arc(a, f, NOC_NONE, c);
        if (is_port(g, &g->ejections[end->first_ejection], end->ejections, c, flow->class))
            add_arc(a, f, c, NOC_NONE);
        if (channel->kind == NOC_EJECTION) continue;
        for (uint32_t o = 0; o < g->channel_count; o++)
            if (g->channels[o].kind != NOC_INJECTION && g->channels[o].from == channel->to &&
                test_may_turn(g, c, o))
                add_arc(a, f, c, o);
    }
}

static double solve_arcs(const noc_system *s)
{
    const int channels = (int)s->graph.channel_count, flows = (int)s->traffic.flow_count;
    arcs a = {glp_create_prob(), s, 0};
    glp_smcp options;
    int *rows = malloc(((size_t)flows + 2) * sizeof *rows);
    double *values = malloc(((size_t)flows + 2) * sizeof *values);
    assert_true(rows && values);
    glp_add_rows(a.lp, (flows + 1) * channels + flows);
    for (int r = 1; r <= flows * channels; r++) glp_set_row_bnds(a.lp, r, GLP_FX, 0.0, 0.0);
    for (int c = 1; c <= channels; c++)
        glp_set_row_bnds(a.lp, flows * channels + c, GLP_UP, 0.0, 1.0);
    for (int f = 1; f <= flows; f++) {
        rows[f] = (flows + 1) * channels + f;
        values[f] = -1.0;
        glp_set_row_bnds(a.lp, rows[f], GLP_LO, 0.0, 0.0);
    }
    glp_add_cols(a.lp, 1);
    glp_set_col_bnds(a.lp, 1, GLP_LO, 0.0, 0.0);
    glp_set_obj_coef(a.lp, 1, 1.0);
    glp_set_obj_dir(a.lp, GLP_MAX);
    glp_set_mat_col(a.lp, 1, flows, rows, values);
    for (int f = 0; f < flows; f++) add_flow_arcs(&a, (size_t)f);
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.presolve = GLP_ON;
    assert_int_equal(glp_simplex(a.lp, &options), 0);
    assert_int_equal(glp_get_status(a.lp), GLP_OPT);
    const double packets = glp_get_obj_val(a.lp);
    glp_delete_prob(a.lp);
    glp_free_env();
    free(rows);
    free(values);
    return packets * s->traffic.injected_flits;
}

typedef struct small_design {
    const char *name;
    const char *overrides[10];
} small_design;

/* Placements without symmetry, so that neither ports nor one cut decide alone. */
static small_design small_designs[] = {
    {"corner and side", {"nodes.memory_at=((0,0),(2,1))", NULL}},
    {"two neighbours", {"nodes.memory_at=((1,0),(0,0))", NULL}},
    {"two ports in a corner", {"nodes.memory_at=((0,0),(1,2))", "network.memory_ports=2", NULL}},
    {"four ports, wide replies",
     {"nodes.memory_at=((0,0),(2,2))", "network.memory_ports=4", "network.flit_bytes=8", NULL}},
    {"all writes", {"nodes.memory_at=((0,0),(0,1))", "traffic.read_fraction=0", NULL}},
    {"half routers",
     {"nodes.memory_at=((1,0),(0,1))", "network.half_routers=odd", "network.routing=checkerboard",
      "network.virtual_channels=4", "network.memory_ports=2", NULL}},
    {"slices that turn at different routers",
     {"nodes.memory_at=((1,0),(0,1))", "network.slices=2", "network.slice_choice=dcie",
      "network.half_routers=alternate", "network.memory_ports=2", NULL}},
};

static void check_small_design(void **state)
{
    const small_design *c = *state;
    test_system t = test_compile(test_bound_small_mesh, c->overrides);
    noc_bound b = test_bound(t.system, 0);
    const double want = solve_arcs(t.system);
    assert_true(b.is_closed);
    assert_near(b.bound, want, 1e-6 * want);
    noc_arena_clear(&b.arena);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "as an arc program", small_designs, check_small_design);
    return test_run("bound as an arc program", &list);
}
