/* Settings with units: the same design as without, or one line that says what is wrong. */
#include <stdio.h>
#include <string.h>

#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "tests/support/designs/design_texts.h"
#include "tests/support/helpers.h"

typedef struct same_case {
    const char *name, *written, *plain; /* two overrides */
} same_case;

static const same_case sames[] = {
    {"a clock", "chip.clock_mhz=1.755GHz", "chip.clock_mhz=1755"},
    {"with a blank", "chip.clock_mhz=1755 MHz", "chip.clock_mhz=1755"},
    {"in quotes", "chip.clock_mhz=\"1.755 GHz\"", "chip.clock_mhz=1755"},
    {"a feature size", "chip.technology_nm=22nm", "chip.technology_nm=22"},
    {"a length", "chip.tile_mm=2600um", "chip.tile_mm=2.6"},
    {"an area", "chip.other_area_mm2=1cm2", "chip.other_area_mm2=100"},
    {"bits of a key in bytes", "network.flit_bytes=256bit", "network.flit_bytes=32"},
    {"bytes", "network.flit_bytes=32B", "network.flit_bytes=32"},
    {"a network by its number", "networks[0].flit_bytes=256 bit", "networks[0].flit_bytes=32"},
    {"kibibytes", "memory.interleave_bytes=1KiB", "memory.interleave_bytes=1024"},
    {"a share", "traffic.read_fraction=60 %", "traffic.read_fraction=0.6"},
    {"cycles", "network.channel_cycles=2 cycles", "network.channel_cycles=2"},
    {"things", "nodes.mshrs=32 requests", "nodes.mshrs=32"},
};

static noc_design *read(const char *text, const char *const *overrides, size_t count,
                        noc_diag *diag)
{
    char copy[4096], path[] = "test.cfg";
    snprintf(copy, sizeof copy, "%s", text);
    const noc_source source = {.path = path, .text = copy};
    noc_design *design = NULL;
    noc_design_read(&source, overrides, count, &design, diag);
    return design;
}

static void override_is_the_same_design(void **state)
{
    const same_case *c = *state;
    noc_diag diag = {0};
    noc_design *a = read(test_design_gpu, &c->written, 1, &diag);
    noc_design *b = read(test_design_gpu, &c->plain, 1, &diag);
    assert_int_equal(diag.count, 0);
    assert_string_equal(a->hash, b->hash);
    noc_design_free(a);
    noc_design_free(b);
}

static void file_has_units_in_texts(void **state)
{
    (void)state;
    static const char units[] =
        "nodes = { compute = 28; memory = 8; };\n"
        "chip = { technology_nm = \"22nm\"; clock_mhz = \"1.2 GHz\"; };\n"
        "network = { topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = \"128bit\"; };\n"
        "traffic = { read_fraction = \"90%\"; };\n";
    static const char plain[] =
        "nodes = { compute = 28; memory = 8; };\n"
        "chip = { technology_nm = 22; clock_mhz = 1200; };\n"
        "network = { topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 16; };\n"
        "traffic = { read_fraction = 0.9; };\n";
    noc_diag diag = {0};
    noc_design *a = read(units, NULL, 0, &diag), *b = read(plain, NULL, 0, &diag);
    assert_int_equal(diag.count, 0);
    assert_string_equal(a->hash, b->hash);
    noc_design_free(a);
    noc_design_free(b);
}

typedef struct fault_case {
    const char *name, *override, *says;
} fault_case;

static const fault_case faults[] = {
    {"the name is the first fault", "chip.technology=5nm",
     "unknown setting 'chip.technology'; did you mean 'chip.technology_nm'?"},
    {"the name, with a value that cannot be read", "chip.clok_mhz=(5",
     "unknown setting 'chip.clok_mhz'; did you mean 'chip.clock_mhz'?"},
    {"a word of others", "nodes.sms=132",
     "unknown setting 'nodes.sms'; did you mean 'nodes.compute'?"},
    {"a word that is a key elsewhere", "nodes.slices=80",
     "unknown setting 'nodes.slices'; did you mean 'nodes.memory'?"},
    {"a word without a group", "sms=132",
     "a setting is group.key=value; did you mean 'nodes.compute=132'?"},
    {"a frequency for a length", "chip.technology_nm=5GHz",
     "chip.technology_nm = \"5GHz\": GHz is a frequency, and this is in nm; expected a number in "
     "2..250, default 22"},
    {"no unit that is known", "chip.clock_mhz=1755k",
     "chip.clock_mhz = \"1755k\": there is no unit 'k' (MHz, GHz); expected a number in 1..20000, "
     "default 1000"},
    {"a byte that is not full", "network.flit_bytes=100bit",
     "network.flit_bytes = \"100bit\": 12.5 bytes are not whole; expected an integer in 1..1024, "
     "default 16"},
    {"out of range in the key's unit", "chip.clock_mhz=30GHz",
     "chip.clock_mhz = \"30GHz\": 30000 MHz; expected a number in 1..20000, default 1000"},
    {"a time for cycles", "network.channel_cycles=2ns",
     "network.channel_cycles = \"2ns\": ns is a time, and this is in cycles: chip.clock_mhz / 1000 "
     "in a ns; expected an integer in 1..64, default 1"},
    {"a time for clocks of the memory", "memory.tcl=10ns",
     "memory.tcl = \"10ns\": ns is a time, and this is in memory clocks: memory.clock_mhz / 1000 "
     "in a ns; expected an integer in 1..1000, default 9"},
    {"a unit for a bare number", "network.virtual_channels=4mm",
     "network.virtual_channels = \"4mm\": mm is a length, and this is a number without a unit; "
     "expected an integer in 1..32, default 2"},
    {"a unit for a share", "traffic.read_fraction=5nm",
     "traffic.read_fraction = \"5nm\": nm is a length, and this is a share (0.6 or 60%); expected "
     "a number in 0..1, default 0.9"},
    {"a share beyond 1", "traffic.read_fraction=160%",
     "traffic.read_fraction = \"160%\": 1.6; expected a number in 0..1, default 0.9"},
};

static void fault_is_one_line(void **state)
{
    const fault_case *c = *state;
    noc_diag diag = {0};
    assert_null(read(test_design_gpu, &c->override, 1, &diag));
    assert_int_equal(diag.count, 1);
    assert_string_equal(diag.messages[0].text, c->says);
    assert_int_equal(diag.messages[0].status, NOC_EUSAGE);
    noc_diag_clear(&diag);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, sames, override_is_the_same_design);
    test_add(&list, "a file has units in texts", file_has_units_in_texts);
    TEST_TABLE(&list, faults, fault_is_one_line);
    return test_run("units of settings", &list);
}
