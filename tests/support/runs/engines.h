/* tests/support/runs/engines.h: small designs, runs that simulate them, and samples. */
#ifndef NOC_TESTS_ENGINES_H
#define NOC_TESTS_ENGINES_H

#include "sampler/run.h"
#include "sampler/sampling/sample.h"
#include "tests/support/helpers.h"

extern const char test_uniform[]; /* 4x4 mesh, packets of 1 and 5 flits */
extern const char test_gpu[];     /* 6x6 mesh, 28 compute and 8 memory nodes */
extern const char test_planes[];  /* the same with a network for each class */
extern const char
    test_own_node[]; /* a node that sends to itself: the one queue is before its port */

enum { OVERRIDES_MAX = 8 };

typedef struct design_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX]; /* the last stays NULL */
} design_case;

/* The load that the busiest channel allows, in flits per cycle of an injecting node. */
double test_static_bound(const noc_system *s);

noc_run *test_engine_at(const noc_system *s, double load, uint64_t seed);
void test_run_cycles(noc_run *engine, uint64_t cycles);

/* Options of a sample by one thread, and a sample that succeeds. */
noc_sample_options test_quick(double precision, uint64_t seed);
noc_sample test_sample_of(const noc_system *s, double load, noc_sample_options options);

#endif
