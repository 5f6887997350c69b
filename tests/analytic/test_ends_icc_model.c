/* What a merge table and a coalesced cache keep from the network, in closed form: against the same
 * forms and the random streams of an independent program; the ends of ranges; the loss system
 * against an enumeration of all sets. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/cluster_model.h"
#include "analytic/unfair_engset.h"
#include "tests/ends_tables.h"

enum { CLASSES = 512 };

/* Lines by p ~ (i + 1)^-zipf, the popular ones one by one, others in groups of a sixteenth of their
 * number. */
static size_t classes_of(const ends_row *row, noc_line_class *classes)
{
    const long lines = ends_integer(row, "lines", 0);
    const double zipf = ends_real(row, "zipf"), writes = ends_real(row, "write_share");
    double all = 0.0;
    size_t count = 0;
    for (long i = 0; i < lines; i++) all += pow((double)(i + 1), -zipf);
    for (long i = 0, next; i < lines; i = next) {
        double sum = 0.0;
        next = i + 1 + i / 16 < lines ? i + 1 + i / 16 : lines;
        for (long j = i; j < next; j++) sum += pow((double)(j + 1), -zipf);
        const double number = (double)(next - i);
        const double each = ends_real(row, "requests_per_cycle") * sum / all / number;
        assert_true(count < CLASSES);
        classes[count++] = (noc_line_class){each * (1.0 - writes), each * writes, number};
    }
    return count;
}

static noc_cluster_load load_of(const ends_row *row, noc_line_class *classes)
{
    const char *entries = ends_text(row, "merge_entries");
    return (noc_cluster_load){
        .cores = ends_integer(row, "cores", 0),
        .round_trip = ends_real(row, "round_trip"),
        .entries = strcmp(entries, "unbounded") ? strtod(entries, NULL) : INFINITY,
        .cache_lines = ends_real(row, "cache_lines"),
        .classes = classes,
        .count = classes_of(row, classes),
    };
}

/* The same forms, summed line by line there. */
static void forms_agree(void **state)
{
    const ends_row *row = *state;
    noc_line_class classes[CLASSES];
    const noc_cluster_load load = load_of(row, classes);
    noc_cluster_traffic t;
    if (!*ends_text(row, "closed_form")) return;
    assert_true(noc_cluster_traffic_of(&load, &t));
    assert_near(t.absorbed, ends_real(row, "closed_absorbed"), 1e-4);
    if (*ends_text(row, "closed_cache")) assert_near(t.hits, ends_real(row, "closed_cache"), 1e-4);
    if (*ends_text(row, "closed_entries"))
        assert_near(t.entries_used, ends_real(row, "closed_entries"), 0.01);
}

/* How far the form may be off, as a share: below, above. Replies to requests without an entry free
 * those of others early, which the form for full tables leaves out. */
static void tolerance_of(const ends_row *row, double *below, double *above)
{
    static const double sixth = 1.0 / 6.0;
    const bool full = ends_real(row, "untabled_share") > sixth;
    const bool cache = ends_real(row, "cache_lines") > 0.0;
    *below = 0.04;
    *above = !full ? (cache ? 0.06 : 0.04) : cache ? 0.1 : 0.46;
}

static void streams_agree(void **state)
{
    const ends_row *row = *state;
    noc_line_class classes[CLASSES];
    const noc_cluster_load load = load_of(row, classes);
    noc_cluster_traffic t;
    double below, above;
    assert_true(noc_cluster_traffic_of(&load, &t));
    const double want = ends_real(row, "absorbed_share");
    tolerance_of(row, &below, &above);
    if (t.absorbed < want * (1.0 - below) || t.absorbed > want * (1.0 + above) + 1e-9)
        fail_msg("%s: absorbed %g, simulated %g", row->name, t.absorbed, want);
    assert_near(t.entries_used, ends_real(row, "entries_mean"),
                0.02 * ends_real(row, "entries_mean"));
    assert_near(t.without, ends_real(row, "untabled_share"), 0.03);
    const double sent = ends_real(row, "sent_reads_per_cycle");
    assert_near(t.sent, sent, sent * (above > 0.1 ? 0.07 : 0.015));
}

/* ---- ends of ranges ------------------------------------------------------------------------- */

static noc_cluster_traffic traffic(int cores, double round_trip, double entries, double cache)
{
    static const noc_line_class classes[] = {{0.01, 0.0, 5.0}, {0.001, 0.0, 100.0}};
    const noc_cluster_load load = {cores, round_trip, entries, cache, classes, 2};
    noc_cluster_traffic t;
    assert_true(noc_cluster_traffic_of(&load, &t));
    return t;
}

static void ends_of_ranges(void **state)
{
    (void)state;
    assert_true(traffic(5, 300.0, 0.0, 0.0).absorbed == 0.0);
    assert_true(traffic(5, 300.0, 0.0, 9.0).absorbed == 0.0); /* no table, so no list of several */
    assert_true(traffic(1, 300.0, 48.0, 9.0).absorbed == 0.0);
    assert_true(traffic(5, 1.0, 48.0, 9.0).absorbed == 0.0); /* replies before the next request */
    assert_near(traffic(5, 300.0, 105.0, 200.0).hits, 1.0, 1e-9); /* all lines, for ever */
    const noc_cluster_traffic none = traffic(5, 300.0, INFINITY, 0.0),
                              large = traffic(5, 300.0, 105.0, 0.0);
    assert_near(large.absorbed, none.absorbed, 1e-9);
    assert_near(none.entries_used, none.sent * 300.0, 1e-9); /* Little's law */
}

/* More entries, more lines, a longer round trip: more is absorbed. */
static void more_absorbs_more(void **state)
{
    (void)state;
    double before = 0.0;
    for (double entries = 1.0; entries < 60.0; entries += 3.0) {
        const double now = traffic(5, 300.0, entries, 4.0).absorbed;
        assert_true(now > before);
        before = now;
    }
    before = 0.0;
    for (double trip = 20.0; trip < 2000.0; trip *= 1.3) {
        const double now = traffic(5, trip, INFINITY, 0.0).absorbed;
        assert_true(now > before);
        before = now;
    }
    before = 0.0;
    for (double lines = 1.0; lines < 105.0; lines += 4.0) {
        const double now = traffic(5, 300.0, 48.0, lines).absorbed;
        assert_true(now > before);
        before = now;
    }
}

/* ---- the loss system ------------------------------------------------------------------------ */

/* All sets of seven sources, of three weights. */
static void sets_are_enumerated(void **state)
{
    (void)state;
    enum { SOURCES = 7 };
    static const double weights[SOURCES] = {0.3, 0.3, 2.0, 2.0, 2.0, 2.0, 50.0};
    static const int member[] = {0, 2, 6};
    for (size_t places = 0; places <= SOURCES; places++) {
        noc_engset_class classes[] = {{0.3, 2.0, 0, 0}, {2.0, 4.0, 0, 0}, {50.0, 1.0, 0, 0}};
        assert_true(noc_engset(classes, 3, places));
        double all = 0.0, holds[3] = {0}, refused[3] = {0};
        for (unsigned set = 0; set < 1u << SOURCES; set++) {
            const size_t size = (size_t)__builtin_popcount(set);
            double weight = 1.0;
            if (size > places) continue;
            for (int i = 0; i < SOURCES; i++) weight *= set >> i & 1 ? weights[i] : 1.0;
            all += weight;
            for (int c = 0; c < 3; c++) {
                if (set >> member[c] & 1)
                    holds[c] += weight;
                else if (size == places)
                    refused[c] += weight;
            }
        }
        for (int c = 0; c < 3; c++) {
            assert_near(classes[c].holds, holds[c] / all, 1e-12);
            assert_near(classes[c].refused, refused[c] / all, 1e-12);
        }
    }
}

/* Many sources of little weight each: Erlang's loss formula; 20 erlangs on 20 places lose 15.89
 * %. */
static void many_sources_are_poisson(void **state)
{
    (void)state;
    noc_engset_class many = {20.0 / 1e9, 1e9, 0, 0};
    assert_true(noc_engset(&many, 1, 20));
    double blocking = 1.0;
    for (int n = 1; n <= 20; n++) blocking = 20.0 * blocking / (n + 20.0 * blocking);
    assert_near(blocking, 0.1589, 5e-5);
    assert_near(many.refused, blocking, 1e-6);
}

int main(void)
{
    static test_list list;
    const ends_row *rows;
    const size_t count = ends_rows("icc_streams", &rows);
    test_add_rows(&list, "form", rows, count, sizeof *rows, forms_agree);
    test_add_rows(&list, "stream", rows, count, sizeof *rows, streams_agree);
    test_add(&list, "ends of ranges", ends_of_ranges);
    test_add(&list, "more absorbs more", more_absorbs_more);
    test_add(&list, "sets are enumerated", sets_are_enumerated);
    test_add(&list, "many sources are Poisson", many_sources_are_poisson);
    return test_run("clusters in closed form", &list);
}
