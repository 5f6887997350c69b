/* Shares of a network's requests that a kernel's CTAs make in each local crossbar, against how many
 * of them schedulers place there: 80 SMs, ten of a local crossbar. */
#include "analytic/loop/closed_cores.h"
#include "base/auto.h"
#include "tests/support/helpers.h"

typedef struct crowd_case {
    const char *name;
    const char *over[3];
    bool crowded;
    double fullest; /* share of all requests in the fullest local crossbar */
} crowd_case;

static const crowd_case crowds[] = {
    {"40 CTAs to the first 40 SMs", {"cta.count=40"}, true, 10.0 / 40.0},
    {"a CTA for each SM, 40 more", {"cta.count=120"}, true, 20.0 / 120.0},
    {"40 CTAs to local crossbars in turn",
     {"cta.count=40", "cta.scheduler=topology-aware"},
     true,
     1.0 / 8.0},
    {"a CTA for each SM", {"cta.count=80"}, false, 1.0 / 8.0},
    {"without end", {"cta.count=0"}, false, 1.0 / 8.0},
};

/* Requests of the fullest local crossbar, replies to it alike, over all of that class. */
static double fullest_of(const noc_system *s, noc_class class, double *all)
{
    enum { LOCALS = 8 };
    double of[LOCALS] = {0.0}, most = 0.0;
    const uint32_t each = s->graph.compute_count / LOCALS;
    *all = 0.0;
    for (size_t i = 0; i < s->traffic.flow_count; i++) {
        const noc_flow *f = &s->traffic.flows[i];
        const uint32_t compute = class == NOC_REQUEST ? f->source : f->destination;
        if (f->class != class) continue;
        *all += f->rate;
        for (uint32_t k = 0; k < s->graph.compute_count; k++)
            if (s->graph.compute_terminals[k] == compute) of[k / each] += f->rate;
    }
    for (int i = 0; i < LOCALS; i++) most = of[i] > most ? of[i] : most;
    return most / *all;
}

static void crowd(void **state)
{
    const crowd_case *c = *state;
    const test_system t = test_compile_file("configs/cdx19-cdxbar-80-rr.cfg", c->over);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_closed_cores *cores = noc_closed_cores_new(t.design, &t.design->workload, &arena);
    assert_non_null(cores);
    assert_int_equal(noc_closed_is_crowded(cores, t.system), c->crowded);
    for (int k = 0; k < NOC_CLASSES; k++) {
        double before, all;
        test_system other = test_compile_file("configs/cdx19-cdxbar-80-rr.cfg", c->over);
        fullest_of(other.system, (noc_class)k, &before);
        assert_true(noc_closed_scale_flows(cores, other.system));
        assert_near(fullest_of(other.system, (noc_class)k, &all), c->fullest, 1e-6);
        assert_near(all, before, 1e-6 * before);
        test_system_free(&other);
    }
    test_system_free((test_system *)&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, crowds, crowd);
    return test_run("CTAs that crowd", &list);
}
