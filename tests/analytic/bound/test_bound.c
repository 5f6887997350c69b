/* analytic/bound/bound.c against closed forms, and what settings do to it. Against another program:
 * test_bound_arcs.c; what every answer obeys: test_bound_laws.c. */
#include "tests/support/runs/bounds.h"

static double bound_of(const char *text, const char *const *overrides)
{
    test_system t = test_compile(text, overrides);
    noc_bound b = test_bound(t.system, 0);
    const double bound = b.bound;
    assert_true(b.is_closed);
    assert_near(b.reached_load, b.bound, 1e-6 * b.bound);
    noc_arena_clear(&b.arena);
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

/* Uniform traffic over a cut of c channels, with a share s of the N nodes on one side, crosses it
 * at N s (1 - s) each way. Of 28 compute nodes' replies, 0.9 x 4 + 0.1 flits each, a memory node's
 * port sends an eighth; requests are 0.9 + 0.1 x 5 flits. */
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
     test_bound_many_to_few,
     {NULL},
     1.4 * 8.0 / (28.0 * 3.7)},
    {"a hotspot with half of all requests",
     test_bound_many_to_few,
     {"traffic.hotspot_fraction=0.5", "traffic.hotspot_memory=0", NULL},
     1.4 / (28.0 * 0.5 * 3.7)},
};

static void check_closed_form(void **state)
{
    const closed_form *c = *state;
    const double bound = bound_of(c->text, c->overrides);
    assert_near(bound, c->want, 1e-6 * c->want);
}

/* Networks of 16 and 8 bytes side by side: long packets belong on the wide one, short ones on
 * either. At a memory node, with R packets a cycle of which w = R/10 are writes (1 flit on both)
 * and the rest reads (4 flits, 8 flits): 1/4 reads a cycle on the wide network, (1 - w)/8 on the
 * narrow one. */
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
        noc_bound h = test_bound(half.system, 0), f = test_bound(full.system, 0);
        assert_true(h.bound <= f.bound * (1.0 + 1e-7));
        noc_arena_clear(&h.arena);
        noc_arena_clear(&f.arena);
        test_system_free(&half);
        test_system_free(&full);
    }
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, closed_forms, check_closed_form);
    test_add(&list, "packets choose networks by their lengths", lengths_choose_networks);
    test_add(&list, "half routers never loosen the bound", half_routers_never_loosen);
    return test_run("bound", &list);
}
