/* Lines that CTAs ask for: the figures of sharing come back out of the streams, which depend on
 * nothing but the seed and the CTA. */
#include <math.h>
#include <stdlib.h>

#include "design/workload/workload.h"
#include "sampler/loop/addresses.h"
#include "tests/support/helpers.h"

enum { LINES = 20000, WINDOW = 100 };

typedef struct sharing_case {
    const char *name;
    noc_sharing sharing;
} sharing_case;

static const sharing_case cases[] = {
    {"little, near", {0.2, 2.0, WINDOW, 0.0, 1}}, {"half, near", {0.5, 1.0, WINDOW, 0.0, 1}},
    {"half, far", {0.5, 20.0, WINDOW, 0.0, 1}},   {"all, far", {1.0, 8.0, WINDOW, 0.0, 1}},
    {"none", {0.0, 2.0, WINDOW, 0.0, 1}},         {"in columns", {0.7, 8.0, WINDOW, 0.0, 5}},
};

typedef struct touch {
    uint64_t line, n;
} touch;

static int compare(const void *a, const void *b)
{
    const touch *p = a, *q = b;
    return p->line < q->line ? -1 : p->line > q->line;
}

static void touches_of(const noc_address_rule *rule, uint64_t cta, touch touches[LINES])
{
    for (uint64_t n = 0; n < LINES; n++)
        touches[n] = (touch){noc_address_find_line(rule, cta, n), n};
    qsort(touches, LINES, sizeof *touches, compare);
}

/* P(d) of design/cores/sharing.h. */
static double chance(const noc_sharing *sharing, int d)
{
    return d % sharing->stride == 0 ? sharing->shared_fraction * exp(-d / sharing->decay_distance)
                                    : 0.0;
}

/* Lines that two CTAs touch, and how far apart on the mean; never more than a window. */
static size_t common(const touch *a, const touch *b, double *apart)
{
    size_t count = 0;
    *apart = 0.0;
    for (size_t i = 0, j = 0; i < LINES && j < LINES;) {
        const int order = compare(&a[i], &b[j]);
        if (order == 0) {
            const double distance = fabs((double)a[i].n - (double)b[j].n);
            assert_true(distance < WINDOW);
            *apart += distance;
            count++;
        }
        i += order <= 0;
        j += order >= 0;
    }
    if (count > 0) *apart /= (double)count;
    return count;
}

/* P(d), and uniform times in a window, whose mean difference is a third of it. */
static void neighbours_share(void **state)
{
    const sharing_case *c = *state;
    static touch own[LINES], other[LINES];
    static const int distances[] = {1, 2, 3, 5, 10, 40};
    const noc_address_rule rule = noc_address_rule_make(&c->sharing, 1.0, 7);
    const uint64_t cta = 100;
    touches_of(&rule, cta, own);
    for (size_t i = 1; i < LINES; i++) assert_true(own[i].line != own[i - 1].line);
    for (size_t i = 0; i < TEST_COUNT(distances); i++) {
        double apart;
        touches_of(&rule, cta + (uint64_t)distances[i], other);
        const double share = (double)common(own, other, &apart) / LINES;
        const double want = chance(&c->sharing, distances[i]);
        assert_near(share, want, 4.0 * sqrt(want * (1.0 - want) / LINES) + 1e-9);
        if (want > 0.05) assert_near(apart, WINDOW / 3.0, 5.0);
    }
}

/* P(0) of the requests are for lines touched before, with `reuse` others touched first
 * meanwhile. */
static void a_cta_comes_back(void **state)
{
    (void)state;
    enum { REQUESTS = 60000 };
    const noc_sharing sharing = {0.3, 2.0, WINDOW, 30.0, 1};
    const noc_address_rule rule = noc_address_rule_make(&sharing, 1.0, 8);
    noc_address_stream stream = noc_address_stream_make(&rule, 5);
    double between = 0.0;
    size_t again = 0;
    for (uint64_t n = 0; n < REQUESTS; n++) {
        const uint64_t places = stream.place_count;
        const uint64_t line = noc_address_next_line(&rule, &stream);
        if (stream.place_count > places) continue;
        uint64_t back = places;
        while (back > 0 && noc_address_find_line(&rule, 5, back - 1) != line) back--;
        assert_true(back > 0);
        between += (double)(places - back);
        again++;
    }
    assert_near((double)again / REQUESTS, 0.3, 4.0 * sqrt(0.3 * 0.7 / REQUESTS));
    assert_near(between / (double)again, 30.0, 4.0 * 30.5 / sqrt((double)again));
}

/* One CTA after the other, or in turn: the same lines. Another seed: others. */
static void streams_stand_alone(void **state)
{
    (void)state;
    enum { CTAS = 4, EACH = 500 };
    static uint64_t lines[CTAS][EACH];
    const noc_sharing sharing = {0.5, 2.0, WINDOW, 10.0, 1};
    const noc_address_rule rule = noc_address_rule_make(&sharing, 1.0, 9),
                           other = noc_address_rule_make(&sharing, 1.0, 10);
    noc_address_stream streams[CTAS], others = noc_address_stream_make(&other, 0);
    for (uint64_t c = 0; c < CTAS; c++) {
        streams[c] = noc_address_stream_make(&rule, c);
        for (int n = 0; n < EACH; n++) lines[c][n] = noc_address_next_line(&rule, &streams[c]);
        streams[c] = noc_address_stream_make(&rule, c);
    }
    for (int n = 0; n < EACH; n++) {
        for (int c = CTAS - 1; c >= 0; c--)
            assert_true(noc_address_next_line(&rule, &streams[c]) == lines[c][n]);
        assert_true(noc_address_next_line(&other, &others) != lines[0][n]);
    }
}

/* ---- side by side --------------------------------------------------------------------------- */

typedef struct pace_case {
    const char *name;
    double first, second; /* what two neighbours touch a cycle, over the pace */
} pace_case;

static const pace_case paces[] = {
    {"at pace", 1.0, 1.0},   {"both slow", 0.6, 0.6}, {"one slow", 0.6, 1.0},
    {"both fast", 1.6, 1.6}, {"one fast", 1.0, 1.6},  {"one slow, one fast", 0.6, 1.6},
};

enum { PACED_CYCLES = 300000, PACED_WINDOW = 1000 };

/* Touches of a CTA, with their cycles. Returns how many. */
static size_t touches_at_pace(const noc_address_rule *rule, uint64_t cta, double chance,
                              touch touches[LINES])
{
    noc_address_stream stream = noc_paced_stream_make(rule, cta, 0);
    noc_random random = noc_random_stream(17, cta);
    size_t count = 0;
    for (uint64_t cycle = 0; cycle < PACED_CYCLES && count < LINES; cycle++) {
        if (noc_random_uniform(&random) >= chance) continue;
        bool fresh;
        const uint64_t line = noc_paced_next_line(rule, &stream, cycle, &fresh);
        assert_true(fresh);
        touches[count++] = (touch){line, cycle};
    }
    qsort(touches, count, sizeof *touches, compare);
    return count;
}

/* Lines that both touch, and the cycles between on the mean. */
static size_t common_at_pace(const touch *a, size_t a_count, const touch *b, size_t b_count,
                             double *apart)
{
    size_t count = 0;
    *apart = 0.0;
    for (size_t i = 0, j = 0; i < a_count && j < b_count;) {
        const int order = compare(&a[i], &b[j]);
        if (order == 0) {
            const double distance = fabs((double)a[i].n - (double)b[j].n);
            assert_true(distance < 1.4 * PACED_WINDOW);
            *apart += distance;
            count++;
        }
        i += order <= 0;
        j += order >= 0;
    }
    *apart /= (double)count;
    return count;
}

/* A line is touched by both if each is at its place: whoever is slow is at a part of all places,
 * whoever is fast at all. Times differ by a third of a window, as if they were uniform. */
static void neighbours_stay_side_by_side(void **state)
{
    const pace_case *c = *state;
    static const double requests = 0.04;
    static touch own[LINES], other[LINES];
    const noc_sharing sharing = {0.8, 20.0, PACED_WINDOW, 0.0, 1};
    const noc_address_rule rule = noc_paced_rule_make(&sharing, requests, 7);
    const size_t first = touches_at_pace(&rule, 100, c->first * requests, own);
    const size_t second = touches_at_pace(&rule, 101, c->second * requests, other);
    double apart;
    const double both = (double)common_at_pace(own, first, other, second, &apart);
    const double places = requests * PACED_CYCLES * fmin(1.0, c->first) * fmin(1.0, c->second);
    assert_near(both / places / chance(&sharing, 1), 1.0, 0.13);
    assert_near(apart / (PACED_WINDOW / 3.0), 1.0, 0.1);
}

/* ---- redundancy ----------------------------------------------------------------------------- */

typedef struct redundant {
    const char *name; /* of data/workloads.cfg */
    double share; /* icc 3.3: of a cluster's misses those to a line asked for within 2000 cycles */
} redundant;

static const redundant redundants[] = {{"icc-HS", 0.48}};

enum { RUNNING = 30, REDUNDANT_CYCLES = 100000 };

static int by_line_and_time(const void *a, const void *b)
{
    const touch *p = a, *q = b;
    return p->line != q->line ? compare(p, q) : (p->n > q->n) - (p->n < q->n);
}

static double redundancy_of(touch *touches, size_t count)
{
    enum { WITHIN = 2000 };
    size_t again = 0;
    qsort(touches, count, sizeof *touches, by_line_and_time);
    for (size_t i = 1; i < count; i++)
        again +=
            touches[i].line == touches[i - 1].line && touches[i].n - touches[i - 1].n <= WITHIN;
    return (double)again / (double)count;
}

/* Of a cluster of icc's, 30 neighbours that touch something every 220 cycles, as in a sample of
 * icc-dist; without the gaps that CTAs leave there when they end, so a little more. */
static void applications_are_as_redundant_as_published(void **state)
{
    const redundant *r = *state;
    static const double requests = 1.0 / 220.0;
    static touch touches[LINES];
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    assert_int_equal(noc_workload_parts(r->name, parts), 1);
    const noc_address_rule rule = noc_paced_rule_make(&parts[0].workload.sharing, requests, 7);
    noc_address_stream streams[RUNNING];
    noc_random random = noc_random_stream(19, 0);
    size_t count = 0;
    for (uint64_t k = 0; k < RUNNING; k++) streams[k] = noc_paced_stream_make(&rule, k, 0);
    for (uint64_t cycle = 0; cycle < REDUNDANT_CYCLES; cycle++)
        for (int k = 0; k < RUNNING && count < LINES; k++) {
            if (noc_random_uniform(&random) >= requests) continue;
            bool fresh;
            const uint64_t line = noc_paced_next_line(&rule, &streams[k], cycle, &fresh);
            touches[count++] = (touch){line, cycle};
        }
    assert_near(redundancy_of(touches, count), r->share, 0.12 * r->share);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, neighbours_share);
    test_add(&list, "a CTA comes back", a_cta_comes_back);
    test_add(&list, "streams stand alone", streams_stand_alone);
    TEST_TABLE(&list, paces, neighbours_stay_side_by_side);
    TEST_TABLE(&list, redundants, applications_are_as_redundant_as_published);
    return test_run("addresses", &list);
}
