/* Which queues lie side by side in the lanes of a sweep. */
#include "tests/models.h"

#define NOC_LANES 2
#include "analytic/sweep/make.h"

/* ---- order ---------------------------------------------------------------------------------- */

enum { QUEUES_MOST = 5, CROSSINGS_MOST = 6 };

/* Queues of one kind but for who ejects and injects, and where they lead to. */
typedef struct order_case {
    const char *name;
    uint32_t queues;
    bool ejects[QUEUES_MOST], injects[QUEUES_MOST];
    uint32_t crossings, first[QUEUES_MOST + 1], to[CROSSINGS_MOST];
} order_case;

static const order_case order_cases[] = {
    {"order: a row", 4, {true}, {[3] = true}, 3, {0, 0, 1, 2, 3}, {0, 1, 2}},
    {"order: a circle", 4, {true}, {[3] = true}, 4, {0, 0, 2, 3, 4}, {0, 2, 1, 2}},
    {"order: a source into a circle", 4, {true}, {[3] = true}, 4, {0, 0, 2, 3, 4}, {0, 2, 1, 1}},
    {"order: sources near and far",
     5,
     {true},
     {[3] = true, [4] = true},
     4,
     {0, 0, 1, 2, 3, 4},
     {0, 1, 1, 2}},
};

/* The contention's order of those that lead to each other, which do not share a level; sources
 * among themselves. */
static void check_order(void **state)
{
    const order_case *c = *state;
    noc_class_queue queues[QUEUES_MOST] = {{.vcs = 1, .all_vcs = 1.0}};
    noc_crossing crossings[CROSSINGS_MOST] = {{.from = 0}};
    uint32_t first[QUEUES_MOST + 1], level[QUEUES_MOST];
    for (uint32_t i = 0; i < c->queues; i++)
        queues[i] = (noc_class_queue){
            .vcs = 1, .all_vcs = 1.0, .ejects = c->ejects[i], .injects = c->injects[i]};
    for (uint32_t k = 0; k < c->crossings; k++) crossings[k].to = c->to[k];
    for (uint32_t i = 0; i <= c->queues; i++) first[i] = c->first[i];
    const noc_contention contention = {.queues = queues,
                                       .crossings = crossings,
                                       .first_crossing = first,
                                       .queue_count = c->queues,
                                       .crossing_count = c->crossings};
    seat seats[QUEUES_MOST];
    assert_true(seat_queues(&contention, seats));
    for (uint32_t i = 0; i < c->queues; i++) level[seats[i].queue] = seats[i].level;
    for (uint32_t i = 0; i < c->queues; i++) {
        for (uint32_t k = first[i]; k < first[i + 1]; k++) {
            const uint32_t to = c->to[k];
            assert_true(to < i ? level[to] < level[i] : level[to] > level[i]);
        }
        for (uint32_t j = 0; j < c->queues; j++)
            assert_true(c->injects[i] == c->injects[j] || level[i] != level[j]);
    }
}

/* ---- blocks --------------------------------------------------------------------------------- */

/* Who leaves the network meets nobody: it has no room for mates, and writes into nobody else's. */
static void check_no_mates(const noc_contention *c, const queue_lanes *q)
{
    enum { ROOM = 64 };
    static mate_lanes room[ROOM];
    assert_int_equal(q->first_mate, q->end_mate);
    assert_true(q->first_mate < ROOM / 2);
    put_mates(c, q, 0, room);
    for (uint32_t m = 0; m < ROOM; m++) assert_near(room[m].there[0], 0.0, 0.0);
}

/* Each queue and crossing has a lane of its own, and meets as many groups as its channel has. */
static void check_blocks(void **state)
{
    test_contention t;
    test_contention_new(*state, &t);
    const noc_contention *c = t.contention;
    noc_sweep *s = make(c);
    uint32_t queues = 0, crossings = 0;
    assert_non_null(s);
    for (uint32_t b = 0; b < s->queue_blocks; b++) {
        const queue_lanes *q = &s->queues[b];
        queues += q->count;
        if (q->ejects) check_no_mates(c, q);
        for (uint32_t l = 0; l < q->count; l++) {
            double mates = 0.0;
            for (uint32_t m = q->first_mate; m < q->end_mate; m++) mates += s->mates[m].there[l];
            assert_near(mates, count_mates(c, &c->queues[q->of[l]]), 0.0);
            crossings += c->first_crossing[q->of[l] + 1] - c->first_crossing[q->of[l]];
        }
    }
    assert_int_equal(queues, c->queue_count);
    assert_int_equal(crossings, c->crossing_count);
    for (uint32_t k = 0; k < c->crossing_count; k++) {
        const uint32_t size = sizeof *s->crossings / sizeof(double);
        assert_int_equal(s->crossings[s->places[k] / size].of[s->places[k] % size], k);
    }
    discard(s);
    test_contention_free(&t);
}

int main(void)
{
    static test_list list;
    const test_shipped *designs;
    const size_t count = test_shipped_designs(&designs);
    TEST_TABLE(&list, order_cases, check_order);
    test_add_rows(&list, "blocks", designs, count, sizeof *designs, check_blocks);
    return test_run("blocks", &list);
}
