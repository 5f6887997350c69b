/* tests/support/runs/traces.h: traces that are texts of a test, played by the sampler, and
 * their refusals. */
#ifndef NOC_TESTS_TRACES_H
#define NOC_TESTS_TRACES_H

#include "design/workload/trace.h"
#include "sampler/sampling/play.h"
#include "tests/support/helpers.h"

/* The design that schedules by hand are of. */
extern const char test_trace_design[];

/* Writes a text to a new file; `path` is a template of mkstemp's. The caller unlinks it. */
void test_write_trace(char *path, const char *text);

/* Plays a text, from a file that is gone afterwards; with more packets than `held_most` (SIZE_MAX:
 * never) as it is read. */
noc_status test_play_scanned(const test_system *t, const char *text, size_t held_most,
                             noc_play *play, noc_diag *diag);

/* Plays a text that is held; `deliveries` (NULL: not wanted) gets those of each class that it asks
 * for. */
noc_status test_play_trace(const test_system *t, const char *text, noc_trace_numbering nodes,
                           noc_play *play, uint64_t deliveries[NOC_CLASSES], noc_diag *diag);

typedef struct test_trace_refusal {
    const char *name, *text;
    int line; /* that the one message names; 0: none */
    const char *says;
} test_trace_refusal;

/* A check for tables of them. */
void test_trace_refused(void **state);

#endif
