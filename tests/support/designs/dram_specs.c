#include "tests/support/designs/dram_specs.h"

#include "tests/support/helpers.h"

const noc_memory_spec test_gddr3 = {
    .clock_mhz = 1107,
    .bus_bytes = 16,
    .banks = 8,
    .slices = 1,
    .tcl = 9,
    .trp = 13,
    .trc = 34,
    .tras = 21,
    .trcd = 12,
    .trrd = 8,
    .tccd = 2,
    .twr = 13,
    .scheduler = &noc_scheduler_fr_fcfs,
    .dram_queue = 32,
    .input_queue = 8,
    .reply_queue = 6,
    .line_bytes = 64,
    .interleave_bytes = 256,
    .l2_banks = 1,
    .l2_bank_cycles = 1,
};

const noc_scheduler_kind *test_scheduler(const char *name)
{
    return noc_scheduler_at((size_t)test_position(noc_scheduler_name, name));
}
