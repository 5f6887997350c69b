/* analytic/bound.c: closed forms, another formulation of the same program, and what any flow and any
 * prices must obey. */
#include <glpk.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/bound.h"
#include "analytic/cheapest.h"
#include "analytic/glpk_call.h"
#include "network/shortage.h"
#include "tests/helpers.h"

static const char many_to_few[] =
    "nodes = { compute = 28; memory = 8; placement = \"top-bottom\"; };\n"
    "network = { topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 16; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n"
    "chip = { technology_nm = 65; clock_mhz = 602.0; tile_mm = 2.6; };\n";

static noc_bound solve(const noc_system *system, int rounds)
{
    noc_diag diag = {0};
    noc_bound bound;
    const noc_bound_options options = {NULL, NULL, rounds};
    const noc_status status = noc_bound_solve(system, &options, &bound, &diag);
    if (status != NOC_OK) test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    noc_diag_clear(&diag);
    return bound;
}

static double bound_of(const char *text, const char *const *overrides)
{
    test_system t = test_compile(text, overrides);
    noc_bound b = solve(t.system, 0);
    const double bound = b.bound;
    assert_true(b.closed);
    assert_near(b.reached, b.bound, 1e-6 * b.bound);
    noc_bound_clear(&b);
    test_system_free(&t);
    return bound;
}

/* ---- closed forms --------------------------------------------------------------------------- */

#define UNIFORM(nodes, network)                                                               \
    "nodes = { compute = " nodes "; memory = 0; };\n"                                         \
    "network = { " network " flit_bytes = 16; };\n"                                           \
    "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); packet_mix = (0.5, 0.5); };\n" \
    "chip = { technology_nm = 65; clock_mhz = 1000.0; tile_mm = 2.0; };\n"

typedef struct closed_form {
    const char *name, *text;
    const char *overrides[6];
    double want;
} closed_form;

/* Uniform traffic over a cut of c channels, with a share s of the N nodes on one side, crosses it at
 * N s (1 - s) each way. Of 28 compute nodes' replies, 0.9 x 4 + 0.1 flits each, a memory node's port sends an
 * eighth; requests are 0.9 + 0.1 x 5 flits. */
static closed_form closed_forms[] = {
    {"4x4 mesh: bisection 4/k, and the ports",
     UNIFORM("16", "topology = \"mesh\"; columns = 4; rows = 4;"),
     {NULL},
     1.0},
    {"8x8 mesh: bisection 4/k",
     UNIFORM("64", "topology = \"mesh\"; columns = 8; rows = 8;"),
     {NULL},
     0.5},
    {"8x8 mesh, YX",
     UNIFORM("64", "topology = \"mesh\"; columns = 8; rows = 8;"),
     {"network.routing=yx", NULL},
     0.5},
    {"5x5 mesh: 2 columns against 3",
     UNIFORM("25", "topology = \"mesh\"; columns = 5; rows = 5;"),
     {NULL},
     5.0 / (25.0 * 0.4 * 0.6)},
    {"10x4 mesh: 4 channels across the middle",
     UNIFORM("40", "topology = \"mesh\"; columns = 10; rows = 4;"),
     {NULL},
     4.0 / 10.0},
    {"two slices: twice the channels of half the width",
     UNIFORM("64", "topology = \"mesh\"; columns = 8; rows = 8; slices = 2;"),
     {NULL},
     1.0},
    {"crossbar: its ports", UNIFORM("16", "topology = \"crossbar\"; ports = 16;"), {NULL}, 1.0},
    {"many to few over a mesh: injection of the memory nodes",
     many_to_few,
     {NULL},
     1.4 * 8.0 / (28.0 * 3.7)},
    {"a hotspot with half of all requests",
     many_to_few,
     {"traffic.hotspot_fraction=0.5", "traffic.hotspot_memory=0", NULL},
     1.4 / (28.0 * 0.5 * 3.7)},
};

static void check_closed_form(void **state)
{
    const closed_form *c = *state;
    const double bound = bound_of(c->text, c->overrides);
    assert_near(bound, c->want, 1e-6 * c->want);
}

/* Networks of 16 and 8 bytes side by side: long packets belong on the wide one, short ones on either. At a
 * memory node, with R packets a cycle of which w = R/10 are writes (1 flit on both) and the rest reads (4
 * flits, 8 flits): 1/4 reads a cycle on the wide network, (1 - w)/8 on the narrow one. */
static void lengths_choose_networks(void **state)
{
    (void)state;
    static const char text[] =
        "nodes = { compute = 12; memory = 2; };\n"
        "networks = ( { carries = \"both\"; topology = \"crossbar\"; ports = 12; flit_bytes = 16; "
        "},\n"
        "             { carries = \"both\"; topology = \"crossbar\"; ports = 12; flit_bytes = 8; } "
        ");\n"
        "traffic = { pattern = \"many-to-few\"; };\n"
        "chip = { technology_nm = 65; clock_mhz = 1000.0; tile_mm = 2.0; };\n";
    const double packets = (0.25 + 0.125) / (0.9 + 0.0125); /* of a memory node */
    const double flits =
        (1.4 + 0.9 * 1.0 + 0.1 * 9.0) / 2.0; /* of a request, both networks alike */
    const double want = flits * packets * 2.0 / 12.0, got = bound_of(text, NULL);
    assert_near(got, want, 1e-6 * want);
}

/* ---- another formulation -------------------------------------------------------------------- */

static bool may_turn(const noc_graph *g, uint32_t in, uint32_t out)
{
    return !g->routers[g->channels[in].to].half || g->channels[in].kind != NOC_LINK ||
           g->channels[out].kind != NOC_LINK || !noc_graph_turns(g, in, out);
}

static double flits_of(const noc_system *s, const noc_flow *flow, uint32_t channel)
{
    const uint16_t network = s->graph.channels[channel].network;
    double cycles = 0.0; /* at the ports of crossbars, for flits that take more than one */
    for (int i = 0; i < s->traffic.type_count; i++) {
        const noc_packet_type *type = &s->traffic.types[i];
        if (type->class == flow->class)
            cycles += type->share *
                      noc_network_port_cycles(&s->graph.networks[network], type->flits[network]);
    }
    return flow->rate * cycles;
}

static bool is_port(const noc_graph *g, const uint32_t *list, uint32_t count, uint32_t channel,
                    noc_class class)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == channel) return g->networks[g->channels[channel].network].carries[class];
    return false;
}

/* Rows of the program: flow x channel conservation, then capacities, then the demand of each flow. A
 * variable is a flow's packets from one channel to the next, or from its source to a port. */
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
        values[count] = flits_of(a->s, flow, to);
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
                may_turn(g, c, o))
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

static const char small_mesh[] =
    "nodes = { compute = 7; memory = 2; placement = \"explicit\"; memory_at = ((0,0),(1,0)); };\n"
    "network = { topology = \"mesh\"; columns = 3; rows = 3; flit_bytes = 16; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n"
    "chip = { technology_nm = 65; clock_mhz = 602.0; tile_mm = 2.6; };\n";

static void check_small_design(void **state)
{
    const small_design *c = *state;
    test_system t = test_compile(small_mesh, c->overrides);
    noc_bound b = solve(t.system, 0);
    const double want = solve_arcs(t.system);
    assert_true(b.closed);
    assert_near(b.bound, want, 1e-6 * want);
    noc_bound_clear(&b);
    test_system_free(&t);
}

/* ---- what every answer must obey ------------------------------------------------------------ */

/* Bellman and Ford: relaxes every pair of channels until nothing changes. */
static void find_prices(const noc_graph *g, const uint32_t *ports, uint32_t count, noc_class class,
                        const double *prices, double *found)
{
    bool changed = true;
    for (uint32_t c = 0; c < g->channel_count; c++) found[c] = INFINITY;
    for (uint32_t i = 0; i < count; i++)
        if (g->networks[g->channels[ports[i]].network].carries[class])
            found[ports[i]] = prices[ports[i]];
    while (changed) {
        changed = false;
        for (uint32_t c = 0; c < g->channel_count; c++) {
            if (g->channels[c].kind == NOC_EJECTION || isinf(found[c])) continue;
            const noc_router *r = &g->routers[g->channels[c].to];
            for (uint32_t o = 0; o < r->outputs; o++) {
                const uint32_t next = g->outputs[r->first_output + o];
                if (!may_turn(g, c, next) || !(found[c] + prices[next] < found[next])) continue;
                found[next] = found[c] + prices[next];
                changed = true;
            }
        }
    }
}

/* The bound that the prices prove, for designs whose networks are all as wide. */
static double proven(const noc_system *s, const double *prices)
{
    const noc_graph *g = &s->graph;
    double *found = malloc((g->channel_count + 1) * sizeof *found), total = 0.0, sum = 0.0;
    assert_non_null(found);
    for (uint32_t c = 0; c < g->channel_count; c++) sum += prices[c];
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        const noc_terminal *from = &g->terminals[flow->source],
                           *to = &g->terminals[flow->destination];
        if (f == 0 || flow->source != flow[-1].source || flow->class != flow[-1].class)
            find_prices(g, &g->injections[from->first_injection], from->injections, flow->class,
                        prices, found);
        double least = INFINITY;
        for (uint32_t i = 0; i < to->ejections; i++) {
            const uint32_t port = g->ejections[to->first_ejection + i];
            least = fmin(least, found[port] * flits_of(s, flow, port));
        }
        total += least;
    }
    free(found);
    return s->traffic.injected_flits * sum / total;
}

/* Flits that a class brings to each terminal, and takes from it, when each node creates a packet a cycle;
 * networks all as wide. */
static void check_demand(const noc_system *s, const double *flits, noc_class class)
{
    const noc_graph *g = &s->graph;
    double got[2] = {0.0, 0.0}, want = 0.0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        if (g->channels[c].kind == NOC_INJECTION) got[0] += flits[c];
        if (g->channels[c].kind == NOC_EJECTION) got[1] += flits[c];
    }
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        const uint32_t port = g->injections[g->terminals[flow->source].first_injection];
        if (flow->class == class) want += flits_of(s, flow, port);
    }
    assert_near(got[0], want, 1e-6 * (want + 1.0));
    assert_near(got[1], want, 1e-6 * (want + 1.0));
}

/* What goes into a router comes out of it. */
static void check_conservation(const noc_graph *g, const double *flits)
{
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_router *router = &g->routers[r];
        double in = 0.0, out = 0.0;
        for (uint32_t i = 0; i < router->inputs; i++)
            in += flits[g->inputs[router->first_input + i]];
        for (uint32_t o = 0; o < router->outputs; o++)
            out += flits[g->outputs[router->first_output + o]];
        assert_near(in, out, 1e-6 * (in + 1.0));
    }
}

static bool is_alike(const noc_graph *g)
{
    for (uint16_t n = 1; n < g->network_count; n++)
        if (g->networks[n].flit_bytes != g->networks[0].flit_bytes) return false;
    return true;
}

static void check_answer(const noc_system *s, const noc_bound *b)
{
    const noc_graph *g = &s->graph;
    const double packets = noc_system_packet_rate(s, b->reached);
    double worst = 0.0;
    for (uint32_t c = 0; c < g->channel_count; c++)
        worst = fmax(worst, packets * (b->flow[NOC_REQUEST][c] + b->flow[NOC_REPLY][c]));
    assert_near(worst, 1.0, 1e-9);
    for (int class = 0; class < NOC_CLASSES; class ++) {
        check_conservation(g, b->flow[class]);
        if (is_alike(g)) check_demand(s, b->flow[class], (noc_class) class);
    }
    assert_true(b->bound >= b->reached * (1.0 - 1e-12));
    assert_true(b->reached >= b->routing * (1.0 - 1e-9));
    if (is_alike(g)) assert_near(proven(s, b->prices), b->bound, 1e-9 * b->bound);
}

static bool has_single_paths(const char *file)
{
    return strstr(file, "butterfly") || strstr(file, "-fc-") || strstr(file, "te13-xbar");
}

/* Without channels there is nothing to bound. */
static void check_refused(const noc_system *system)
{
    const noc_bound_options options = {NULL, NULL, 0};
    noc_bound bound;
    noc_diag diag = {0};
    assert_int_equal(noc_bound_solve(system, &options, &bound, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_non_null(strstr(diag.messages[0].text, "no channels to bound"));
    noc_diag_clear(&diag);
}

static void check_shipped(void **state)
{
    const test_shipped *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    if (noc_graph_has_only_channels(&t.system->graph)) {
        noc_bound b = solve(t.system, 0);
        assert_true(b.closed);
        assert_near(b.reached, b.bound, 1e-6 * b.bound);
        check_answer(t.system, &b);
        if (has_single_paths(c->path)) assert_near(b.bound, b.routing, 1e-9 * b.bound);
        noc_bound_clear(&b);
    } else {
        check_refused(t.system);
    }
    test_system_free(&t);
}

/* A search that ends early has proven what it says. */
static void stopped_early(void **state)
{
    (void)state;
    static const char *const crooked[] = {"nodes.placement=scattered", "network.memory_ports=4",
                                          NULL};
    test_system t = test_compile(many_to_few, crooked);
    noc_bound last = solve(t.system, 0);
    for (int rounds = 1; rounds < 4; rounds++) {
        noc_bound b = solve(t.system, rounds);
        check_answer(t.system, &b);
        assert_true(b.bound >= last.bound * (1.0 - 1e-7));
        assert_true(b.reached <= last.reached * (1.0 + 1e-7));
        noc_bound_clear(&b);
    }
    assert_true(last.rounds > 3); /* else nothing was stopped */
    noc_bound_clear(&last);
    test_system_free(&t);
}

static bool stop(void *context, double done)
{
    ++*(int *)context;
    return done < 0.0;
}

static void interrupted(void **state)
{
    (void)state;
    static const char *const crooked[] = {"nodes.placement=scattered", "network.memory_ports=4",
                                          NULL};
    test_system t = test_compile(many_to_few, crooked);
    int calls = 0;
    noc_bound b;
    const noc_bound_options options = {stop, &calls, 0};
    assert_int_equal(noc_bound_solve(t.system, &options, &b, NULL), NOC_OK);
    assert_true(b.interrupted && !b.closed);
    assert_int_equal(calls, 1);
    check_answer(t.system, &b);
    noc_bound_clear(&b);
    test_system_free(&t);
}

/* ---- half routers --------------------------------------------------------------------------- */

static void half_routers_never_loosen(void **state)
{
    (void)state;
    static const char *const files[] = {"configs/te13-cp-cr.cfg", "configs/te13-cp-cr-2p.cfg",
                                        "configs/te13-dcie.cfg", "configs/te13-dcie-2p.cfg",
                                        "configs/te13-dcie-cdr-2p.cfg"};
    for (size_t i = 0; i < TEST_COUNT(files); i++) {
        static const char *const whole[] = {"network.half_routers=none", "network.routing=xy",
                                            "network.slice_choice=random", NULL};
        test_system half = test_compile_file(files[i], NULL),
                    full = test_compile_file(files[i], whole);
        noc_bound h = solve(half.system, 0), f = solve(full.system, 0);
        assert_true(h.bound <= f.bound * (1.0 + 1e-7));
        noc_bound_clear(&h);
        noc_bound_clear(&f);
        test_system_free(&half);
        test_system_free(&full);
    }
}

/* Two ways around a corner, and a half router on one of them. */
static void cheapest_does_not_turn_at_half_routers(void **state)
{
    (void)state;
    static const char *const overrides[] = {
        "nodes.memory_at=((1,0),(0,1))", "network.half_routers=odd", "network.routing=checkerboard",
        "network.virtual_channels=4", NULL};
    test_system t = test_compile(small_mesh, overrides);
    const noc_graph *g = &t.system->graph;
    noc_cheapest *c = noc_cheapest_new(g);
    double *prices = calloc(g->channel_count, sizeof *prices);
    assert_true(c && prices);
    for (uint32_t terminal = 0; terminal < g->terminal_count; terminal++) {
        for (int heading = 0; heading < 2; heading++) {
            noc_cheapest_find(c, terminal, (noc_heading)heading, NOC_REQUEST, prices);
            for (uint32_t channel = 0; channel < g->channel_count; channel++) {
                const uint32_t next = noc_cheapest_next(c, channel);
                if (next == NOC_NONE) continue;
                const uint32_t in = heading ? channel : next, out = heading ? next : channel;
                assert_int_equal(g->channels[in].to, g->channels[out].from);
                assert_true(may_turn(g, in, out));
            }
        }
    }
    free(prices);
    noc_cheapest_free(c);
    test_system_free(&t);
}

/* ---- running -------------------------------------------------------------------------------- */

/* ---- GLPK's way out ------------------------------------------------------------------------- */

static void misuse_glpk(void *context)
{
    glp_prob *lp = glp_create_prob();
    glp_add_rows(lp, -1);
    *(bool *)context = true;
}

static void use_glpk(void *context)
{
    glp_prob *lp = glp_create_prob();
    *(bool *)context = glp_add_rows(lp, 3) == 1;
    glp_delete_prob(lp);
}

static void exhaust_glpk(void *context)
{
    glp_mem_limit(1); /* MB */
    glp_add_rows(glp_create_prob(), 1000000);
    *(bool *)context = true;
}

typedef struct giving_up {
    const char *name;
    void (*work)(void *context);
    const char *message;
} giving_up;

/* A fault of its caller is no shortage of memory. */
static const giving_up ways_to_give_up[] = {
    {"a program that is wrong", misuse_glpk,
     "a program: no numeric answer (glp_add_rows: nrs = -1; invalid number of rows)"},
    {"out of memory", exhaust_glpk, "out of memory"},
};

/* It would end the process. Afterwards it is as if new. */
static void glpk_gives_up_alone(void **state)
{
    const giving_up *g = *state;
    bool done = false;
    noc_diag diag = {0};
    assert_int_equal(noc_glpk_call("a program", g->work, &done, &diag), NOC_EFAILED);
    assert_false(done);
    assert_int_equal(diag.count, 1);
    assert_string_equal(diag.messages[0].text, g->message);
    assert_int_equal(noc_shortage_noted(), g->work == exhaust_glpk);
    noc_diag_clear(&diag);
    assert_int_equal(noc_glpk_call("a program", use_glpk, &done, &diag), NOC_OK);
    assert_true(done);
    glp_free_env();
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, closed_forms, check_closed_form);
    TEST_TABLE_PREFIXED(&list, "as an arc program", small_designs, check_small_design);
    test_add(&list, "packets choose networks by their lengths", lengths_choose_networks);
    test_add(&list, "a search that ends early", stopped_early);
    test_add(&list, "an interrupted search", interrupted);
    test_add(&list, "half routers never loosen the bound", half_routers_never_loosen);
    test_add(&list, "ways do not turn at half routers", cheapest_does_not_turn_at_half_routers);
    const test_shipped *designs;
    const size_t count = test_shipped_designs(&designs);
    test_add_rows(&list, NULL, designs, count, sizeof *designs, check_shipped);
    TEST_TABLE_PREFIXED(&list, "GLPK gives up alone", ways_to_give_up, glpk_gives_up_alone);
    return count == 0 || test_run("bound", &list);
}
