/* Buffers of SRAM: areas by hand from published cells, macros that were built, other people's
 * energies; bits are conserved however they are banked; coders by counting a code that is written
 * down. */
#include <math.h>
#include <string.h>

#include "power_area/check_bits.h"
#include "power_area/component.h"
#include "power_area/sram.h"
#include "tests/support/rows/cost_rows.h"

static const double nodes[] = {65.0, 45.0, 32.0, 22.0, 16.0, 11.0, 7.0, 5.0, 3.0};

static void the_file_is_whole(void **state)
{
    (void)state;
    for (int i = 0; i < NOC_SRAM_ROWS; i++) {
        const noc_sram_value v = noc_sram_row((noc_sram_row_id)i);
        assert_true(0.0 < v.lo && v.lo <= v.value && v.value <= v.hi);
    }
    for (double nm = 2.0; nm < 250.0; nm *= 1.07) {
        const noc_sram_value a = noc_sram_cell(nm), b = noc_sram_cell(1.07 * nm);
        assert_true(0.0 < a.lo && a.lo <= a.value && a.value <= a.hi);
        assert_true(a.value <= b.value);
    }
}

/* Cells are those of the published figures, wherever these have a node's. */
static void cells_are_the_published(void **state)
{
    static const struct {
        const char *id;
        double nm;
    } rows[] = {{"sram-n16", 16.0}, {"sram-n10", 10.0}, {"sram-n7", 7.0},
                {"sram-n5", 5.0},   {"sram-n3e", 3.0},  {"sram-n2", 2.0}};
    FILE *file = cost_open_reference(NOC_SOURCE_DIR "/tests/reference/silicon/technology.csv");
    cost_record r;
    size_t found = 0;
    (void)state;
    while (cost_next_record(file, &r))
        for (size_t i = 0; i < TEST_COUNT(rows); i++) {
            if (strcmp(r.fields[0], rows[i].id) != 0) continue;
            assert_near(noc_sram_cell(rows[i].nm).value, cost_field(&r, 4), 1e-12);
            found++;
        }
    fclose(file);
    assert_int_equal(found, TEST_COUNT(rows));
}

/* 16 flits of 128 bits at 7 nm, where 0.4 of an array are cells of 0.027 um2. */
static void area_by_hand(void **state)
{
    (void)state;
    const noc_process p = cost_process(7.0);
    assert_near(noc_sram_array_of(&p, 16.0, 128.0).area_um2, 16.0 * 128.0 * 0.027 / 0.4, 1e-9);
    /* Each flit more adds cells of two ports, of which 0.7 are cells. */
    const double more = noc_sram_array_of(&p, 17.0, 128.0).area_um2;
    assert_near(more - 16.0 * 128.0 * 0.027 / 0.4, 128.0 * 0.027 * 1.3333 / 0.7, 1e-3);
}

/* Macros are large and have one port: no buffer is denser. Megabits of 2^20. */
static void macros_are_denser(void **state)
{
    static const struct {
        double nm, mb_per_mm2;
    } macros[] = {{3.0, 31.8}, {2.0, 38.0}, {32.0, 4.2}};
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(macros); i++) {
        noc_process p;
        assert_int_equal(noc_process_at(macros[i].nm, true, &p, NULL), NOC_OK);
        for (double flits = 16.0; flits <= 1024.0; flits *= 2.0) {
            const double um2 = noc_sram_array_of(&p, flits, 256.0).area_um2;
            const double density = flits * 256.0 / um2 * 1e6 / 1048576.0;
            assert_true(density < macros[i].mb_per_mm2);
            assert_true(density > macros[i].mb_per_mm2 / 4.0);
        }
    }
}

/* A read of 64 bits of 8 KB takes 10 pJ at 45 nm and 0.9 V (Horowitz, ISSCC 2014, through
 * table 3 of PMC8934428). */
static void energies_of_others(void **state)
{
    (void)state;
    noc_process p = cost_process(45.0);
    assert_true(noc_process_set_supply(&p, 0.9));
    const double pj = noc_sram_array_of(&p, 1024.0, 64.0).read_pj;
    const double reach = 1.0 + noc_sram_spread(&p, NOC_MEASURE_ENERGY);
    assert_true(pj * reach > 10.0 && pj / reach < 10.0);
    /* Energy is C V^2. */
    noc_process q = cost_process(45.0);
    assert_near(noc_sram_array_of(&q, 1024.0, 64.0).read_pj, pj * 1.0 / 0.81, 1e-9 * pj);
}

static noc_router_shape with(noc_buffer_cells cells, double flits, double arrays)
{
    noc_router_shape shape = noc_router_plain_shape(5.0, 5.0, 4.0, flits / 4.0, 128.0);
    shape.buffer_cells = cells;
    shape.arrays = arrays;
    return shape;
}

/* An array of its least size or more is smaller and leaks less than what a table draws, at each
 * node, and needs no more energy but for small arrays below 7 nm. An array below that size with
 * "auto" is the table's, to the bit. */
static void sram_pays_where_it_is_made(void **state)
{
    (void)state;
    for (size_t n = 0; n < TEST_COUNT(nodes); n++) {
        for (double flits = 4.0; flits <= 256.0; flits *= 2.0) {
            const noc_router_shape shapes[] = {with(NOC_BUFFERS_TABLE, flits, 1.0),
                                               with(NOC_BUFFERS_AUTO, flits, 1.0)};
            const noc_router_cost a = cost_router_at(nodes[n], &shapes[0]);
            const noc_router_cost b = cost_router_at(nodes[n], &shapes[1]);
            const size_t buffer = NOC_COMPONENT_BUFFER;
            if (flits < 16.0) {
                assert_true(a.area_um2[buffer] == b.area_um2[buffer]);
                assert_true(a.write_pj == b.write_pj && a.read_pj == b.read_pj);
                continue;
            }
            assert_true(b.area_um2[buffer] < 0.7 * a.area_um2[buffer]);
            assert_true(b.leakage_mw[buffer] < a.leakage_mw[buffer]);
            if (flits >= 32.0) assert_true(b.write_pj + b.read_pj < a.write_pj + a.read_pj);
            assert_true(b.area_um2[NOC_COMPONENT_CROSSBAR] == a.area_um2[NOC_COMPONENT_CROSSBAR]);
        }
    }
}

/* Banks hold the same bits: cells' area stays, periphery is there once more each, an access is
 * cheaper. Flip-flops only gain decoders and selects. */
static void banks_conserve_bits(void **state)
{
    (void)state;
    const noc_process p = cost_process(22.0);
    const double rows = 16.0 / 0.4 - 16.0 * 1.3333 / 0.7; /* periphery: 0.4 of 16 flits are cells */
    double last = INFINITY;
    for (double banks = 1.0; banks <= 8.0; banks *= 2.0) {
        const noc_router_shape shape = with(NOC_BUFFERS_SRAM, 128.0, banks);
        const noc_router_cost c = noc_cost_of_router(&p, &shape);
        const double cells = 5.0 * 128.0 * 128.0 * 1.3333 / 0.7;
        assert_near(c.array_area_um2.value, 0.092 * (cells + 5.0 * 128.0 * banks * rows), 2.0);
        assert_true(c.array_energy_pj.value < last);
        last = c.array_energy_pj.value;
    }
    const noc_router_shape one = with(NOC_BUFFERS_TABLE, 128.0, 1.0);
    const noc_router_shape two = with(NOC_BUFFERS_TABLE, 128.0, 2.0);
    const noc_router_cost a = noc_cost_of_router(&p, &one), b = noc_cost_of_router(&p, &two);
    assert_true(b.area_um2[NOC_COMPONENT_BUFFER] > a.area_um2[NOC_COMPONENT_BUFFER]);
    assert_true(b.area_um2[NOC_COMPONENT_BUFFER] < 1.1 * a.area_um2[NOC_COMPONENT_BUFFER]);
    assert_true(b.write_pj + b.read_pj < a.write_pj + a.read_pj);
}

/* Figures that sources tell as built have no factor: a router's area as built lies between the
 * factor on all but the arrays, and these at the ends of their own interval. */
static void arrays_have_no_factor(void **state)
{
    (void)state;
    const noc_process p = cost_process(7.0);
    const noc_router_shape shape = with(NOC_BUFFERS_SRAM, 64.0, 1.0);
    const noc_router_cost c = noc_cost_of_router(&p, &shape);
    const noc_built_component b = noc_built_router(&p, &c, &shape, 0.0);
    const noc_built_factor *f = &noc_built_factors()[NOC_BUILT_cells];
    const double rest = c.cells_um2 - c.array_area_um2.value;
    assert_near(b.area_um2.value, f->value * rest + c.array_area_um2.value,
                1e-9 * b.area_um2.value);
    assert_true(b.area_um2.hi > f->hi * rest + c.array_area_um2.value + c.array_area_um2.error);
    assert_true(c.array_area_um2.error > 0.3 * c.array_area_um2.value);
}

/* The code of Hsiao (1970) for 64 bits has 8 check bits: 56 columns of three ones, 8 of five; 208
 * ones beside those of the check bits, in trees of two inputs. */
static void coders_by_counting(void **state)
{
    (void)state;
    assert_near(noc_encoder_gates(64.0, 8.0), 56.0 * 3.0 + 8.0 * 5.0 - 8.0, 0.0);
    assert_near(noc_decoder_gates(64.0, 8.0), 208.0 + 3.0 * 64.0, 0.0);
    assert_true(noc_check_corrects(64.0, 8.0) && !noc_check_corrects(64.0, 7.0));
    assert_true(noc_check_corrects(256.0, 10.0) && !noc_check_corrects(256.0, 9.0));
    /* One parity of all bits. */
    assert_near(noc_encoder_gates(64.0, 1.0), 63.0, 0.0);
    assert_near(noc_decoder_gates(64.0, 1.0), 64.0, 0.0);
}

/* Check bits of a design widen everything by their share, and coders stand at the ports. */
static void check_bits_of_a_design(void **state)
{
    static const char *const none[COST_OVERRIDES] = {"chip.technology_nm=22"};
    static const char *const some[COST_OVERRIDES] = {"chip.technology_nm=22", "network.ecc_bits=9"};
    (void)state;
    const noc_cost a = cost_of_baseline(none), b = cost_of_baseline(some);
    assert_near(b.link_area_mm2 / a.link_area_mm2, 137.0 / 128.0, 1e-9);
    assert_true(b.sum.parts[NOC_COMPONENT_BUFFER].area_mm2 >
                1.05 * a.sum.parts[NOC_COMPONENT_BUFFER].area_mm2);
    const noc_process p = cost_process(22.0);
    const noc_check_cost in = noc_check_cost_of(&p, 128.0, 9.0, false);
    const noc_check_cost out = noc_check_cost_of(&p, 128.0, 9.0, true);
    assert_near(b.sum.parts[NOC_PART_ECC].area_mm2, mm2(36.0 * (in.area_um2 + out.area_um2)),
                1e-12);
    assert_int_equal(b.sum.parts[NOC_PART_ECC].count, 72);
    assert_int_equal(a.sum.parts[NOC_PART_ECC].count, 0);
}

/* Arrays widen the intervals of a design by their share. */
static void intervals_of_a_design(void **state)
{
    static const char *const none[COST_OVERRIDES] = {"chip.technology_nm=22",
                                                     "network.buffer_flits=16"};
    static const char *const some[COST_OVERRIDES] = {
        "chip.technology_nm=22", "network.buffer_flits=16", "network.buffer_cells=auto"};
    (void)state;
    const noc_cost a = cost_of_baseline(none), b = cost_of_baseline(some);
    assert_true(b.network_area_mm2 < a.network_area_mm2 && b.leakage_mw < a.leakage_mw);
    assert_true(a.area_error_mm2 == 0.0 && a.spread == 0.0);
    assert_near(b.spread,
                b.sum.parts[NOC_COMPONENT_BUFFER].reported_area_mm2.error / b.network_area_mm2,
                1e-12);
    assert_true(b.leakage_spread > 0.0);
    const noc_built_factor buffers =
        noc_built_part_area(&b.built_cost, &b.sum.parts[NOC_COMPONENT_BUFFER]);
    assert_true(buffers.lo < buffers.value && buffers.value < buffers.hi);
    assert_true(buffers.hi < b.built_cost.network_area_mm2.hi);
}

int main(void)
{
    static test_list list;
    test_add(&list, "the file is whole", the_file_is_whole);
    test_add(&list, "cells are the published", cells_are_the_published);
    test_add(&list, "area by hand", area_by_hand);
    test_add(&list, "macros are denser", macros_are_denser);
    test_add(&list, "energies of others", energies_of_others);
    test_add(&list, "SRAM pays where it is made", sram_pays_where_it_is_made);
    test_add(&list, "banks conserve bits", banks_conserve_bits);
    test_add(&list, "arrays have no factor", arrays_have_no_factor);
    test_add(&list, "coders by counting", coders_by_counting);
    test_add(&list, "check bits of a design", check_bits_of_a_design);
    test_add(&list, "intervals of a design", intervals_of_a_design);
    return test_run("buffers of SRAM", &list);
}
