/* Energies of accesses to memories: what the table has, between its sizes and beyond; DRAM from the
 * currents that its rows name. */
#include <math.h>
#include <string.h>

#include "power_area/access_energy.h"
#include "tests/support/helpers.h"

static void every_access_has_a_row(void **state)
{
    (void)state;
    for (int a = 0; a < NOC_ACCESSES; a++) {
        const noc_access_info *info = noc_access_info_of((noc_access)a);
        if (!(noc_access_energy((noc_access)a, 32.0) > 0.0)) fail_msg("no row of %s", info->name);
        assert_true(strlen(noc_access_source((noc_access)a)) > 10);
        assert_true(strncmp(info->unit, "pJ/", 3) == 0);
    }
}

/* As in the table at its sizes, with the logarithms between them; on the chip it grows with the
 * size, behind its pins nothing depends on it. */
static void sizes_between(void **state)
{
    (void)state;
    const double at_32 = noc_access_energy(NOC_ACCESS_l2_read, 32.0);
    const double at_45 = noc_access_energy(NOC_ACCESS_l2_read, 45.0);
    assert_near(at_32, 1.527, 0.0);
    assert_near(at_45, 2.690, 0.0);
    assert_near(noc_access_energy(NOC_ACCESS_l2_read, sqrt(32.0 * 45.0)), sqrt(at_32 * at_45),
                1e-12);
    for (int a = 0; a < NOC_ACCESSES; a++) {
        const bool on_chip = a < NOC_ACCESS_dram_activation;
        const double small = noc_access_energy((noc_access)a, 22.0);
        const double large = noc_access_energy((noc_access)a, 65.0);
        assert_true(on_chip ? small < large : small == large);
        assert_true(isnan(noc_access_energy((noc_access)a, 11.0)) == on_chip);
        assert_true(isnan(noc_access_energy((noc_access)a, 90.0)) == on_chip);
    }
}

/* Currents in mA, clocks of 0.667 ns in which a device moves 16 bytes: pJ = V mA ns. */
static void dram_follows_from_currents(void **state)
{
    (void)state;
    const double volts = 1.5, clock = 0.667, bytes = 16.0;
    const double active = 450.0, idle = 250.0, rc = 60.0, ras = 42.0;
    const double opening = 490.0 * rc - active * ras - idle * (rc - ras);
    assert_near(noc_access_energy(NOC_ACCESS_dram_activation, 45.0),
                volts * opening * clock / bytes, 0.1);
    assert_near(noc_access_energy(NOC_ACCESS_dram_read, 45.0),
                volts * (1080.0 - active) * clock / bytes, 0.1);
    assert_near(noc_access_energy(NOC_ACCESS_dram_write, 45.0),
                volts * (1160.0 - active) * clock / bytes, 0.1);
}

int main(void)
{
    static test_list list;
    test_add(&list, "every access has a row", every_access_has_a_row);
    test_add(&list, "sizes between those of the table", sizes_between);
    test_add(&list, "DRAM follows from currents", dram_follows_from_currents);
    return test_run("energies of accesses", &list);
}
