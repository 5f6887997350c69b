/* Traces with addresses on networks without latency: the cycle of each answer, and what became of
 * the reads, by an independent program. */
#include <stdio.h>

#include "sampler/loop/closed_loop.h"
#include "sampler/run.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/rows/ends_tables.h"
#include "tests/support/runs/runs.h"

enum { EVENTS = 64, LINE_BYTES = 64, READ_BYTES = 8, WRITE_BYTES = 64 };

/* Replies of reads have two flits, all others one. */
static test_system compile(const ends_row *row)
{
    char text[1000];
    snprintf(
        text, sizeof text,
        "nodes = { compute = %d; memory = 2; mshrs = %d; };\n"
        "cluster = { cores = %d; merge_entries = %d; cache_lines = %d; merge_match = \"%s\"; };\n"
        "networks = ( { carries = \"request\"; topology = \"ideal\"; flit_bytes = 8; },\n"
        "  { carries = \"reply\"; topology = \"ideal\"; flit_bytes = 32; } );\n"
        "traffic = { pattern = \"many-to-few\"; read_reply_bytes = 64; write_reply_bytes = 8; };\n"
        "memory = { line_bytes = %d; };\n",
        ends_integer(row, "cores", 0), ends_integer(row, "mshrs", 0),
        ends_integer(row, "cluster", 0), ends_integer(row, "merge_entries", 0),
        ends_integer(row, "cache_lines", 0), ends_text(row, "merge_match"), LINE_BYTES);
    return test_compile(text, NULL);
}

/* "cycle:core:line", w behind a write. A line's memory node is that of its last bit. */
static size_t read_events(const ends_row *row, noc_trace_packet packets[EVENTS])
{
    const char *text = ends_text(row, "events");
    const unsigned clusters =
        (unsigned)(ends_integer(row, "cores", 0) / ends_integer(row, "cluster", 1));
    unsigned long cycle, line;
    unsigned core;
    size_t count = 0;
    for (int used; sscanf(text, "%lu:%u:%lu%n", &cycle, &core, &line, &used) == 3;) {
        const bool write = text[used] == 'w';
        text += used + write;
        assert_true(count < EVENTS);
        packets[count++] = (noc_trace_packet){
            .cycle = cycle,
            .address = line * LINE_BYTES + line % LINE_BYTES,
            .source = core,
            .destination = clusters + (uint32_t)line % 2,
            .bytes = write ? WRITE_BYTES : READ_BYTES,
            .class = write ? NOC_TRACE_WRITE : NOC_TRACE_READ,
        };
    }
    return count;
}

static void list_is_answered(void **state)
{
    const ends_row *row = *state;
    noc_trace_packet packets[EVENTS];
    const noc_trace trace = {
        .packets = packets, .count = read_events(row, packets), .has_addresses = true};
    test_system t = compile(row);
    noc_trace_schedule list;
    noc_diag diag = {0};
    if (noc_trace_schedule_make(t.system, &trace, "list", &list, &diag) != NOC_OK)
        test_print_messages(&diag);
    assert_int_equal(diag.count, 0);
    noc_run *run = noc_run_new(t.system, (noc_load){.seed = 1, .schedule = &list});
    assert_non_null(run);
    while (noc_run_next_event(run) != UINT64_MAX)
        assert_int_equal(noc_run_cycles(run, 64, true), NOC_OK);
    const noc_tally *tally = noc_run_tally(run);
    ends_assert_numbers(row, "answered", test_run_closed_loop(run)->replay->answer_cycles,
                        list.count);
    assert_int_equal(tally->delivered[NOC_REQUEST] + tally->delivered[NOC_REPLY],
                     ends_integer(row, "packets", 0));
    assert_int_equal(tally->cores.hits, ends_integer(row, "hits", 0));
    assert_int_equal(tally->cores.merges, ends_integer(row, "merged", 0));
    assert_int_equal(tally->cores.sent, ends_integer(row, "sent", 0));
    noc_run_free(run);
    noc_trace_schedule_clear(&list);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    ends_add(&list, "trace_lists", list_is_answered);
    return test_run("traces with addresses, by another program", &list);
}
