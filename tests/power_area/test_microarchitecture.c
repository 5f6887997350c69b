/* Microarchitecture of a router beside a plain one's: what each of its parts adds, by counting; a
 * design that has it is larger, slower or takes more energy, never less for nothing. */
#include <math.h>

#include "power_area/clock.h"
#include "power_area/router.h"
#include "tests/support/rows/cost_rows.h"

static const double nm = 22.0;

static noc_router_shape plain(void)
{
    return noc_router_plain_shape(6.0, 5.0, 4.0, 8.0, 128.0);
}

static double coefficient(noc_coefficient_id id)
{
    return cost_process(nm).values[id];
}

static double crossbar_of(const noc_router_shape *shape)
{
    return cost_router_at(nm, shape).area_um2[NOC_COMPONENT_CROSSBAR];
}

/* Two crossbar inputs a port: twice the crosspoints, whose wires make the crossbar's area here, and
 * one more register of a flit at each input. */
static void banks_widen_the_crossbar(void **state)
{
    const noc_router_shape one = plain();
    noc_router_shape two = one;
    (void)state;
    two.banks = 2.0;
    const double wires = 30.0 * 128.0 * 128.0 * coefficient(NOC_COEFFICIENT_crossbar_wire_area);
    const double selects = 5.0 * (4.0 - 3.0); /* 12 inputs have an address of one bit more than 6 */
    const double registers =
        (6.0 * 128.0 + selects) * coefficient(NOC_COEFFICIENT_crossbar_register_area);
    assert_near(crossbar_of(&two) - crossbar_of(&one), wires + registers, 1e-6 * wires);
    assert_near(cost_router_at(nm, &two).area_um2[NOC_COMPONENT_BUFFER],
                cost_router_at(nm, &one).area_um2[NOC_COMPONENT_BUFFER], 1e-9);
}

/* A router of one stage has no register between buffer and crossbar. */
static void one_stage_has_a_register_less(void **state)
{
    const noc_router_shape four = plain();
    noc_router_shape one = four;
    (void)state;
    one.registers = -1.0;
    const double bits = 6.0 * 128.0;
    assert_near(crossbar_of(&four) - crossbar_of(&one),
                bits * coefficient(NOC_COEFFICIENT_crossbar_register_area), 1e-6);
    const noc_router_cost more = cost_router_at(nm, &four), less = cost_router_at(nm, &one);
    assert_near(more.crossbar_pj - less.crossbar_pj,
                1e-3 * 128.0 * coefficient(NOC_COEFFICIENT_crossbar_width_energy), 1e-9);
    assert_true(less.clock_pj < more.clock_pj);
}

/* Rounds of an allocator follow one another in its cycle: time beside the latch, and energy. */
static void rounds_take_time_and_energy(void **state)
{
    const noc_process process = cost_process(nm);
    noc_router_shape shape = plain();
    const noc_clock one = noc_clock_of(&process, &shape, 4);
    const double once = cost_router_at(nm, &shape).allocation_pj;
    (void)state;
    shape.allocator_passes = 3.0;
    const noc_clock three = noc_clock_of(&process, &shape, 4);
    const double latch = one.overhead_ps;
    assert_near(three.stage_ps[NOC_STAGE_SWITCH_ALLOCATION] - latch,
                3.0 * (one.stage_ps[NOC_STAGE_SWITCH_ALLOCATION] - latch), 1e-9);
    assert_near(cost_router_at(nm, &shape).allocation_pj, 3.0 * once, 1e-12);
    assert_true(three.max_mhz < one.max_mhz);
}

/* An array of n x (2n - 1) cells; the grant that waits longest passes 2n - 1. */
static void wavefronts_grow_with_the_square(void **state)
{
    const noc_process process = cost_process(nm);
    double area[2], ps[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double n = i ? 16.0 : 8.0;
        noc_router_shape shape = noc_router_plain_shape(n, n, 1.0, 4.0, 64.0);
        shape.has_wavefront = true;
        const noc_router_cost cost = cost_router_at(nm, &shape);
        const noc_clock clock = noc_clock_of(&process, &shape, 4);
        area[i] = cost.area_um2[NOC_COMPONENT_SWITCH_ALLOCATOR] -
                  n * coefficient(NOC_COEFFICIENT_vc_arbiter_line_area);
        ps[i] = clock.stage_ps[NOC_STAGE_SWITCH_ALLOCATION] - clock.overhead_ps -
                clock.stage_wire_ps[NOC_STAGE_SWITCH_ALLOCATION];
    }
    assert_near(area[1] / area[0], 16.0 * 31.0 / (8.0 * 15.0), 1e-9);
    assert_near(ps[1] / ps[0], 31.0 / 15.0, 1e-9);
}

/* A second switch allocator beside the first. */
static void speculation_doubles_the_switch_allocator(void **state)
{
    noc_router_shape shape = plain();
    const double one = cost_router_at(nm, &shape).area_um2[NOC_COMPONENT_SWITCH_ALLOCATOR];
    (void)state;
    shape.speculates = true;
    assert_near(cost_router_at(nm, &shape).area_um2[NOC_COMPONENT_SWITCH_ALLOCATOR], 2.0 * one,
                1e-9);
}

/* Each of 6 x 4 VCs keeps one of 6 outputs and one of 4 VCs: 3 and 2 bits. */
static void overlapping_packets_take_registers(void **state)
{
    noc_router_shape shape = noc_router_plain_shape(6.0, 6.0, 4.0, 4.0, 128.0);
    const noc_router_cost one = cost_router_at(nm, &shape);
    (void)state;
    shape.overlaps_packets = true;
    const noc_router_cost two = cost_router_at(nm, &shape);
    const double bits = 6.0 * 4.0 * (3.0 + 2.0);
    assert_near(two.area_um2[NOC_COMPONENT_SWITCH_ALLOCATOR] -
                    one.area_um2[NOC_COMPONENT_SWITCH_ALLOCATOR],
                bits * coefficient(NOC_COEFFICIENT_crossbar_register_area), 1e-6);
    assert_true(two.clock_pj > one.clock_pj);
    assert_true(noc_router_leakage_mw(&two) > noc_router_leakage_mw(&one));
}

/* ---- composition ---------------------------------------------------------------------------- */

/* A switch of four times the ports that were measured is a grid of four by four: registers at the
 * crosspoints between them, arbiters of each, and the clock of one. */
static void large_switches_are_composed(void **state)
{
    noc_process process = cost_process(nm), wide = process;
    const noc_router_shape one = noc_router_plain_shape(20.0, 20.0, 1.0, 4.0, 64.0);
    const noc_router_shape four = noc_router_plain_shape(80.0, 80.0, 1.0, 4.0, 64.0);
    (void)state;
    process.ranges[NOC_DIMENSION_PORTS].most = 20.0;
    const noc_router_shape composed = noc_router_composed_shape(&process, &four);
    assert_true(composed.tiles == 4.0 && composed.slices == 1.0);
    assert_true(noc_router_crossing_cycles(&composed) == 7.0);
    const noc_router_cost whole = noc_cost_of_router(&wide, &four);
    const noc_router_cost parts = noc_cost_of_router(&process, &four);
    assert_near(parts.area_um2[NOC_COMPONENT_CROSSBAR] - whole.area_um2[NOC_COMPONENT_CROSSBAR],
                (80.0 + 80.0) * 3.0 * 64.0 * coefficient(NOC_COEFFICIENT_crossbar_register_area),
                1e-6 * whole.area_um2[NOC_COMPONENT_CROSSBAR]);
    assert_true(parts.area_um2[NOC_COMPONENT_SWITCH_ALLOCATOR] <
                whole.area_um2[NOC_COMPONENT_SWITCH_ALLOCATOR]);
    const noc_clock small = noc_clock_of(&wide, &one, 4), large = noc_clock_of(&process, &four, 4);
    assert_near(large.stage_ps[NOC_STAGE_TRAVERSAL], small.stage_ps[NOC_STAGE_TRAVERSAL], 1e-9);
}

/* Slices of a flit lie side by side: their wires do not cross each other. */
static void wide_flits_are_sliced(void **state)
{
    noc_process process = cost_process(7.0); /* crossbars' wires have energies there */
    const noc_router_shape shape = noc_router_plain_shape(32.0, 32.0, 1.0, 2.0, 512.0);
    (void)state;
    const noc_router_cost whole = noc_cost_of_router(&process, &shape);
    process.ranges[NOC_DIMENSION_FLIT_BITS].most = 128.0;
    const noc_router_cost parts = noc_cost_of_router(&process, &shape);
    assert_near(parts.crossbar_wires_um2 * 4.0, whole.crossbar_wires_um2, 1e-3);
    assert_true(whole.crossbar_wire_pj > 0.0);
    assert_near(parts.crossbar_wire_pj * 4.0, whole.crossbar_wire_pj, 1e-9);
    assert_near(parts.area_um2[NOC_COMPONENT_BUFFER], whole.area_um2[NOC_COMPONENT_BUFFER], 1e-6);
}

/* Nothing leaps where a router becomes composed: by less than the interval that it gets. */
static void composition_does_not_leap(void **state)
{
    const noc_process process = cost_process(nm);
    const double most = process.ranges[NOC_DIMENSION_PORTS].most;
    double area[2], pj[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double ports = 2.0 * most + i;
        const noc_router_shape shape = noc_router_plain_shape(ports, ports, 2.0, 4.0, 128.0);
        const noc_router_cost cost = noc_cost_of_router(&process, &shape);
        area[i] = noc_router_area_um2(&cost);
        pj[i] = cost.write_pj + cost.read_pj + cost.crossbar_pj;
    }
    assert_near(area[1] / area[0], 1.0, 0.5);
    assert_near(pj[1] / pj[0], 1.0, 0.5);
}

/* ---- designs -------------------------------------------------------------------------------- */

typedef struct setting_case {
    const char *name, *plain, *other; /* settings; the other serves more requests in a cycle */
} setting_case;

static const setting_case setting_cases[] = {
    {"input_speedup", "network.input_speedup=1", "network.input_speedup=2"},
    {"allocator_iterations", "network.allocator_iterations=1", "network.allocator_iterations=2"},
    {"allocator", "network.allocator=islip", "network.allocator=wavefront"},
    {"router_stages", "network.router_stages=4", "network.router_stages=1"},
    {"speculation", "network.router_stages=3", "network.router_stages=2"},
    {"internal_speedup", "network.internal_speedup=1", "network.internal_speedup=2"},
    {"memory_ports", "network.memory_ports=1", "network.memory_ports=2"},
};

/* Settings that serve more cost area or clock. */
static void nothing_is_free(void **state)
{
    const setting_case *c = *state;
    const char *const plain_settings[COST_OVERRIDES] = {"chip.technology_nm=22", c->plain};
    const char *const other_settings[COST_OVERRIDES] = {"chip.technology_nm=22", c->other};
    const noc_cost a = cost_of_baseline(plain_settings), b = cost_of_baseline(other_settings);
    assert_true(b.network_area_mm2 > 1.0001 * a.network_area_mm2 ||
                b.clock_bound.max_clock_mhz < 0.999 * a.clock_bound.max_clock_mhz);
}

int main(void)
{
    static test_list list;
    test_add(&list, "banks widen the crossbar", banks_widen_the_crossbar);
    test_add(&list, "one stage has a register less", one_stage_has_a_register_less);
    test_add(&list, "rounds take time and energy", rounds_take_time_and_energy);
    test_add(&list, "wavefronts grow with the square", wavefronts_grow_with_the_square);
    test_add(&list, "speculation doubles the switch allocator",
             speculation_doubles_the_switch_allocator);
    test_add(&list, "overlapping packets take registers", overlapping_packets_take_registers);
    test_add(&list, "large switches are composed", large_switches_are_composed);
    test_add(&list, "wide flits are sliced", wide_flits_are_sliced);
    test_add(&list, "composition does not leap", composition_does_not_leap);
    TEST_TABLE_PREFIXED(&list, "not free", setting_cases, nothing_is_free);
    return test_run("microarchitecture", &list);
}
