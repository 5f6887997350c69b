/* Numbers with units: what is read, in which unit, and what is none. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "tests/support/helpers.h"

typedef struct value_case {
    const char *name, *text, *unit;
    const char *number; /* exact value, of which C reads the nearest double */
} value_case;

static const value_case values[] = {
    {"no unit", "1755", "MHz", "1755"},
    {"a frequency", "1.755GHz", "MHz", "1755"},
    {"a blank between", "1755 MHz", "MHz", "1755"},
    {"blanks around", "  1.5\tGHz ", "MHz", "1500"},
    {"small letters", "1755mhz", "MHz", "1755"},
    {"capitals", "2GHZ", "MHz", "2000"},
    {"a product that doubles miss", "1.001GHz", "MHz", "1001"},
    {"another one", "4.35cm", "mm", "43.5"},
    {"a power of ten", "1.755e9 Hz", "MHz", "1755"},
    {"a negative power", "5e-3um", "nm", "5"},
    {"a length", "5nm", "nm", "5"},
    {"a larger length", "0.005um", "nm", "5"},
    {"a Greek letter", "500\u00b5m", "mm", "0.5"},
    {"the other Greek letter", "500\u03bcm", "mm", "0.5"},
    {"an area", "250000um2", "mm2", "0.25"},
    {"an area with a sign", "3mm^2", "mm2", "3"},
    {"bits", "256bit", "bytes", "32"},
    {"bits, with a blank", "256 bits", "bytes", "32"},
    {"bytes", "64B", "bytes", "64"},
    {"a byte", "1 byte", "bytes", "1"},
    {"bits that fill no byte", "100bit", "bytes", "12.5"},
    {"binary kilobytes", "2KiB", "bytes", "2048"},
    {"decimal kilobytes", "2kB", "bytes", "2000"},
    {"bytes as bits", "32B", "bit", "256"},
    {"a bandwidth", "2 TB/s", "GB/s", "2000"},
    {"a bandwidth in small letters is of bytes", "2tb/s", "GB/s", "2000"},
    {"bits a second", "500Gb/s", "GB/s", "62.5"},
    {"bits a second, spelt", "500Gbit/s", "GB/s", "62.5"},
    {"bits a second, abbreviated", "500Gbps", "GB/s", "62.5"},
    {"data in a cycle", "64B/cycle", "B/cycle", "64"},
    {"data in a clock", "64 B/clk", "B/cycle", "64"},
    {"bits in a cycle", "512bit/cycle", "B/cycle", "64"},
    {"a time", "1.5us", "ns", "1500"},
    {"minutes", "2min", "s", "120"},
    {"per cent, as they are", "60 %", "%", "60"},
    {"per cent of a share", "60%", "", "0.6"},
    {"a share", "0.6", "", "0.6"},
    {"things by their name", "4 packets", "packets", "4"},
    {"one of them", "1 packet", "packets", "1"},
    {"cycles", "2 cycles", "cycles", "2"},
    {"one cycle", "1cycle", "cycles", "1"},
    {"transactions", "0.02 tx", "tx", "0.02"},
    {"below zero", "-5nm", "nm", "-5"},
    {"a point first", ".5GHz", "MHz", "500"},
    {"a point last", "5.nm", "nm", "5"},
    {"a power of ten below all integers", "1e-99999999999999999999%", "", "0"},
    {"a power of ten above all integers", "0e99999999999999999999GHz", "MHz", "0"},
};

static void value_is_read(void **state)
{
    const value_case *c = *state;
    noc_amount q;
    double number;
    assert_true(noc_amount_split(c->text, &q));
    assert_int_equal(noc_amount_convert(&q, c->unit, &number), NOC_AMOUNT_FITS);
    assert_true(number == strtod(c->number, NULL));
}

typedef struct fault_case {
    const char *name, *text, *unit;
    noc_amount_fit fit;
} fault_case;

static const fault_case faults[] = {
    {"a frequency for a length", "5GHz", "nm", NOC_AMOUNT_OTHER_KIND},
    {"a bandwidth for data", "5GB/s", "bytes", NOC_AMOUNT_OTHER_KIND},
    {"a time for cycles", "5ns", "cycles", NOC_AMOUNT_OTHER_KIND},
    {"a length for a bare number", "5nm", "", NOC_AMOUNT_OTHER_KIND},
    {"per cent of a length", "5%", "nm", NOC_AMOUNT_OTHER_KIND},
    {"other things", "5 cycles", "packets", NOC_AMOUNT_OTHER_KIND},
    {"nothing of the kind", "5foo", "nm", NOC_AMOUNT_UNKNOWN_UNIT},
    {"a bit or a byte", "256b", "bytes", NOC_AMOUNT_UNKNOWN_UNIT},
    {"a prefix alone", "5k", "MHz", NOC_AMOUNT_UNKNOWN_UNIT},
};

static void fault_is_told(void **state)
{
    const fault_case *c = *state;
    noc_amount q;
    double number;
    assert_true(noc_amount_split(c->text, &q));
    assert_int_equal(noc_amount_convert(&q, c->unit, &number), c->fit);
}

typedef struct other_case {
    const char *name, *text;
} other_case;

static const other_case others[] = {
    {"nothing", ""},
    {"blanks", "  "},
    {"a word", "islip"},
    {"a unit alone", "GHz"},
    {"not a number", "nan"},
    {"no end", "inf"},
    {"beyond all doubles", "1e400GB/s"},
    {"two numbers", "6 7"},
    {"a version", "1.2.3"},
    {"hexadecimal", "0x10"},
    {"a list", "(1nm, 2nm)"},
    {"two settings", "32; other=5"},
    {"a text behind", "32\"; x=\""},
    {"a sign alone", "-"},
    {"a point alone", ".nm"},
};

static void other_is_no_quantity(void **state)
{
    noc_amount q;
    assert_false(noc_amount_split(((const other_case *)*state)->text, &q));
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, values, value_is_read);
    TEST_TABLE(&list, faults, fault_is_told);
    TEST_TABLE(&list, others, other_is_no_quantity);
    return test_run("amount", &list);
}
