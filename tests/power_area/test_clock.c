/* The highest clock of routers: laws, DSENT's paths gate by gate, its wires, and crossbars that
 * were built or laid out. */
#include <math.h>
#include <stdio.h>

#include "power_area/technology.h"
#include "tests/support/rows/cost_rows.h"

/* ---- clock ---------------------------------------------------------------------------------- */

static noc_clock clock_at(double nm, double inputs, double outputs, double bits, int stages)
{
    noc_process process;
    assert_int_equal(noc_process_at(nm, true, &process, NULL), NOC_OK);
    const noc_router_shape shape = noc_router_plain_shape(inputs, outputs, 4, 4, bits);
    return noc_clock_of(&process, &shape, stages);
}

/* Larger, wider, older and shorter-pipelined routers are slower. */
static void check_clock_laws(void **state)
{
    (void)state;
    const double base = clock_at(22, 10, 10, 256, 4).max_mhz;
    assert_true(clock_at(22, 20, 10, 256, 4).max_mhz < base);
    assert_true(clock_at(22, 10, 40, 256, 4).max_mhz <= base);
    assert_true(clock_at(22, 40, 16, 512, 4).max_mhz < clock_at(22, 40, 16, 256, 4).max_mhz);
    assert_true(clock_at(32, 10, 10, 256, 4).max_mhz < base);
    assert_true(clock_at(22, 10, 10, 256, 1).max_mhz < base);
    assert_true(clock_at(22, 10, 10, 256, 2).max_mhz == base);
}

/* cdx19 Figure 3's order of clocks: mesh, Clos and butterfly, CD-Xbar's global crossbar, full
 * crossbar. */
static void check_clock_order(void **state)
{
    (void)state;
    const double mesh = clock_at(22, 5, 5, 256, 4).max_mhz;
    const double clos = clock_at(22, 10, 10, 256, 4).max_mhz;
    const double divided = clock_at(22, 24, 16, 256, 4).max_mhz;
    const double crossbar = clock_at(22, 80, 16, 256, 4).max_mhz;
    assert_true(mesh > clos && clos > divided && divided > crossbar);
    assert_true(clock_at(22, 180, 16, 256, 4).max_mhz < crossbar);
}

/* The 45 nm process with gates and wires so much larger. */
static noc_process enlarged(double ratio)
{
    noc_process p = cost_process(45.0);
    noc_process_enlarge(&p, ratio);
    return p;
}

/* Built or laid out. Two arbitrate and switch with circuits of their own, so only the range is
 * asked: between a router that does all in one cycle and a pipelined one. Swizzle-Switch: 64x64 of
 * 128 bits at 32 nm, 1.5 GHz (cdx19 3.6). Passas et al.: 128x128 of 32 bits at 90 nm, 750 MHz
 * (cdx19 3.6); there is no table, so gates and the pitch of wires are doubled from 45 nm. Cakir et
 * al. (ISLPED 2015): 16x16 of 64 bits, laid out at 40 nm with low-swing wires, 2.2 GHz. SWIFT
 * (Satpathy et al.): 32x32 of 64 bits at 65 nm moves 2.1 Tb/s, arbitration in the same cycle: our
 * limit for all in one cycle, which has no design margin, must be above it, and not far. */
static void check_clock_published(void **state)
{
    (void)state;
    const double swizzle = clock_at(32, 64, 64, 128, 4).max_mhz;
    const noc_process at_90 = enlarged(2.0), at_65 = enlarged(65.0 / 45.0);
    const noc_router_shape swift_shape = noc_router_plain_shape(32, 32, 1, 4, 64);
    const double swift = noc_clock_of(&at_65, &swift_shape, 1).max_mhz;
    assert_true(swift > 1026.0 && swift < 1.2 * 1026.0);
    const noc_router_shape shape = noc_router_plain_shape(128, 128, 1, 4, 32);
    const double passas = noc_clock_of(&at_90, &shape, 4).max_mhz;
    const double one = noc_clock_of(&at_90, &shape, 1).max_mhz;
    print_message(
        "Swizzle-Switch 1500 MHz: %.0f, in one cycle %.0f; Passas 750 MHz: %.0f, in one cycle "
        "%.0f\n",
        swizzle, clock_at(32, 64, 64, 128, 1).max_mhz, passas, one);
    assert_true(swizzle > 1500.0 && clock_at(32, 64, 64, 128, 1).max_mhz < 1500.0);
    assert_true(passas > 750.0 && one < 750.0);
    const double cakir = clock_at(40, 16, 16, 64, 4).max_mhz;
    assert_true(cakir > 2200.0 && clock_at(40, 16, 16, 64, 1).max_mhz < 2200.0);
}

/* DSENT's own paths through a crossbar, gate by gate, without wires (delays.csv: the clock net
 * ideal, gates sized until no faster). Its select line has one driver, whose largest size is too
 * small for more than some 1,500 multiplexers; ours has a tree of them, and must be below. */
static void check_clock_gates(void **state)
{
    (void)state;
    double f[5], sum = 0.0;
    char line[200];
    int near_by = 0, large = 0;
    FILE *in = fopen(NOC_SOURCE_DIR "/tests/reference/dsent/delays.csv", "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf", &f[0], &f[1], &f[2], &f[3], &f[4]) != 5) continue;
        const noc_clock c = clock_at(f[0], f[1], f[2], f[3], 4);
        const double gates = c.stage_ps[NOC_STAGE_TRAVERSAL] - c.stage_wire_ps[NOC_STAGE_TRAVERSAL];
        if (f[3] * ceil(f[1] / 2.0) > 1600.0) {
            assert_true(gates < f[4]);
            large++;
            continue;
        }
        assert_true(is_near(gates, f[4], 0.18));
        sum += fabs(gates / f[4] - 1.0);
        near_by++;
    }
    fclose(in);
    assert_true(near_by > 10 && large > 10);
    print_message("gates of a crossbar: mean error %.1f %%\n", 100.0 * sum / near_by);
    assert_true(sum / near_by < 0.06);
}

/* wires.csv has what DSENT's files say of its layers. Its links, which were measured, are made of
 * them: the energy of a bit is a quarter of C Vdd^2, the delay between repeaters, two inverters
 * each, ln 2 / 4 of R C. */
static void check_wires(void **state)
{
    (void)state;
    static const struct {
        double nm, vdd;
    } nodes[] = {{11, 0.6}, {22, 0.8}, {32, 0.9}, {45, 1.0}};
    double f[5];
    char line[200];
    size_t found = 0;
    FILE *in = fopen(NOC_SOURCE_DIR "/tests/reference/dsent/wires.csv", "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf", &f[0], &f[1], &f[2], &f[3], &f[4]) != 5) continue;
        const noc_process process = cost_process(f[0]);
        const double *k = process.values;
        const double vdd = nodes[found].vdd, rc_ps = 1e-3 * f[3] * f[4];
        assert_true(f[0] == nodes[found++].nm);
        assert_true(is_near(k[NOC_COEFFICIENT_link_wire_energy], f[4] * vdd * vdd / 4.0, 0.01));
        assert_true(is_near(k[NOC_COEFFICIENT_wire_delay], log(2.0) / 4.0 * rc_ps, 0.07));
        assert_true(
            is_near(k[NOC_COEFFICIENT_crossbar_wire_rc], f[1] * f[2] / (f[3] * f[4]), 1e-3));
    }
    fclose(in);
    assert_int_equal(found, TEST_COUNT(nodes));
}

/* ---- main ----------------------------------------------------------------------------------- */

int main(void)
{
    static test_list list;
    test_add(&list, "clock: laws", check_clock_laws);
    test_add(&list, "clock: order of cdx19 Figure 3", check_clock_order);
    test_add(&list, "clock: Swizzle-Switch", check_clock_published);
    test_add(&list, "clock: wires", check_wires);
    test_add(&list, "clock: gates", check_clock_gates);
    return test_run("clock", &list);
}
