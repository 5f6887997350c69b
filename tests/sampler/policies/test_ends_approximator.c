/* The data approximator against an independent program's lists and streams, and its closed form. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sampler/policies/reply_queues.h"
#include "tests/support/rows/ends_tables.h"

enum { ENTRIES = 256, VALUES = 8 };

typedef struct queue {
    noc_candidate_reply entries[ENTRIES];
    double values[ENTRIES][VALUES];
    size_t count;
} queue;

static void read_queue(const ends_row *row, queue *q)
{
    const char *text = ends_text(row, "queue");
    q->count = 0;
    for (char *end; *text; text = *end == ' ' ? end + 1 : end, q->count++) {
        assert_true(q->count < ENTRIES);
        noc_candidate_reply *e = &q->entries[q->count];
        double *values = q->values[q->count];
        strtol(text, &end, 10); /* the destination */
        *e = (noc_candidate_reply){(uint32_t)q->count, *end == 'a', values, 0};
        do {
            assert_true(e->value_count < VALUES);
            values[e->value_count++] = strtod(end + 1, &end);
        } while (*end == ':');
    }
}

static void list_is_grouped(void **state)
{
    const ends_row *row = *state;
    static queue q;
    const size_t depth = (size_t)ends_integer(row, "check_depth", 2);
    const noc_match_criterion matching = {.threshold = ends_real(row, "threshold_percent")};
    char text[8192] = "";
    int length = 0, packets = 0, largest = 0;
    read_queue(row, &q);
    const double all = (double)q.count;
    for (; q.count > 0; packets++) {
        uint32_t group[ENTRIES];
        const size_t count = noc_approximator_take(q.entries, &q.count, depth, &matching, group);
        if ((int)count > largest) largest = (int)count;
        for (size_t i = 0; i < count; i++)
            length += snprintf(text + length, sizeof text - (size_t)length, "%s%u",
                               i         ? " "
                               : packets ? " | "
                                         : "",
                               group[i]);
    }
    assert_string_equal(text, ends_text(row, "groups"));
    assert_int_equal(packets, ends_integer(row, "packets", -1));
    assert_int_equal(largest, ends_integer(row, "largest", -1));
    assert_near(all / packets, ends_real(row, "mean_group"), 1e-6);
}

/* ---- streams: the queue is filled to check_depth before each packet ------------------------- */

typedef struct groups {
    ends_figure mean, heads;
} groups;

static void run_stream(const ends_row *row, uint64_t seed, groups *g)
{
    enum { PACKETS = 30000 };
    noc_random random = noc_random_stream(seed, 0);
    const noc_match_criterion matching = {.probability = ends_real(row, "match"),
                                          .random = &random};
    const double share = ends_real(row, "approximable");
    const size_t depth = (size_t)ends_integer(row, "check_depth", 2);
    noc_candidate_reply entries[ENTRIES];
    size_t count = 0, replies = 0, heads = 0;
    for (int i = 0; i < PACKETS; i++) {
        uint32_t group[ENTRIES];
        while (count < depth)
            entries[count++] =
                (noc_candidate_reply){0, noc_random_uniform(&random) < share, NULL, 0};
        heads += entries[0].is_approximable;
        replies += noc_approximator_take(entries, &count, depth, &matching, group);
    }
    ends_count(&g->mean, (double)replies / PACKETS);
    ends_count(&g->heads, (double)heads / PACKETS);
}

static double mean_of(const ends_figure *figure)
{
    double sum = 0.0;
    for (size_t i = 0; i < figure->count; i++) sum += figure->seeds[i];
    return sum / (double)figure->count;
}

static void stream_is_grouped(void **state)
{
    const ends_row *row = *state;
    groups g = {.mean.count = 0};
    for (uint64_t seed = 1; seed <= ENDS_SEEDS; seed++) run_stream(row, seed, &g);
    ends_assert_mean(row, "mean_group", "se_group", &g.mean, 0.01, 0.0);
    ends_assert_mean(row, "approximable_heads", NULL, &g.heads, 0.01, 0.0);

    /* G = (1 - x) / (1 - p), x the share of approximable heads */
    const double p = ends_real(row, "approximable"), group = mean_of(&g.mean);
    if (p < 1.0) assert_near(group, (1.0 - mean_of(&g.heads)) / (1.0 - p), 0.03 * group);
}

/* ---- ends of ranges ------------------------------------------------------------------------- */

typedef struct pair {
    const char *name;
    double head, other, percent;
    bool match;
} pair;

static const pair pairs[] = {
    {"closer", 100, 109, 10, true},
    {"at the threshold", 100, 90, 10, false},
    {"nothing but 0 matches 0", 0, 1, 50, false},
    {"0 matches 0", 0, 0, 10, true},
    {"other signs", 100, -100, 50, false},
    {"of the first's value", 90, 100, 12, true},
    {"which differ", 100, 90, 9, false},
};

static void values_are_compared(void **state)
{
    const pair *p = *state;
    noc_candidate_reply two[] = {{0, true, &p->head, 1}, {1, true, &p->other, 1}};
    const noc_match_criterion matching = {.threshold = p->percent};
    uint32_t taken[2];
    size_t count = 2;
    assert_int_equal(noc_approximator_take(two, &count, 2, &matching, taken), 1 + p->match);
    assert_int_equal(count, 1 - p->match);
}

/* dapper 5.3: 8 flits in every other cycle hide a look at 12 entries, 8 flits in 8 cycles do
 * not. */
static void look_is_hidden(void **state)
{
    (void)state;
    assert_int_equal(noc_approximator_spacing(16, true, 12), 16);
    assert_int_equal(noc_approximator_spacing(8, true, 12), 12);
    assert_int_equal(noc_approximator_spacing(8, false, 12), 8);
}

int main(void)
{
    test_list list = {.count = 0};
    ends_add(&list, "approx_lists", list_is_grouped);
    ends_add(&list, "approx_streams", stream_is_grouped);
    TEST_TABLE(&list, pairs, values_are_compared);
    test_add(&list, "time of the look", look_is_hidden);
    return test_run("approximator", &list);
}
