/* Cost of cdx19's networks: against networks put together from DSENT's rows, and against what the
 * paper says. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/rows/cost_rows.h"

/* ---- networks of cdx19 ---------------------------------------------------------------------- */

/* The columns of dsent/networks.csv, composed from DSENT's routers and links: an independent
 * sum. */
enum {
    N_NAME,
    N_BITS,
    N_GHZ,
    N_ROUTERS,
    N_LINKS,
    N_BUFFER,
    N_CROSSBAR,
    N_SWITCH,
    N_CLOCK,
    N_REPEATERS,
    N_WIRE,
    N_LEAK_BUFFER,
    N_LEAK_CROSSBAR,
    N_LEAK_SWITCH,
    N_LEAK_CLOCK,
    N_LEAK_LINKS,
    N_DYN_BUFFER,
    N_DYN_CROSSBAR,
    N_DYN_SWITCH,
    N_DYN_CLOCK,
    N_DYN_LINKS,
    N_COLUMNS,
    N_MET = N_COLUMNS
};

enum { GROUPS_MAX = 4 };
typedef struct composition {
    const char *name;
    struct {
        int count;
        double inputs, outputs;
    } groups[GROUPS_MAX];
    int short_links, long_links; /* 3.3 and 12.3 mm (cdx19 4) */
} composition;

/* cdx19 Table 2 and section 3; 4 VCs of 4 flits. */
static const composition compositions[] = {
    {"full_crossbar_80x16", {{1, 80, 16}, {1, 16, 80}}, 0, 192},
    {"mesh_10x10", {{200, 5, 5}}, 912, 0},
    {"clos_8_10_10", {{20, 10, 8}, {16, 10, 10}, {20, 8, 10}}, 0, 512},
    {"butterfly_10ary2fly", {{40, 10, 10}}, 0, 392},
    {"cdxbar_8x10x3_24x16", {{8, 10, 3}, {1, 24, 16}, {8, 3, 10}, {1, 16, 24}}, 160, 80},
    {"mesh_8x8_64nodes", {{128, 5, 5}}, 576, 0},
};

/* Sums of a network at 22 nm, in the columns of networks.csv; dynamic power at 0.1 flits per cycle
 * on every router input and link. */
static void compose(const composition *c, double bits, double ghz, double sums[N_COLUMNS])
{
    const noc_process process = cost_process(22.0);
    const double rate = 0.1 * ghz;
    memset(sums, 0, N_COLUMNS * sizeof *sums);
    for (size_t g = 0; g < GROUPS_MAX && c->groups[g].count; g++) {
        const double in = c->groups[g].inputs, out = c->groups[g].outputs, n = c->groups[g].count;
        const noc_router_shape shape = noc_router_plain_shape(in, out, 4, 4, bits);
        const noc_router_cost r = noc_cost_of_router(&process, &shape);
        static const int areas[] = {N_BUFFER, N_CROSSBAR, N_SWITCH, -1, N_CLOCK};
        for (size_t i = 0; i < TEST_COUNT(areas); i++) {
            if (areas[i] < 0) continue;
            sums[areas[i]] += n * mm2(r.area_um2[i]);
            sums[areas[i] + N_LEAK_BUFFER - N_BUFFER] += n * r.leakage_mw[i];
        }
        sums[N_DYN_BUFFER] += n * rate * in * (r.write_pj + r.read_pj);
        sums[N_DYN_CROSSBAR] += n * rate * in * (r.crossbar_pj - r.crossbar_wire_pj);
        sums[N_DYN_SWITCH] += n * rate * in * r.allocation_pj;
        sums[N_DYN_CLOCK] += n * ghz * r.clock_pj;
    }
    for (int i = 0; i < 2; i++) {
        const double n = i ? c->long_links : c->short_links;
        const noc_link_cost l = noc_cost_of_link(&process, bits, i ? 12.3 : 3.3, 1e3 * ghz);
        sums[N_REPEATERS] += n * mm2(l.area_um2);
        sums[N_WIRE] += n * mm2(l.wire_area_um2);
        sums[N_LEAK_LINKS] += n * l.leakage_mw;
        sums[N_DYN_LINKS] += n * rate * l.flit_pj;
    }
}

static const composition *find_composition(const char *name)
{
    for (size_t i = 0; i < TEST_COUNT(compositions); i++)
        if (strcmp(compositions[i].name, name) == 0) return &compositions[i];
    return NULL;
}

/* Each component within 3 %, repeaters and clock trees (which come in steps) within 15 %. */
static void check_compositions(void **state)
{
    (void)state;
    FILE *file = cost_open_reference(NOC_SOURCE_DIR "/tests/reference/dsent/networks.csv");
    cost_record r;
    int rows = 0;
    while (cost_next_record(file, &r)) {
        const composition *c = find_composition(r.fields[N_NAME]);
        double ours[N_COLUMNS];
        if (!c || cost_field(&r, N_MET) == 0.0) continue; /* what misses its timing is oversized */
        rows++;
        compose(c, cost_field(&r, N_BITS), cost_field(&r, N_GHZ), ours);
        for (int i = N_BUFFER; i < N_COLUMNS; i++) {
            const bool steps =
                i == N_CLOCK || i == N_REPEATERS || i == N_LEAK_CLOCK || i == N_LEAK_LINKS;
            if (is_near(ours[i], cost_field(&r, i), steps ? 0.15 : 0.03)) continue;
            print_error("%s %s b %s GHz column %d: %g, DSENT %g\n", r.fields[N_NAME],
                        r.fields[N_BITS], r.fields[N_GHZ], i, ours[i], cost_field(&r, i));
            assert_true(false);
        }
    }
    fclose(file);
    assert_true(rows >= 30);
}

/* Silicon as cdx19 counts it: buffers, crossbars, allocators and repeaters. */
static double silicon(const double sums[N_COLUMNS])
{
    return sums[N_BUFFER] + sums[N_CROSSBAR] + sums[N_SWITCH] + sums[N_CLOCK] + sums[N_REPEATERS];
}

/* cdx19 Figure 2 and 2.2: mesh over Clos over butterfly over crossbar, and mesh over four times
 * crossbar: 3.67 with the wires' room in the crossbars and all repeaters, over 4 without
 * repeaters. */
static void check_figure2(void **state)
{
    (void)state;
    double crossbar[N_COLUMNS], mesh[N_COLUMNS], clos[N_COLUMNS], butterfly[N_COLUMNS];
    double divided[N_COLUMNS];
    compose(&compositions[0], 256, 1.0, crossbar);
    compose(&compositions[1], 256, 1.0, mesh);
    compose(&compositions[2], 256, 1.0, clos);
    compose(&compositions[3], 256, 1.0, butterfly);
    compose(&compositions[4], 256, 1.0, divided);
    assert_true(silicon(mesh) > silicon(clos) && silicon(clos) > silicon(butterfly));
    assert_true(silicon(butterfly) > silicon(crossbar) && silicon(crossbar) > silicon(divided));
    const double with = silicon(mesh) / silicon(crossbar);
    const double without =
        (silicon(mesh) - mesh[N_REPEATERS]) / (silicon(crossbar) - crossbar[N_REPEATERS]);
    print_message("mesh over crossbar: %.2f, without repeaters %.2f\n", with, without);
    assert_true(with > 3.6 && without > 4.0);
}

/* Silicon as DSENT counts it. */
static double without_vc_allocators(const noc_cost *cost)
{
    return cost->network_area_mm2 - cost->sum.parts[NOC_COMPONENT_VC_ALLOCATOR].area_mm2;
}

/* cdx19 5.4: a full crossbar has 26.9 % more silicon than CD-Xbar; 5.3: CD-Xbar 52.5 % less than a
 * mesh of the same bisection (16 channels both ways, so of 16 bytes for 8 of 32), and more
 * wires. */
static void check_divided(void **state)
{
    (void)state;
    const char *const half[] = {"network.flit_bytes=16", NULL};
    const noc_cost full = cost_of_shipped("cdx19-fc-ideal-80"),
                   divided = cost_of_shipped("cdx19-cdxbar-80"),
                   small = cost_of_shipped("cdx19-cdxbar-56"),
                   mesh = cost_of_shipped_with("cdx19-mesh-56", half);
    const double more = without_vc_allocators(&full) / without_vc_allocators(&divided);
    const double less = without_vc_allocators(&small) / without_vc_allocators(&mesh);
    print_message("full crossbar over CD-Xbar %.3f (1.269), CD-Xbar over mesh %.3f (0.475)\n", more,
                  less);
    assert_true(fabs(more - 1.269) < 0.03 && fabs(less - 0.475) < 0.03);
    assert_true(small.sum.wire_area_mm2 > mesh.sum.wire_area_mm2);
}

/* ---- main ----------------------------------------------------------------------------------- */

int main(void)
{
    static test_list list;
    test_add(&list, "DSENT: networks of cdx19 by component", check_compositions);
    test_add(&list, "cdx19 Figure 2: order of areas", check_figure2);
    test_add(&list, "cdx19 5.3, 5.4: CD-Xbar's area", check_divided);
    return test_run("cost of networks", &list);
}
