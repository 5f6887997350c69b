/* Lines that CTAs ask for: the figures of sharing come back out of the streams, which depend on
 * nothing but the seed and the CTA. */
#include <math.h>
#include <stdlib.h>

#include "sampler/nodes/addresses.h"
#include "tests/helpers.h"

enum { LINES = 20000, WINDOW = 100 };

typedef struct sharing_case {
    const char *name;
    noc_sharing sharing;
} sharing_case;

static const sharing_case cases[] = {
    {"little, near", {0.2, 2.0, WINDOW, 0.0}}, {"half, near", {0.5, 1.0, WINDOW, 0.0}},
    {"half, far", {0.5, 20.0, WINDOW, 0.0}},   {"all, far", {1.0, 8.0, WINDOW, 0.0}},
    {"none", {0.0, 2.0, WINDOW, 0.0}},
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
    for (uint64_t n = 0; n < LINES; n++) touches[n] = (touch){noc_address_at(rule, cta, n), n};
    qsort(touches, LINES, sizeof *touches, compare);
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
    const noc_address_rule rule = noc_address_rule_of(&c->sharing, 1.0, 7);
    const uint64_t cta = 100;
    touches_of(&rule, cta, own);
    for (size_t i = 1; i < LINES; i++) assert_true(own[i].line != own[i - 1].line);
    for (size_t i = 0; i < TEST_COUNT(distances); i++) {
        double apart;
        touches_of(&rule, cta + (uint64_t)distances[i], other);
        const double share = (double)common(own, other, &apart) / LINES;
        const double want = noc_sharing_chance(&c->sharing, distances[i]);
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
    const noc_sharing sharing = {0.3, 2.0, WINDOW, 30.0};
    const noc_address_rule rule = noc_address_rule_of(&sharing, 1.0, 8);
    noc_address_stream stream = noc_address_stream_of(&rule, 5);
    double between = 0.0;
    size_t again = 0;
    for (uint64_t n = 0; n < REQUESTS; n++) {
        const uint64_t places = stream.places;
        const uint64_t line = noc_address_next(&rule, &stream);
        if (stream.places > places) continue;
        uint64_t back = places;
        while (back > 0 && noc_address_at(&rule, 5, back - 1) != line) back--;
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
    const noc_sharing sharing = {0.5, 2.0, WINDOW, 10.0};
    const noc_address_rule rule = noc_address_rule_of(&sharing, 1.0, 9),
                           other = noc_address_rule_of(&sharing, 1.0, 10);
    noc_address_stream streams[CTAS], others = noc_address_stream_of(&other, 0);
    for (uint64_t c = 0; c < CTAS; c++) {
        streams[c] = noc_address_stream_of(&rule, c);
        for (int n = 0; n < EACH; n++) lines[c][n] = noc_address_next(&rule, &streams[c]);
        streams[c] = noc_address_stream_of(&rule, c);
    }
    for (int n = 0; n < EACH; n++) {
        for (int c = CTAS - 1; c >= 0; c--)
            assert_true(noc_address_next(&rule, &streams[c]) == lines[c][n]);
        assert_true(noc_address_next(&other, &others) != lines[0][n]);
    }
}

static void settings_are_refused(void **state)
{
    (void)state;
    static const struct {
        noc_sharing sharing;
        const char *text;
    } rows[] = {{{-0.1, 2.0, 100.0, 3.0}, "same = -0.1"}, {{1.1, 2.0, 100.0, 3.0}, "same = 1.1"},
                {{0.5, 0.0, 100.0, 3.0}, "distance = 0"}, {{0.5, 2.0, 0.0, 3.0}, "window = 0"},
                {{0.5, 2.0, 100.0, -1.0}, "reuse = -1"},  {{NAN, 2.0, 100.0, 0.0}, "same = "}};
    noc_refusal refusal;
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        assert_false(noc_sharing_check(&rows[i].sharing, &refusal));
        assert_contains(refusal.text, rows[i].text);
    }
    assert_true(noc_sharing_check(&cases[0].sharing, &refusal));
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, neighbours_share);
    test_add(&list, "a CTA comes back", a_cta_comes_back);
    test_add(&list, "streams stand alone", streams_stand_alone);
    test_add(&list, "settings are refused", settings_are_refused);
    return test_run("addresses", &list);
}
