/* The cycle loop does not allocate: all calls of the program to the allocator go through the
 * counters here (the linker's --wrap). */
#include <stdlib.h>

#include "sampler/run.h"
#include "tests/support/helpers.h"

static size_t allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    allocations++;
    return __real_realloc(old, size);
}

typedef struct loop_case {
    const char *name, *file;
    double load; /* flits per cycle of a node */
    const char *overrides[4];
} loop_case;

static const loop_case loop_cases[] = {
    {"no allocation: uniform", "configs/synthetic-mesh.cfg", 0.35, {NULL}},
    {"no allocation: many-to-few", "configs/te13-baseline.cfg", 0.04, {NULL}},
    {"no allocation: ports and slices", "configs/te13-dcie-2p.cfg", 0.08, {NULL}},
    {"no allocation: converged ports", "configs/cdx19-cdxbar-80.cfg", 0.03, {NULL}},
    {"no allocation: overlay", "configs/rapid18-rapid-16.cfg", 0.015, {NULL}},
    {"no allocation: tokens", "configs/rapid18-cenoc-16.cfg", 0.1, {NULL}},
    {"no allocation: speculation, separable",
     "configs/synthetic-mesh.cfg",
     0.35,
     {"network.router_stages=2", "network.allocator=separable"}},
    {"no allocation: two cycles a flit",
     "configs/synthetic-mesh.cfg",
     0.2,
     {"network.allocation_hold=flit"}},
    {"no allocation: maximum matching",
     "configs/synthetic-mesh.cfg",
     0.35,
     {"network.allocator=maximum"}},
    {"no allocation: age, matrix arbiters",
     "configs/synthetic-mesh.cfg",
     0.35,
     {"traffic.priority=age", "network.allocator=separable", "network.arbitration=matrix"}},
    {"no allocation: local age, wavefronts",
     "configs/synthetic-mesh.cfg",
     0.35,
     {"traffic.priority=local-age", "network.allocator=wavefront"}},
};

/* Once the pool of packets has grown to what the load needs, which may happen between cycles
 * only. */
static void check_loop(void **state)
{
    const loop_case *c = *state;
    test_system t = test_compile_file(c->file, c->overrides);
    noc_run *e = noc_run_new(
        t.system,
        (noc_load){.packets_per_cycle = noc_system_packet_rate(t.system, c->load), .seed = 5});
    assert_non_null(e);
    assert_true(allocations > 0); /* the counters count */
    assert_int_equal(noc_run_cycles(e, 20000, true), NOC_OK);
    const size_t before = allocations;
    assert_int_equal(noc_run_cycles(e, 20000, true), NOC_OK);
    assert_int_equal(allocations, before);
    noc_run_free(e);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, loop_cases, check_loop);
    return test_run("allocation", &list);
}
