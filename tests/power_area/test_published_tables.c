/* Tables that are computed from published figures (data/technology_{16,7,5,3}nm.cfg), against what
 * they were not computed from: chips, the form of a repeated wire, cells of another source, and
 * what cannot be. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "power_area/clock.h"
#include "tests/support/rows/cost_rows.h"

static const double published[] = {16, 7, 5, 3};
/* Tables with energies of their own. */
static const double tables[] = {45, 32, 22, 16, 11, 7, 5, 3};
/* Tables that scaling goes on from. */
static const double downwards[] = {22, 16, 7, 5, 3};

#define SHAPE(in, out, vcs, depth, bits)                                                    \
    {                                                                                       \
        .inputs = in, .outputs = out, .crosspoints = (in) * (out), .virtual_channels = vcs, \
        .class_channels = vcs, .buffer_flits = depth, .flit_bits = bits                     \
    }

/* A mesh's router, a crossbar, a narrow switch, a GPU's. */
static const noc_router_shape shapes[] = {
    SHAPE(5, 5, 4, 4, 128),
    SHAPE(24, 16, 2, 8, 256),
    SHAPE(8, 8, 1, 4, 512),
    SHAPE(66, 80, 2, 8, 512),
};

/* Ratio of two processes' figures, `b` over `a`. */
#define RATIO(id) (b[NOC_COEFFICIENT_##id] / a[NOC_COEFFICIENT_##id])

static noc_process process_at_supply(double nm, double volts)
{
    noc_process p;
    assert_int_equal(noc_process_at(nm, false, &p, NULL), NOC_OK);
    assert_true(noc_process_set_supply(&p, volts));
    return p;
}

/* ---- the script ----------------------------------------------------------------------------- */

static void check_written(void **state)
{
    (void)state;
    char folder[] = "/tmp/noc_published_XXXXXX", command[900];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command,
             "python3 -B '%s/power_area/refit/published.py' "
             "'%s/tests/reference/silicon/technology.csv' '%s/data' '%s'",
             NOC_SOURCE_DIR, NOC_SOURCE_DIR, NOC_SOURCE_DIR, folder);
    assert_int_equal(system(command), 0);
    for (size_t i = 0; i < TEST_COUNT(published); i++) {
        char path[300], shipped[300];
        snprintf(path, sizeof path, "%s/technology_%gnm.cfg", folder, published[i]);
        snprintf(shipped, sizeof shipped, "%s/data/technology_%gnm.cfg", NOC_SOURCE_DIR,
                 published[i]);
        char *ours = test_slurp(path), *theirs = test_slurp(shipped);
        assert_string_equal(ours, theirs);
        free(ours);
        free(theirs);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* ---- along the nodes ------------------------------------------------------------------------ */

/* Cells take less area and energy at each smaller node. What is all wires takes no more. */
static void check_falling(void **state)
{
    (void)state;
    for (size_t s = 0; s < TEST_COUNT(shapes); s++)
        for (size_t i = 1; i < TEST_COUNT(downwards); i++) {
            const noc_router_cost a = cost_router_at(downwards[i - 1], &shapes[s]),
                                  b = cost_router_at(downwards[i], &shapes[s]);
            assert_true(noc_router_area_um2(&b) < noc_router_area_um2(&a));
            for (size_t k = 0; k < NOC_COMPONENT_OTHER; k++)
                assert_true(b.area_um2[k] <= a.area_um2[k]);
            assert_true(b.write_pj < a.write_pj && b.read_pj < a.read_pj);
            assert_true(b.crossbar_pj - b.crossbar_wire_pj < a.crossbar_pj - a.crossbar_wire_pj);
            assert_true(b.allocation_pj < a.allocation_pj);
            if (downwards[i - 1] > 16)
                continue; /* DSENT counts no trees, and its wires have other capacitances */
            assert_true(b.crossbar_pj < a.crossbar_pj && b.clock_pj < a.clock_pj);
        }
}

/* A mm of wire has the same capacitance at every node: only the supply makes it cheaper. */
static void check_wires(void **state)
{
    (void)state;
    static const double volts = 0.7, least_ff_per_mm = 145.0, rounding = 1e-5;
    for (size_t i = 1; i < TEST_COUNT(downwards); i++) {
        const noc_process a = process_at_supply(downwards[i - 1], volts),
                          b = process_at_supply(downwards[i], volts);
        const double *x = a.values, *y = b.values;
        const noc_coefficient_id link = NOC_COEFFICIENT_link_wire_energy;
        assert_true(y[link] >= (1.0 - rounding) * x[link]);
        assert_true(y[link] >= least_ff_per_mm * volts * volts / 4.0);
        /* inside a crossbar, and along a clock's tree */
        const double pitch_mm = 1e-3 * sqrt(y[NOC_COEFFICIENT_crossbar_wire_area]);
        assert_true(is_near(y[NOC_COEFFICIENT_crossbar_wire_energy] / pitch_mm, y[link], 1e-3));
        assert_true(y[NOC_COEFFICIENT_clock_wire_energy] >=
                    (i > 1 ? 1.0 - rounding : 0.9) * x[NOC_COEFFICIENT_clock_wire_energy]);
    }
}

/* Ho's repeated wire (PhD thesis, 2003): inverters as large and as far apart as makes the delay
 * least. Input capacitance of the smallest inverter in fF: ASAP7's (SLVT), the drain as large; its
 * resistance makes an FO4 of 9 ps. Ohm of a um of wire: ASAP7's M6 and M7, brought from 64 to 80 nm
 * of pitch. */
static void check_repeated(void **state)
{
    (void)state;
    static const double pin_ff = 0.667, ohm_per_um = 12.1947 * 0.64, ff_per_um = 0.2;
    static const double kohm = 9.0 / (0.69 * 5.0 * 0.667);
    static const double lengths[] = {1.0, 3.72, 12.3}, slow_mhz[] = {1.0, 400.0, 1000.0};
    const noc_process p = cost_process(7.0);
    const double rc = ohm_per_um * ff_per_um * 1e3; /* ps/mm2 */
    const double least =
        2.0 * sqrt(0.69 * kohm * 2.0 * pin_ff * 0.38 * rc) + 2.0 * 0.69 * sqrt(kohm * pin_ff * rc);
    const double bare_fj = 0.2e3 * 0.7 * 0.7 / 4.0;
    for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
        const double mm = lengths[i];
        const noc_link_cost fastest = noc_cost_of_link(&p, 64.0, mm, 1e9);
        print_message("%g mm: %.0f ps/mm, %.0f by the closed form; %.2f times a bare wire\n", mm,
                      fastest.delay_ps / mm, least, 1e3 * fastest.flit_pj / 64.0 / mm / bare_fj);
        assert_true(is_near(fastest.delay_ps / mm, least, 0.02));
        assert_true(is_near(1e3 * fastest.flit_pj / 64.0 / mm / bare_fj, 1.87, 0.08));
        for (size_t c = 0; c < TEST_COUNT(slow_mhz); c++) {
            const noc_link_cost slow = noc_cost_of_link(&p, 64.0, mm, slow_mhz[c]);
            const double times = 1e3 * slow.flit_pj / 64.0 / mm / bare_fj;
            assert_true(times >= 1.34 && times <= 1.88);
        }
    }
}

/* A row and a column of a switch are as long as its side, and cost as much as a link does. */
static void check_switch_wires(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(tables); i++)
        for (size_t s = 0; s < TEST_COUNT(shapes); s++) {
            const noc_process p = cost_process(tables[i]);
            const noc_router_cost c = noc_cost_of_router(&p, &shapes[s]);
            const double side_mm = 1e-3 * sqrt(c.area_um2[NOC_COMPONENT_CROSSBAR]);
            const noc_link_cost link = noc_cost_of_link(&p, shapes[s].flit_bits, 1.0, 1000.0);
            assert_true(c.crossbar_wire_pj >= 0.5 * link.flit_pj * side_mm);
            assert_true(c.crossbar_pj > c.crossbar_wire_pj);
        }
}

static void check_leakage(void **state)
{
    (void)state;
    for (size_t s = 0; s < TEST_COUNT(shapes); s++) {
        const noc_router_cost a = cost_router_at(22.0, &shapes[s]),
                              b = cost_router_at(5.0, &shapes[s]);
        const double fall = noc_router_leakage_mw(&a) / noc_router_area_um2(&a) /
                            (noc_router_leakage_mw(&b) / noc_router_area_um2(&b));
        print_message("%gx%g: leakage over area falls %.1f times from 22 to 5 nm\n",
                      shapes[s].inputs, shapes[s].outputs, fall);
        assert_true(fall > 1.0 && fall <= 8.0);
    }
}

/* Gates get faster with each node, though less than it shrinks; where a switch is slower at 5 than
 * at 22 nm, its wires are. */
static void check_clocks(void **state)
{
    (void)state;
    static const double fastest_mhz = 12e3;
    for (size_t s = 0; s < TEST_COUNT(shapes); s++)
        for (size_t i = 1; i < TEST_COUNT(downwards); i++) {
            const noc_process p = cost_process(downwards[i - 1]), q = cost_process(downwards[i]);
            const noc_clock a = noc_clock_of(&p, &shapes[s], 4),
                            b = noc_clock_of(&q, &shapes[s], 4);
            const noc_stage t = NOC_STAGE_TRAVERSAL;
            print_message("%gx%g at %g nm: %.0f MHz, %.0f ps of wires\n", shapes[s].inputs,
                          shapes[s].outputs, downwards[i], b.max_mhz, b.stage_wire_ps[t]);
            assert_true(b.stage_ps[t] - b.stage_wire_ps[t] < a.stage_ps[t] - a.stage_wire_ps[t]);
            assert_true(b.max_mhz <= a.max_mhz * a.overhead_ps / b.overhead_ps * 1.0001);
            assert_true(b.max_mhz < fastest_mhz);
        }
}

/* ---- cells of two sources ------------------------------------------------------------------- */

/* DSENT's flip-flop at 11 nm and 0.60 V, brought to 7 nm and 0.70 V by Stillmaker and Baas
 * (area 0.58; energies by their polynomials of 10 and 7 nm), against ASAP7's: 0.2916 um2, 0.52 to
 * 0.66 fJ a change; half of random bits change. */
static void check_flip_flop(void **state)
{
    (void)state;
    const noc_process p = cost_process(11.0);
    const double e10 = (0.2068 * 0.6 - 0.09311) * 0.6 + 0.02375,
                 e7 = (0.1776 * 0.7 - 0.09097) * 0.7 + 0.02447;
    const double area = 0.58 * p.values[NOC_COEFFICIENT_crossbar_register_area];
    const double energy = e7 / e10 * p.values[NOC_COEFFICIENT_crossbar_width_energy];
    print_message("flip-flop at 7 nm: %.3f um2 scaled, 0.292 by ASAP7; %.3f fJ, 0.26 to 0.33\n",
                  area, energy);
    assert_true(area / 0.2916 < 1.5 && 0.2916 / area < 1.5);
    assert_true(energy / 0.26 < 1.5 && 0.33 / energy < 1.5);
}

/* ---- chips ---------------------------------------------------------------------------------- */

/* ET-SoC-1 (N7, 0.485 V, 400 MHz; yaroslavvb/et-soc1-prototyping): routers of 8 ports, 512 bits and
 * 4 slots a port, 3.72 mm apart. 24.6 fJ a bit and mm depend on the data, 36.2 with clocks and all
 * else. Of its nine layers 936 bits move: 1.8 of 512. */
static void check_et(void **state)
{
    (void)state;
    static const double mm = 3.72, bits = 512.0, mhz = 400.0, moving_layers = 936.0 / 512.0;
    const noc_router_shape shape = SHAPE(8, 8, 1, 4, bits);
    const noc_process p = process_at_supply(7.0, 0.485);
    const noc_router_cost r = noc_cost_of_router(&p, &shape);
    const noc_link_cost link = noc_cost_of_link(&p, bits, mm, mhz);
    const double data = link.flit_pj + r.write_pj + r.read_pj + r.crossbar_pj;
    const double leak = (noc_router_leakage_mw(&r) + 8.0 * link.leakage_mw) * 1e3 / mhz;
    const double all = data + r.allocation_pj + 9.0 / moving_layers / 8.0 * (r.clock_pj + leak);
    const double data_fj = 1e3 * data / bits / mm, all_fj = 1e3 * all / bits / mm;
    print_message("ET-SoC-1: data %.1f fJ/bit/mm (24.6 measured), all %.1f (36.2); link %.1f, "
                  "crossbar's wires %.1f\n",
                  data_fj, all_fj, 1e3 * link.flit_pj / bits / mm,
                  1e3 * r.crossbar_wire_pj / bits / mm);
    assert_true(data_fj > 24.6 / 1.5 && data_fj < 24.6 * 1.5);
    assert_true(all_fj > 36.2 / 2.0 && all_fj < 36.2 * 2.0);
    assert_true(link.meets_clock);
}

static double pj_per_byte_hop(double nm, const noc_router_shape *shape, double volts)
{
    const noc_process p = process_at_supply(nm, volts);
    const noc_router_cost r = noc_cost_of_router(&p, shape);
    return (r.write_pj + r.read_pj + r.crossbar_pj + r.allocation_pj) / (shape->flit_bits / 8.0);
}

/* FlooNoC (GF 12 nm, 0.8 V, post-layout; Fischer, TVLSI 33(4), 2025): 0.15 pJ a byte and hop of
 * wide routers, 0.19 of the first version. Depth and toggle rate are not told. At 16 nm the
 * wires of a crossbar that lacks no turn are more than that. */
static void check_floonoc(void **state)
{
    (void)state;
    const noc_router_shape shape = SHAPE(5, 5, 1, 2, 600);
    const double at_12 = pj_per_byte_hop(12.0, &shape, 0.8),
                 at_16 = pj_per_byte_hop(16.0, &shape, 0.8);
    print_message("FlooNoC: %.3f pJ a byte and hop between DSENT's tables, %.3f at 16 nm (0.15 to "
                  "0.19 laid out)\n",
                  at_12, at_16);
    assert_true(at_12 > 0.15 / 4.0 && at_12 < 0.15);
    assert_true(at_16 > 0.15 && at_16 < 2.0 * 0.19);
}

/* ---- families ------------------------------------------------------------------------------- */

typedef struct size_case {
    const char *name;
    double nm;
    const char *label, *scaled; /* NULL label: refused, and what scaling says */
} size_case;

static size_case size_cases[] = {
    {"7 nm", 7, "derived from published data", NULL},
    {"6 nm", 6, "interpolated between 5 and 7 nm, derived from published data", NULL},
    {"4 nm", 4, "interpolated between 3 and 5 nm, derived from published data", NULL},
    {"12 nm", 12, "interpolated between 11 and 22 nm", NULL},
    {"14 nm", 14, "interpolated between 11 and 22 nm", NULL},
    {"20 nm", 20, "interpolated between 11 and 22 nm", NULL},
    {"28 nm", 28, "interpolated between 22 and 32 nm", NULL},
    {"22 nm", 22, "", NULL},
    {"9 nm lies between families", 9, NULL,
     "scaled on from 5 and 7 nm, which nobody has measured, derived from published data"},
    {"2 nm", 2, NULL,
     "scaled on from 3 and 5 nm, which nobody has measured, derived from published data"},
};

static void check_size(void **state)
{
    const size_case *c = *state;
    noc_process p;
    char label[NOC_PROCESS_LABEL_CHARS];
    const noc_status status = noc_process_at(c->nm, false, &p, NULL);
    assert_int_equal(status, c->label ? NOC_OK : NOC_EINPUT);
    if (!c->label) assert_int_equal(noc_process_at(c->nm, true, &p, NULL), NOC_OK);
    noc_process_label(&p, label, sizeof label);
    assert_string_equal(label, c->label ? c->label : c->scaled);
    assert_true(p.kind == NOC_PROCESS_MEASURED || noc_process_spread(&p) >= 0.95);
}

/* The spread of a measure is that of its rows on average, as factors; between its narrowest row and
 * its widest. */
static void check_spreads(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(published); i++) {
        const noc_process p = cost_process(published[i]);
        double product[NOC_MEASURES + 1], rows[NOC_MEASURES + 1] = {0};
        for (size_t m = 0; m <= NOC_MEASURES; m++) product[m] = 1.0;
        for (size_t t = 0; noc_technology_at(t); t++)
            for (size_t id = 0;
                 noc_technology_at(t)->feature_nm == published[i] && id < NOC_COEFFICIENTS; id++) {
                const noc_coefficient *c = &noc_technology_at(t)->coefficients[id];
                const noc_measure m = noc_coefficient_measure(id);
                if (c->source) rows[m]++;
                if (c->value > 0.0) product[m] *= fmax(c->hi / c->value, c->value / c->lo);
            }
        for (size_t m = 0; m < NOC_MEASURES; m++) {
            assert_near(pow(1.0 + p.spreads[m], rows[m]) / product[m], 1.0, 1e-9);
            assert_true(p.spreads[m] > 0.2 && p.spreads[m] < 3.01);
        }
    }
    for (size_t m = 0; m < NOC_MEASURES; m++) assert_true(cost_process(22.0).spreads[m] == 0.0);
}

/* Power at 65 nm: DSENT's 45 nm, gates 65/45 times as large, wires not, at 1.1 V. */
static void check_power_at_65(void **state)
{
    (void)state;
    const noc_process p = cost_process(65.0), from = cost_process(45.0);
    const double larger = 65.0 / 45.0, volts = 1.1 / from.supply_v;
    const double *a = from.values, *b = p.values;
    assert_true(is_near(RATIO(write_load_energy), larger * volts * volts, 1e-9));
    assert_true(is_near(RATIO(link_wire_energy), volts * volts, 1e-9));
    assert_true(is_near(RATIO(buffer_bit_leakage),
                        larger * volts * pow(10.0, p.supply.leakage_decades * 0.1), 1e-9));
    assert_true(p.spreads[NOC_MEASURE_ENERGY] == 1.0 && p.spreads[NOC_MEASURE_LEAKAGE] == 1.0);
    assert_true(p.spreads[NOC_MEASURE_AREA] == 0.0 && !p.no_power_reason);
}

/* ---- supplies ------------------------------------------------------------------------------- */

static void check_supply(void **state)
{
    (void)state;
    static const double nodes[] = {45, 32, 22, 16, 12, 11, 7, 5, 3};
    for (size_t i = 0; i < TEST_COUNT(nodes); i++) {
        const noc_process p = cost_process(nodes[i]);
        const noc_supply *s = &p.supply;
        const double volts[] = {s->least_v, 0.9 * s->nominal_v, s->nominal_v, s->most_v};
        for (size_t v = 0; v < TEST_COUNT(volts); v++) {
            const noc_process q = process_at_supply(nodes[i], volts[v]);
            const double times = volts[v] / s->nominal_v, more = volts[v] - s->nominal_v;
            const double delay =
                times * pow((s->nominal_v - s->threshold_v) / (volts[v] - s->threshold_v), 1.3);
            const double *a = p.values, *b = q.values;
            assert_true(is_near(RATIO(link_wire_energy), times * times, 1e-9));
            assert_true(is_near(RATIO(buffer_bit_leakage),
                                times * pow(10.0, s->leakage_decades * more), 1e-9));
            assert_true(is_near(RATIO(fo4_delay), delay, 1e-9));
            assert_true(is_near(RATIO(wire_drive_delay), delay, 1e-9));
            assert_true(RATIO(wire_delay) == 1.0 && RATIO(buffer_bit_area) == 1.0);
            /* Ho's wire goes with the root of its repeaters' delay; others have few repeaters */
            const double wire = noc_fastest_link_ps(&q, 5.0) / noc_fastest_link_ps(&p, 5.0);
            if (p.basis) assert_true(is_near(wire, sqrt(delay), 0.15));
        }
        noc_process q = p;
        assert_false(noc_process_set_supply(&q, 0.99 * s->least_v));
        assert_false(noc_process_set_supply(&q, 1.01 * s->most_v));
        assert_memory_equal(&q, &p, sizeof p);
        assert_true(noc_process_set_supply(&q, 0.0) && q.supply_v == s->nominal_v);
    }
}

/* Delays over the supply by Stillmaker and Baas (2017), polynomials of V, at the nodes that have
 * them; those of 20 and 10 nm stand for 22 and 11. */
static void check_delay_law(void **state)
{
    (void)state;
    static const struct {
        double nm, a[4];
    } laws[] = {{22, {0, 34.63, -66.37, 41.15}},
                {16, {0, 24.8, -47.52, 28.87}},
                {11, {-34.95, 93.65, -85.99, 30.4}},
                {7, {-28.58, 76.6, -70.26, 24.69}}};
    for (size_t i = 0; i < TEST_COUNT(laws); i++) {
        const noc_process p = cost_process(laws[i].nm);
        const double *a = laws[i].a, nominal = p.supply.nominal_v;
        const double there = ((a[0] * nominal + a[1]) * nominal + a[2]) * nominal + a[3];
        for (double v = p.supply.least_v; v <= p.supply.most_v; v += 0.05) {
            const noc_process q = process_at_supply(laws[i].nm, v);
            const double wanted = (((a[0] * v + a[1]) * v + a[2]) * v + a[3]) / there;
            assert_true(
                is_near(q.values[NOC_COEFFICIENT_fo4_delay] / p.values[NOC_COEFFICIENT_fo4_delay],
                        wanted, 0.08));
        }
    }
}

/* ---- main ----------------------------------------------------------------------------------- */

int main(void)
{
    static test_list list;
    test_add(&list, "the tables are what the script makes of the figures", check_written);
    test_add(&list, "area and energy fall with the node", check_falling);
    test_add(&list, "no wire shrinks with the node", check_wires);
    test_add(&list, "links are Ho's repeated wires", check_repeated);
    test_add(&list, "a switch has the wires that cross it", check_switch_wires);
    test_add(&list, "leakage over area falls by at most 8", check_leakage);
    test_add(&list, "gates get faster with the node, and not too fast", check_clocks);
    test_add(&list, "a flip-flop of ASAP7 and one of DSENT", check_flip_flop);
    test_add(&list, "ET-SoC-1: energy of a bit and mm", check_et);
    test_add(&list, "FlooNoC: energy of a byte and hop", check_floonoc);
    TEST_TABLE(&list, size_cases, check_size);
    test_add(&list, "power at 65 nm is that of 45, scaled", check_power_at_65);
    test_add(&list, "intervals are those of the rows", check_spreads);
    test_add(&list, "supply: the laws in closed form, and their range", check_supply);
    test_add(&list, "supply: delays as Stillmaker and Baas have them", check_delay_law);
    return test_run("published_tables", &list);
}
