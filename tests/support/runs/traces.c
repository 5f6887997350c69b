#include "tests/support/runs/traces.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sampler/sources/trace_planning.h"

const char test_trace_design[] = "configs/te13-baseline.cfg";

void test_write_trace(char *path, const char *text)
{
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
}

/* Choices of how a text is played. */
typedef struct playing {
    size_t held_most;
    noc_trace_numbering nodes;
    uint64_t *deliveries; /* NULL: not wanted */
} playing;

static noc_status play_text(const test_system *t, const char *text, playing with, noc_play *play,
                            noc_diag *diag)
{
    char path[] = "/tmp/nocsight-trace-XXXXXX";
    noc_trace trace;
    noc_trace_schedule list = {0};
    const noc_sample_options options = {.seed = 1};
    test_write_trace(path, text);
    noc_status status = noc_trace_scan(path, with.held_most, &trace, diag);
    if (status == NOC_OK)
        assert_int_equal(noc_trace_is_held(&trace), trace.count <= with.held_most);
    trace.numbering = with.nodes;
    if (status == NOC_OK) status = noc_trace_schedule_make(t->system, &trace, path, &list, diag);
    for (int c = 0; with.deliveries && c < NOC_CLASSES; c++)
        with.deliveries[c] = list.deliveries[c];
    if (status == NOC_OK) status = noc_play_trace(t->system, &list, &options, play, diag);
    noc_trace_schedule_clear(&list);
    noc_arena_clear(&trace.arena);
    unlink(path);
    return status;
}

noc_status test_play_scanned(const test_system *t, const char *text, size_t held_most,
                             noc_play *play, noc_diag *diag)
{
    return play_text(t, text, (playing){held_most, NOC_TRACE_NODES_USUAL, NULL}, play, diag);
}

noc_status test_play_trace(const test_system *t, const char *text, noc_trace_numbering nodes,
                           noc_play *play, uint64_t deliveries[NOC_CLASSES], noc_diag *diag)
{
    return play_text(t, text, (playing){SIZE_MAX, nodes, deliveries}, play, diag);
}

void test_trace_refused(void **state)
{
    const test_trace_refusal *r = *state;
    test_system t = test_compile_file(test_trace_design, NULL);
    noc_play play;
    noc_diag diag = {0};
    assert_int_equal(test_play_trace(&t, r->text, NOC_TRACE_NODES_USUAL, &play, NULL, &diag),
                     NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, r->says);
    assert_int_equal(diag.messages[0].line, r->line);
    noc_diag_clear(&diag);
    test_system_free(&t);
}
