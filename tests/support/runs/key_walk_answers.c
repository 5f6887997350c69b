#include "tests/support/runs/key_walk_answers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "network/compile/compile.h"
#include "sampler/sources/trace_planning.h"

static void fold(uint64_t *bits, double number)
{
    uint64_t raw = 1;
    if (!isnan(number)) memcpy(&raw, &number, sizeof raw);
    *bits = (*bits ^ raw) * 1099511628211u;
}

static void add_answer(const noc_estimate *e, walk_said *said, walk_answer *a)
{
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric *m = &e->metrics[i];
        fold(&said->bits, m->value);
        fold(&said->bits, m->lo);
        fold(&said->bits, m->hi);
    }
    for (int i = 0; i < e->warning_count; i++) {
        const size_t used = strlen(a->warnings);
        if (strstr(e->warnings[i], "not read") && !strstr(a->warnings, e->warnings[i]))
            snprintf(a->warnings + used, sizeof a->warnings - used, "%s; ", e->warnings[i]);
    }
}

static noc_sampling sampling_of(unsigned efforts)
{
    const bool brief = efforts & WALK_BRIEF;
    return (noc_sampling){.precision = brief ? 0.02 : 0.01,
                          .seed = 1,
                          .skips_knee = true,
                          .effort = brief ? NOC_EFFORT_COARSE : NOC_EFFORT_BRIEF};
}

static void answer_loop(const noc_system *system, unsigned efforts, walk_answer *a)
{
    const noc_sampling sampling = sampling_of(efforts);
    noc_estimate e;
    if (efforts & WALK_MODEL) {
        assert_int_equal(noc_estimate_model(system, NAN, &e, NULL), NOC_OK);
        a->model.figures[WALK_IPC] = e.metrics[NOC_METRIC_ipc].value;
        add_answer(&e, &a->model, a);
    }
    if (!(efforts & (WALK_SAMPLE | WALK_BRIEF))) return;
    assert_int_equal(noc_estimate_sample_closed(system, &sampling, &e, NULL), NOC_OK);
    a->sample.figures[WALK_IPC] = e.metrics[NOC_METRIC_ipc].value;
    add_answer(&e, &a->sample, a);
}

static void sample_open(const noc_system *system, unsigned efforts, walk_answer *a)
{
    const noc_sampling sampling = sampling_of(efforts);
    noc_estimate e;
    double *figures = a->sample.figures;
    assert_int_equal(noc_estimate_sample_saturation(system, &sampling, &e, NULL), NOC_OK);
    figures[WALK_SATURATION] = e.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    add_answer(&e, &a->sample, a);
    assert_int_equal(
        noc_estimate_sample(system, 0.5 * figures[WALK_SATURATION], &sampling, &e, NULL), NOC_OK);
    figures[WALK_LATENCY] = e.metrics[NOC_METRIC_packet_latency_cycles].value;
    add_answer(&e, &a->sample, a);
}

/* The model is asked at the sampler's load, and without one at a load that all designs here
 * take. */
static void model_open(const noc_system *system, walk_answer *a)
{
    static const double light = 0.01;
    const double saturation = a->sample.figures[WALK_SATURATION];
    const double load = isnan(saturation) ? light : 0.5 * saturation;
    noc_estimate e;
    assert_int_equal(noc_estimate_model(system, load, &e, NULL), NOC_OK);
    a->model.figures[WALK_SATURATION] = e.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    a->model.figures[WALK_LATENCY] = e.metrics[NOC_METRIC_packet_latency_cycles].value;
    add_answer(&e, &a->model, a);
}

static int by_cycle(const void *a, const void *b)
{
    const noc_trace_packet *p = a, *q = b;
    if (p->cycle != q->cycle) return p->cycle < q->cycle ? -1 : 1;
    if (p->source != q->source) return p->source < q->source ? -1 : 1;
    return (p->destination > q->destination) - (p->destination < q->destination);
}

/* Every terminal's first flows, some packets after one another, of sizes in bytes around a
 * flit's. */
noc_trace walk_trace_of(const noc_system *system)
{
    enum { EACH = 6 };
    const noc_traffic *t = &system->traffic;
    noc_trace trace = {.count = 0};
    trace.packets = noc_arena_array(&trace.arena, t->flow_count * EACH, sizeof *trace.packets);
    assert_non_null(trace.packets);
    for (int i = 0; i < EACH; i++) {
        for (size_t f = 0; f < t->flow_count; f++) {
            const noc_flow *flow = &t->flows[f];
            if (flow->class != NOC_REQUEST) continue;
            const noc_terminal *from = &system->graph.terminals[flow->source];
            const noc_terminal *to = &system->graph.terminals[flow->destination];
            const int columns = system->graph.columns;
            trace.packets[trace.count++] = (noc_trace_packet){
                .cycle = (uint64_t)i * 40 + f % 7,
                .source = columns ? (uint32_t)(from->row * columns + from->column) : flow->source,
                .destination =
                    columns ? (uint32_t)(to->row * columns + to->column) : flow->destination,
                .class = i % 3 ? NOC_TRACE_READ : NOC_TRACE_WRITE,
                .bytes = i % 3 ? 8 : 40,
            };
        }
    }
    qsort(trace.packets, trace.count, sizeof *trace.packets, by_cycle);
    return trace;
}

/* A design that cannot play it says so. */
static void answer_trace(const noc_system *system, const noc_trace *trace, walk_answer *a)
{
    const noc_sampling sampling = {.precision = 0.02, .seed = 1, .jobs = 1};
    noc_trace_schedule schedule;
    noc_estimate e;
    if (noc_trace_schedule_make(system, trace, "trace", &schedule, NULL) != NOC_OK) return;
    assert_int_equal(noc_estimate_sample_trace(system, &schedule, &sampling, &e, NULL), NOC_OK);
    add_answer(&e, &a->trace, a);
    fold(&a->trace.bits, (double)e.cycles_simulated);
    noc_trace_schedule_clear(&schedule);
}

walk_answer walk_answer_of(const walk_base *base, const noc_system *system, unsigned efforts,
                           const noc_trace *trace)
{
    walk_answer a = {.warnings = ""};
    for (int f = 0; f < WALK_FIGURES; f++) a.model.figures[f] = a.sample.figures[f] = NAN;
    if (base->loop) answer_loop(system, efforts, &a);
    if (!base->loop && efforts & (WALK_SAMPLE | WALK_BRIEF)) sample_open(system, efforts, &a);
    if (!base->loop && efforts & WALK_MODEL) model_open(system, &a);
    if (efforts & WALK_TRACE) answer_trace(system, trace, &a);
    if (efforts & WALK_STAGES) a.stages = test_stages_of(system);
    return a;
}

static noc_estimate answer_with(const noc_design *design, noc_value_cache *kept)
{
    noc_system *system = NULL;
    noc_estimate e;
    assert_int_equal(noc_system_compile_kept(design, kept, &system, NULL), NOC_OK);
    assert_int_equal(noc_estimate_sweep_point(system, NAN, NOC_EXTENT_ALL, kept, &e, NULL), NOC_OK);
    noc_system_free(system);
    return e;
}

bool walk_is_as_kept(const noc_design *design, noc_value_cache *kept)
{
    noc_value_cache none = {NULL};
    walk_said alone = {.bits = 0}, after = {.bits = 0};
    walk_answer unused = {.warnings = ""};
    const noc_estimate a = answer_with(design, &none), b = answer_with(design, kept);
    add_answer(&a, &alone, &unused);
    add_answer(&b, &after, &unused);
    noc_cache_clear(&none);
    return alone.bits == after.bits;
}
