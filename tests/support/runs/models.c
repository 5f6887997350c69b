#include "tests/support/runs/models.h"

#include "analytic/contention/contention_setup.h"
#include "sampler/run.h"

noc_model *test_model(const noc_system *s)
{
    noc_model *model = noc_model_new(s);
    assert_non_null(model);
    return model;
}

void test_contention_new(const test_shipped *design, test_contention *t)
{
    test_contention_of(test_compile_file(design->path, NULL), t);
}

void test_contention_of(test_system system, test_contention *t)
{
    *t = (test_contention){.system = system};
    if (!noc_graph_has_channels(&t->system.system->graph)) {
        test_system_free(&t->system);
        skip();
    }
    assert_int_equal(noc_flow_map_new(t->system.system, &t->map), NOC_OK);
    t->contention = noc_contention_new(t->system.system, &t->map, &t->arena);
    assert_non_null(t->contention);
}

void test_contention_free(test_contention *t)
{
    noc_arena_clear(&t->arena);
    noc_arena_clear(&t->map.arena);
    test_system_free(&t->system);
}

double test_watched(const noc_system *s, const noc_model_point *p)
{
    return s->graph.memory_count ? p->round_trip : p->packet_latency;
}

double test_accepted_share(const noc_system *s, double load)
{
    enum { WARMUP = 4000, CYCLES = 12000 };
    const noc_class last = s->graph.memory_count ? NOC_REPLY : NOC_REQUEST;
    const double rate = noc_system_packet_rate(s, load);
    noc_run *engine = noc_run_new(s, (noc_load){.packets_per_cycle = rate, .seed = 21});
    assert_non_null(engine);
    assert_int_equal(noc_run_cycles(engine, WARMUP, true), NOC_OK);
    const uint64_t before = noc_run_tally(engine)->delivered[last];
    assert_int_equal(noc_run_cycles(engine, CYCLES, true), NOC_OK);
    const double delivered = (double)(noc_run_tally(engine)->delivered[last] - before);
    noc_run_free(engine);
    return delivered / (rate * s->traffic.injector_count * CYCLES);
}
