/* Networks whose inside the graph does not show: what they are built of, against rapid18, dapper
 * and cdx19 (Table 2, 4.2; and counts that follow from their text by hand), that their costs add
 * up, and that energies are flits times what each moves. */
#include <math.h>
#include <stdio.h>

#include "hybrid/answers/explain/breakdown.h"
#include "network/compile/components.h"
#include "network/kinds/hub.h"
#include "power_area/bufferless.h"
#include "power_area/cost.h"
#include "power_area/link.h"
#include "tests/support/helpers.h"

static noc_arena arena; /* memory of the parts of answers */

#define CHIP     "chip = { technology_nm = 22; clock_mhz = 1000.0; tile_mm = 2.0; };\n"
#define NODES_4  "nodes = { compute = 12; memory = 4; placement = \"staircase\"; };\n"
#define NODES_8  "nodes = { compute = 56; memory = 8; placement = \"staircase\"; };\n"
#define NODES_12 "nodes = { compute = 132; memory = 12; placement = \"staircase\"; };\n"
#define TRAFFIC                                                                             \
    "traffic = { pattern = \"many-to-few\"; read_request_bytes = 8; read_reply_bytes = 64;" \
    " write_request_bytes = 72; write_reply_bytes = 8; };\n"
#define REPLY(keys)                                                                            \
    CHIP TRAFFIC "networks = ( { carries = \"request\"; topology = \"ideal\"; }, { carries = " \
                 "\"reply\"; " keys " } );\n"
#define REQUEST(keys)                                          \
    CHIP TRAFFIC "networks = ( { carries = \"request\"; " keys \
                 " }, { carries = \"reply\"; topology = "      \
                 "\"ideal\"; } );\n"
#define GRID(side) "columns = " #side "; rows = " #side "; "
#define OVERLAY(side, keys) \
    REPLY("topology = \"overlay\"; flit_bytes = 8; " GRID(side) keys) NODES_##side
#define DAPPER "row_transit_cycles = 2; straddle = false; ack = true;"
#define SLICES(side, width) \
    REPLY("topology = \"slices\"; flit_bytes = " #width "; " GRID(side)) NODES_##side
#define TOKENS(side, width) \
    REQUEST("topology = \"token-slices\"; flit_bytes = " #width "; " GRID(side)) NODES_##side
/* Positions are those of the other network, which has tiles. */
#define RINGS                                                                                  \
    CHIP TRAFFIC NODES_8                                                                       \
        "networks = ( { carries = \"request\"; topology = \"mesh\"; columns = 8; rows = 8; }," \
        " { carries = \"reply\"; topology = \"ring-slices\"; flit_bytes = 32; } );\n"

/* ---- counts --------------------------------------------------------------------------------- */

enum { COUNTED = 9 };
static const size_t counted[COUNTED] = {
    NOC_PART_HINGE_ROUTERS, NOC_PART_LINKS,       NOC_PART_REPEATERS,
    NOC_PART_LATCHES,       NOC_PART_TABLE_BITS,  NOC_PART_ACK_LINKS,
    NOC_PART_SLICE_ROUTERS, NOC_PART_TOKEN_LINES, NOC_PART_EJECTION_BUFFERS,
};

typedef struct count_case {
    const char *name, *text;
    int network;
    uint64_t counts[COUNTED]; /* links include local ones */
    const char *crossbar;
} count_case;

/* clang-format off */
static const count_case counts[] = {
    {"RAPID, 4x4", OVERLAY(4, ""), 1, {16, 48 + 16, 3072, 80, 1920, 0, 0, 0, 0}, "10x5"},
    {"RAPID, 8x8", OVERLAY(8, ""), 1, {64, 224 + 64, 14336, 320, 15360, 0, 0, 0, 0}, "10x5"},
    {"RAPID, 12x12", OVERLAY(12, ""), 1, {144, 528 + 144, 33792, 720, 51840, 0, 0, 0, 0}, "10x5"},
    {"Dapper, 4x4", OVERLAY(4, DAPPER), 1, {16, 48 + 16, 3072, 80, 0, 48, 0, 0, 0}, "10x5"},
    {"Dapper, 8x8", OVERLAY(8, DAPPER), 1, {64, 224 + 64, 14336, 320, 0, 224, 0, 0, 0}, "10x5"},
    {"Dapper, 12x12", OVERLAY(12, DAPPER), 1, {144, 528 + 144, 33792, 720, 0, 528, 0, 0, 0}, "10x5"},
    {"DA2, 4x4", SLICES(4, 2), 1, {0, 192 + 4 * 13, 0, 320, 0, 0, 64, 0, 0}, "5x5"},
    {"DA2, 8x8", SLICES(8, 1), 1, {0, 1792 + 8 * 57, 0, 2560, 0, 0, 512, 0, 0}, "5x5"},
    {"DA2, 12x12", SLICES(12, 1), 1, {0, 6336 + 12 * 133, 0, 8640, 0, 0, 1728, 0, 0}, "5x5"},
    {"CENOC, 4x4", TOKENS(4, 2), 0, {0, 192 + 12 + 16, 0, 320, 0, 0, 64, 4, 16}, "5x5"},
    {"CENOC, 8x8", TOKENS(8, 1), 0, {0, 1792 + 56 + 64, 0, 2560, 0, 0, 512, 8, 64}, "5x5"},
    {"CENOC, 12x12", TOKENS(12, 1), 0, {0, 6336 + 132 + 144, 0, 8640, 0, 0, 1728, 12, 144}, "5x5"},
    {"HRCnet", RINGS, 1, {0, 448 + 8 + 448, 0, 448, 0, 0, 448, 0, 0}, NULL},
};
/* clang-format on */

static void counts_are_the_papers(void **state)
{
    const count_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    noc_breakdown b;
    noc_components all;
    assert_int_equal(noc_breakdown_make(t.system, NULL, NAN, NAN, &arena, &b, NULL), NOC_OK);
    assert_int_equal(noc_components_of(t.system, &all, NULL), NOC_OK);
    const noc_network_cost *cost = &b.networks[c->network];
    for (size_t i = 0; i < COUNTED; i++)
        assert_int_equal(cost->parts[counted[i]].count, c->counts[i]);
    for (size_t i = 0; i < NOC_COMPONENTS; i++) assert_int_equal(cost->parts[i].count, 0);
    if (c->crossbar) {
        char shape[40];
        assert_int_equal(all.crossbar_count, 1);
        noc_crossbar_name(&all.crossbars[0].shape, shape, sizeof shape);
        assert_string_equal(shape, c->crossbar);
        assert_int_equal(all.routers, c->counts[0] + c->counts[6]);
        assert_int_equal(all.links[0], c->counts[1]);
        assert_int_equal(all.vc_buffers, 0);
    }
    noc_components_clear(&all);
    noc_arena_clear(&arena);
    test_system_free(&t);
}

/* All that switching.def says is built has one kind of costs, and nothing else has. */
static void kinds_are_those_that_are_built(void **state)
{
    (void)state;
    for (int s = 0; s < NOC_SWITCHINGS; s++) {
        int kinds = 0;
        for (size_t i = 0; noc_cost_kind_at(i); i++)
            kinds += noc_cost_kind_at(i)->switching == (noc_switching)s;
        assert_int_equal(kinds, noc_switchings[s].has_silicon);
    }
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* Of the networks, of what belongs to routers and to links, and of the sum. */
static void costs_add_up(void **state)
{
    const count_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    noc_breakdown b;
    double routers = 0.0, links = 0.0, leakage = 0.0, dynamic = 0.0, crossbars = 0.0;
    assert_int_equal(noc_breakdown_make(t.system, NULL, NAN, 0.01, &arena, &b, NULL), NOC_OK);
    for (uint16_t n = 0; n < b.network_count; n++)
        for (size_t part = 0; part < NOC_PARTS; part++) {
            const noc_part_cost *p = &b.networks[n].parts[part];
            *(noc_part_is_wires(part) ? &links : &routers) += p->area_mm2;
            leakage += p->leakage_mw;
            dynamic += p->dynamic_mw;
            crossbars += p->crossbar_mm2;
            assert_true(p->crossbar_mm2 <= p->area_mm2);
            assert_true((p->count > 0 && part >= NOC_PART_HINGE_ROUTERS) <= (p->area_mm2 > 0.0));
        }
    assert_near(b.cost.router_area_mm2, routers, 1e-12);
    assert_near(b.cost.link_area_mm2, links, 1e-12);
    assert_near(b.cost.network_area_mm2, routers + links, 1e-12);
    assert_near(b.cost.crossbar_area_mm2, crossbars, 1e-12);
    assert_near(b.cost.leakage_mw, leakage, 1e-9);
    assert_near(b.cost.dynamic_mw, dynamic, 1e-9);
    assert_true(isfinite(b.cost.clock_bound.max_clock_mhz));
    noc_arena_clear(&arena);
    test_system_free(&t);
}

/* ---- what a flit moves ---------------------------------------------------------------------- */

typedef struct passage_case {
    const char *name;
    noc_multiplexing multiplex;
    int transit;
    bool partner; /* of the owner (1,0), else for itself */
    noc_point memory, core;
    int links, crossbars, latches, ack_links;
} passage_case;

/* On 4x4, by hand: the row of three links and four routers, then the column to its end. */
static const passage_case passages[] = {
    {"south of the first row", NOC_MULTIPLEX_OFF, 3, false, {1, 0}, {2, 2}, 6, 7, 4, 3},
    {"in its row", NOC_MULTIPLEX_OFF, 3, false, {1, 0}, {3, 0}, 3, 4, 4, 2},
    {"north of the third row", NOC_MULTIPLEX_OFF, 3, false, {0, 2}, {0, 1}, 5, 6, 4, 1},
    {"south of the third row", NOC_MULTIPLEX_OFF, 3, false, {0, 2}, {3, 3}, 4, 5, 4, 4},
    {"kept once more (dapper)", NOC_MULTIPLEX_OFF, 2, false, {1, 0}, {2, 2}, 6, 7, 5, 3},
    {"in its row (dapper)", NOC_MULTIPLEX_OFF, 2, false, {1, 0}, {3, 0}, 3, 4, 4, 2},
    {"partner, whole column", NOC_MULTIPLEX_ALL, 3, true, {0, 2}, {2, 1}, 6, 7, 4, 3},
    {"partner, to the owner's row", NOC_MULTIPLEX_RESERVED, 3, true, {0, 2}, {2, 1}, 5, 6, 3, 3},
    {"partner, in the owner's row", NOC_MULTIPLEX_RESERVED, 3, true, {0, 2}, {1, 0}, 3, 4, 3, 3},
};

static void flits_move_so_much(void **state)
{
    const passage_case *c = *state;
    const noc_overlay overlay = {.columns = 4,
                                 .rows = 4,
                                 .row_transit_cycles = c->transit,
                                 .multiplexing = (int)c->multiplex,
                                 .has_acknowledgements = 1};
    const noc_passage p =
        c->partner ? noc_overlay_partner_passage(&overlay, (noc_point){1, 0}, c->memory, c->core)
                   : noc_overlay_owner_passage(&overlay, c->memory, c->core);
    assert_near(p.links, c->links, 0.0);
    assert_near(p.crossbars, c->crossbars, 0.0);
    assert_near(p.latches, c->latches, 0.0);
    assert_near(p.ack_links, c->ack_links, 0.0);
}

/* ---- energies ------------------------------------------------------------------------------- */

typedef struct energy_case {
    const char *name, *text;
    int network;
    double clock_share; /* of a cycle, that a link has at least: a row's hops share one */
    double
        links; /* that a flit of the first sender moves over, mean over its destinations, by hand */
    double latches;
    double crossbars;
} energy_case;

/* MC 0 of 4x4 is at (1,0): 3 of 12 cores are in its row, and 9 south of it, a column's end 3 hops
 * away. Cores are 1 + 1 + 2 hops away in its row, 2 + 1 + 2, 2 + 3 + 4 and 4 + 3 + 5 in the next
 * ones: 30 by slices. For the tokens core 0 is at (0,0), and memory nodes are 1, 4, 2 and 5 hops
 * away. */
static const energy_case energies[] = {
    {"RAPID", OVERLAY(4, ""), 1, 1.0 / 3.0, 3.0 + 9.0 * 3.0 / 12.0, 4.0, 4.0 + 9.0 * 3.0 / 12.0},
    {"Dapper", OVERLAY(4, DAPPER), 1, 1.0 / 3.0, 5.25, 4.0 + 9.0 / 12.0, 6.25},
    {"DA2", SLICES(4, 2), 1, 0.0, 30.0 / 12.0, 42.0 / 12.0, 42.0 / 12.0},
    {"CENOC", TOKENS(4, 2), 0, 0.0, 12.0 / 4.0, 16.0 / 4.0, 16.0 / 4.0},
    {"HRCnet", RINGS, 1, 0.0, 28.5, 28.5, 0.0},
};

typedef struct powers {
    double links, latches, routers; /* mW */
} powers;

/* Of so many flits a cycle by the network's first sender alone. */
static powers powers_of(const energy_case *c, const noc_system *system, double flits)
{
    const noc_graph *g = &system->graph;
    double rates[2048] = {0};
    noc_network_cost networks[2];
    noc_cost cost;
    const noc_terminal *sender =
        &g->terminals[c->network ? g->memory_terminals[0] : g->compute_terminals[0]];
    for (uint32_t i = 0; i < sender->injections; i++) {
        const uint32_t channel = g->injections[sender->first_injection + i];
        if (g->channels[channel].network == c->network) rates[channel] = flits;
    }
    assert_true(g->channel_count < 2048);
    const noc_activity activity = {rates, 1.0, noc_system_packet_flits(system)};
    assert_int_equal(noc_cost_of(system, &activity, &cost, networks, NULL), NOC_OK);
    const noc_part_cost *p = networks[c->network].parts;
    return (powers){
        .links = p[NOC_PART_LINKS].dynamic_mw + p[NOC_PART_REPEATERS].dynamic_mw,
        .latches = p[NOC_PART_LATCHES].dynamic_mw,
        .routers = p[NOC_PART_HINGE_ROUTERS].dynamic_mw + p[NOC_PART_SLICE_ROUTERS].dynamic_mw,
    };
}

static void energies_are_flits_times_hops(void **state)
{
    const energy_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    noc_process process;
    assert_int_equal(noc_process_at(22.0, false, &process, NULL), NOC_OK);
    const powers idle = powers_of(c, t.system, 0.0), one = powers_of(c, t.system, 0.1),
                 two = powers_of(c, t.system, 0.2);
    const double bits = 8.0 * t.system->graph.networks[c->network].flit_bytes;
    const noc_structure built = noc_structure_find(t.design, &t.system->graph.networks[c->network]);
    const noc_bufferless_cost router = noc_cost_of_bufferless(
        &process, &(noc_bufferless_shape){.crossbar = built.crossbar, .flit_bits = bits});
    assert_near(idle.links, 0.0, 0.0);
    assert_near(idle.latches, 0.0, 0.0);
    assert_near(two.links, 2.0 * one.links, 1e-12);
    assert_near(two.routers - idle.routers, 2.0 * (one.routers - idle.routers), 1e-9);
    assert_near(one.latches, 0.1 * c->latches * router.latch_pj, 1e-12);
    assert_near(one.routers - idle.routers, 0.1 * c->crossbars * router.crossbar_pj, 1e-9);
    /* pJ a flit in a cycle of 1000 MHz are mW; its way in and out is short. */
    const double local = 2.0 * noc_cost_of_link(&process, bits, 0.05, 1000.0).flit_pj;
    const double share = c->clock_share > 0.0 ? c->clock_share : 1.0;
    const double hop = noc_cost_of_link(&process, bits, 2.0, 1000.0 / share).flit_pj;
    if (c->clock_share > 0.0)
        assert_near(one.links, 0.1 * (c->links * hop + local), 1e-9);
    else /* a router leaves a link less than a cycle, so its repeaters are no smaller */
        assert_true(one.links >= 0.1 * (c->links * hop + local) - 1e-9 &&
                    one.links <= 1.2 * 0.1 * (c->links * hop + local));
    test_system_free(&t);
}

/* 9/12 of the reply packets of MC 0 go beyond its row; an acknowledgement goes back the short way:
 * 30 hops to 12 cores. */
static void acknowledgements_take_the_short_way(void **state)
{
    (void)state;
    test_system t = test_compile(OVERLAY(4, DAPPER), NULL);
    const noc_graph *g = &t.system->graph;
    double rates[128] = {0};
    noc_network_cost networks[2];
    noc_cost cost;
    noc_process process;
    const uint32_t channel = g->injections[g->terminals[g->memory_terminals[0]].first_injection];
    const noc_activity activity = {rates, 1.0, 1.0};
    rates[channel] = 0.1;
    assert_int_equal(noc_process_at(22.0, false, &process, NULL), NOC_OK);
    assert_int_equal(noc_cost_of(t.system, &activity, &cost, networks, NULL), NOC_OK);
    const double packets = 0.1 / noc_system_mean_flits(t.system, NOC_REPLY, 1);
    assert_near(networks[1].parts[NOC_PART_ACK_LINKS].dynamic_mw,
                packets * 30.0 / 12.0 * noc_cost_of_link(&process, 7.0, 2.0, 3000.0).flit_pj,
                1e-12);
    test_system_free(&t);
}

/* ---- what the papers say of areas ------------------------------------------------------------ */

static double router_area(const char *text)
{
    test_system t = test_compile(text, NULL);
    noc_cost cost;
    assert_int_equal(noc_cost_of(t.system, NULL, &cost, NULL, NULL), NOC_OK);
    test_system_free(&t);
    return cost.router_area_mm2;
}

/* Without buffers a hinge router is less than half of a router of its width with them (dapper
 * 4.2.3), and what an overlay adds to its crossbars, latches, tables and counters, is a few per
 * cent of the 128-bit router (rapid18 5.5: about 6). */
static void hinge_routers_are_small(void **state)
{
    (void)state;
    static const char mesh[] =
        CHIP NODES_4 TRAFFIC "network = { topology = \"mesh\"; columns = 4; rows = 4; "
                             "flit_bytes = 16; virtual_channels = 5; buffer_flits = 4; };\n";
    test_system t = test_compile(OVERLAY(4, ""), NULL);
    noc_cost cost;
    assert_int_equal(noc_cost_of(t.system, NULL, &cost, NULL, NULL), NOC_OK);
    const double whole = router_area(mesh), added = cost.router_area_mm2 - cost.crossbar_area_mm2;
    assert_true(cost.router_area_mm2 < 0.25 * whole);
    assert_true(added > 0.01 * whole && added < 0.06 * whole);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "counts", counts, counts_are_the_papers);
    TEST_TABLE_PREFIXED(&list, "sums", counts, costs_add_up);
    TEST_TABLE_PREFIXED(&list, "passage", passages, flits_move_so_much);
    TEST_TABLE_PREFIXED(&list, "energy", energies, energies_are_flits_times_hops);
    test_add(&list, "acknowledgements take the short way", acknowledgements_take_the_short_way);
    test_add(&list, "kinds are those that are built", kinds_are_those_that_are_built);
    test_add(&list, "hinge routers are small", hinge_routers_are_small);
    return test_run("structures", &list);
}
