/* Two slices of a memory controller that compete for its DRAM: the model against a stand-in of
 * their queues; turns in the sampler. */
#include <math.h>

#include "analytic/loop/closed_cores.h"
#include "analytic/memory/memory_model.h"
#include "sampler/loop/closed_loop.h"
#include "sampler/run.h"
#include "tests/support/runs/closed_loops.h"
#include "tests/support/runs/engines.h"
#include "tests/support/runs/runs.h"

/* ---- the model ------------------------------------------------------------------------------ */

/* Two slices that always have requests, their DRAM nearly twice as fast as they need, and ports
 * that send a reply in ten cycles in the mean: data in order; places in the DRAM's queue in turn,
 * as the sampler gives them; a miss is held up behind a hit that has no place. */
typedef struct slice {
    int replies; /* in its queue */
    int front;   /* request: 1 a miss, 0 a hit, -1 not drawn yet */
} slice;

enum { RING = 64, DATA = 16 };

/* Of slices' numbers. */
typedef struct order {
    int slices[RING], first, count;
} order;

typedef struct stand_in {
    int places, queue, turn;
    double misses;
    slice slices[2];
    order dram, data;
    double ready; /* accesses that the DRAM could have made */
    uint64_t random;
} stand_in;

static double draw(stand_in *s)
{
    return (double)test_random_below(&s->random, 1u << 30) / (1u << 30);
}

static void push(order *o, int number)
{
    o->slices[(o->first + o->count++) % RING] = number;
}

static int pop(order *o)
{
    const int number = o->slices[o->first];
    o->first = (o->first + 1) % RING;
    o->count--;
    return number;
}

static void run_dram(stand_in *s)
{
    for (; s->ready >= 1.0 && s->dram.count > 0 && s->data.count < DATA; s->ready -= 1.0)
        push(&s->data, pop(&s->dram));
    s->ready = fmin(s->ready, 1.0);
    while (s->data.count > 0 && s->slices[s->data.slices[s->data.first]].replies < s->places)
        s->slices[pop(&s->data)].replies++;
}

static void look_up(stand_in *s, int i)
{
    slice *own = &s->slices[i];
    if (own->front < 0) own->front = draw(s) < s->misses;
    if (own->front == 1 && s->dram.count < s->queue) {
        push(&s->dram, i);
        s->turn = 1 - i;
        own->front = -1;
    } else if (own->front == 0 && own->replies < s->places) {
        own->replies++;
        own->front = -1;
    }
}

/* Share of what the ports could send, with a DRAM that is so many times as fast. */
static double share_of_stand_in(int places, int queue, double misses, double faster)
{
    enum { CYCLES = 400000 };
    static const double port = 0.1;
    stand_in s = {.places = places, .queue = queue, .misses = misses, .random = 5};
    s.slices[0].front = s.slices[1].front = -1;
    int sent = 0;
    for (int t = 0; t < CYCLES; t++) {
        const int turn = s.turn;
        s.ready += faster * 2.0 * port * misses;
        run_dram(&s);
        for (int i = 0; i < 2; i++) look_up(&s, (turn + i) % 2);
        for (int i = 0; i < 2; i++) {
            if (s.slices[i].replies == 0 || draw(&s) >= port) continue;
            s.slices[i].replies--;
            sent++;
        }
    }
    return sent / (2.0 * port * CYCLES);
}

typedef struct slice_case {
    const char *name, *hits, *places;
} slice_case;

static const slice_case slice_cases[] = {
    {"slices: half hit", "workload.l2_hit_rate=0.5", "memory.reply_queue=6"},
    {"slices: two in five hit", "workload.l2_hit_rate=0.4", "memory.reply_queue=6"},
    {"slices: one in five hits", "workload.l2_hit_rate=0.2", "memory.reply_queue=6"},
    {"slices: one in ten hits", "workload.l2_hit_rate=0.1", "memory.reply_queue=6"},
    {"slices: few places", "workload.l2_hit_rate=0.2", "memory.reply_queue=2"},
    {"slices: many places", "workload.l2_hit_rate=0.2", "memory.reply_queue=16"},
};

/* Chance that a node has requests enough to fill the DRAM's queue, with those that come while its
 * port sends `sent` of what it could: those of the stand-in always have. */
static double has_many(const noc_open_curve *curve, const noc_workload *w, double sent)
{
    const noc_memory_spec *m = &curve->system->design->memory;
    const double block = noc_lines_per_node(curve->system->design, w);
    const double room =
        noc_cache_places(curve->system) + (m->l2_cycles + 1.0) * m->l2_banks + m->dram_queue;
    const double blocks = noc_requests_at_node(noc_outstanding_requests(curve->system, w) / block,
                                               curve->request_paths.head_vcs / block, room / block);
    const double fill = m->dram_queue * (1.0 / (1.0 - w->l2_hit_rate) - sent) / block;
    return pow(blocks / (1.0 + blocks), fill);
}

static void slices_wait_for_each_other(void **state)
{
    const slice_case *c = *state;
    const char *const over[] = {"workload=steady", c->hits, c->places, NULL};
    test_system t = test_compile_file("configs/cdx19-fc-ideal-80.cfg", over);
    const noc_memory_spec *m = &t.design->memory;
    const noc_workload *w = &t.design->workload;
    noc_closed_point p;
    noc_memory_model memory;
    const noc_open_curve curve = test_open_curve(t.system);
    noc_closed_loop_solve(&curve, w, &(noc_closed_terms){0}, 1.0, &p);
    assert_near(curve.bursts.port_load_ratio, 1.0, 1e-9);
    noc_find_full_memory_model(t.system, &curve.request_paths, w, &memory);
    const double nodes = (double)t.system->graph.memory_count / t.system->graph.compute_count;
    const double faster = memory.request_rate * nodes / p.network_share.open_rate;
    const double apart = fmin(1.0, faster); /* each with a DRAM of its own */
    const double share =
        share_of_stand_in(m->reply_queue, m->dram_queue, 1.0 - w->l2_hit_rate, faster);
    assert_near(p.network_share.slice_share, 1.0 - (apart - share) * has_many(&curve, w, share),
                0.08);
    test_system_free(&t);
}

/* ---- the sampler ---------------------------------------------------------------------------- */

/* Both slices of a controller have as many requests waiting when misses of both compete for its
 * DRAM's queue. */
static void slices_take_turns(void **state)
{
    (void)state;
    enum { WARM_UP = 20000, SAMPLES = 4000, PERIOD = 10 };
    const char *const over[] = {"workload=steady", "workload.l2_hit_rate=0", "memory.reply_queue=2",
                                NULL};
    test_system t = test_compile_file("configs/cdx19-fc-ideal-80.cfg", over);
    noc_run *e = noc_run_new(t.system, (noc_load){.seed = 5, .workload = &t.design->workload});
    assert_non_null(e);
    test_run_cycles(e, WARM_UP);
    double waiting[2] = {0.0, 0.0};
    for (int i = 0; i < SAMPLES; i++) {
        test_run_cycles(e, PERIOD);
        const noc_closed_loop *loop = test_run_closed_loop(e);
        for (uint32_t m = 0; m < loop->memories.count; m++)
            waiting[m % 2] += loop->memories.list[m].input_queue.count;
    }
    assert_near(waiting[0] / waiting[1], 1.0, 0.15);
    noc_run_free(e);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, slice_cases, slices_wait_for_each_other);
    test_add(&list, "slices take turns", slices_take_turns);
    return test_run("slices of a controller", &list);
}
