/* The merge table and the coalesced cache of a cluster: lists of events of an independent program,
 * event by event, and its random streams; examples worked by hand; every request answered once,
 * also when replies come in any order. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "sampler/policies/cluster.h"
#include "tests/support/rows/ends_tables.h"
#include "tests/support/runs/icc_rig.h"

enum { EVENTS = 4096 };

/* ---- lists ---------------------------------------------------------------------------------- */

/* Plays "cycle:core:line", w behind a write. The letters of what comes of each go to `outcomes`. */
static void play(icc_rig *rig, const char *events, char outcomes[EVENTS])
{
    unsigned long cycle, line;
    unsigned core;
    size_t count = 0;
    for (int used; sscanf(events, "%lu:%u:%lu%n", &cycle, &core, &line, &used) == 3;) {
        events += used;
        const bool write = *events == 'w';
        events += write;
        assert_true(count + 1 < EVENTS);
        outcomes[count++] = icc_rig_request(rig, cycle, core, line, write);
    }
    outcomes[count] = '\0';
    assert_true(icc_rig_finish(rig));
}

static void check_counts(const ends_row *row, const icc_rig *rig)
{
    const noc_cluster_tally *tally = &rig->cluster.tally;
    assert_int_equal(rig->counts.own, ends_integer(row, "mshr_merged", 0));
    assert_int_equal(tally->reads[NOC_CLUSTER_HIT], ends_integer(row, "cache_hits", 0));
    assert_int_equal(tally->reads[NOC_CLUSTER_MERGED], ends_integer(row, "merged", 0));
    assert_int_equal(tally->reads[NOC_CLUSTER_ENTERED], ends_integer(row, "sent_tabled", 0));
    assert_int_equal(tally->reads[NOC_CLUSTER_SENT], ends_integer(row, "sent_untabled", 0));
    assert_int_equal(tally->writes, ends_integer(row, "writes", 0));
    assert_int_equal(tally->inserted, ends_integer(row, "inserted", 0));
    assert_int_equal(rig->counts.dropped, ends_integer(row, "dropped_answers", 0));
    assert_int_equal(rig->most_entries, ends_integer(row, "entries_max", 0));
    assert_near(icc_absorbed(tally), ends_real(row, "absorbed_share"), 1e-6);
}

static void list_is_answered(void **state)
{
    const ends_row *row = *state;
    const noc_cluster_spec spec = {.cores = ends_integer(row, "cores", 0),
                                   .merge_entries = ends_integer(row, "merge_entries", 0),
                                   .cache_lines = ends_integer(row, "cache_lines", 0)};
    icc_rig *rig = icc_rig_new(spec, (uint64_t)ends_integer(row, "round_trip", 0));
    char outcomes[EVENTS], *deliveries;
    size_t size;
    rig->deliveries = open_memstream(&deliveries, &size);
    assert_non_null(rig->deliveries);
    play(rig, ends_text(row, "events"), outcomes);
    fclose(rig->deliveries);
    assert_string_equal(outcomes, ends_text(row, "outcomes"));
    assert_string_equal(deliveries, ends_text(row, "deliveries"));
    check_counts(row, rig);
    free(deliveries);
    icc_rig_free(rig);
}

/* ---- worked examples ------------------------------------------------------------------------ */

typedef struct example {
    const char *name;
    noc_cluster_spec spec;
    const char *events, *outcomes, *deliveries;
} example;

/* T = 10. */
static const example examples[] = {
    {"a full table",
     {.cores = 3, .merge_entries = 2},
     "0:0:7 1:1:7 2:1:7 3:2:8 4:0:9 10:2:7 11:2:9",
     "SMRSUSU",
     "10:7:01 13:8:2 14:9:0 20:7:2 21:9:2"},
    {"an entry after a request without one",
     {.cores = 4, .merge_entries = 1},
     "0:0:1 1:1:2 9:3:3 10:2:2 11:3:2 12:0:2",
     "SUUSSM",
     "10:1:0 11:2:12 19:3:3 20:2:023 21:2:3"},
    {"the same, where replies know of their entries",
     {.cores = 4, .merge_entries = 1, .match_rule = NOC_MERGE_BY_REQUEST},
     "0:0:1 1:1:2 9:3:3 10:2:2 11:3:2 12:0:2",
     "SUUSMM",
     "10:1:0 11:2:1 19:3:3 20:2:023"},
    {"a cache of one line",
     {.cores = 4, .merge_entries = 4, .cache_lines = 1},
     "0:0:1 1:1:1 5:2:2 6:3:2 8:0:2w 10:2:1 12:0:1 15:0:2 16:1:1w 17:2:1",
     "SMSMWCCSWS",
     "10:1:01 15:2:23 25:2:0 27:1:2"},
    {"no table", {.cores = 3}, "0:0:7 1:1:7 2:1:7 3:2:7", "UURU", "10:7:0 11:7:1 13:7:2"},
    {"one core", {.cores = 1, .merge_entries = 9}, "0:0:7 1:0:7 3:0:8", "SRS", "10:7:0 13:8:0"},
};

static void example_is_answered(void **state)
{
    const example *e = *state;
    icc_rig *rig = icc_rig_new(e->spec, 10);
    char outcomes[EVENTS], *deliveries;
    size_t size;
    rig->deliveries = open_memstream(&deliveries, &size);
    play(rig, e->events, outcomes);
    fclose(rig->deliveries);
    assert_string_equal(outcomes, e->outcomes);
    assert_string_equal(deliveries, e->deliveries);
    free(deliveries);
    icc_rig_free(rig);
}

/* ---- streams -------------------------------------------------------------------------------- */

enum { SEEDS = ENDS_SEEDS, REQUESTS = 100000 };

typedef struct stream {
    noc_arena arena;
    noc_alias_table lines;
    noc_cluster_spec spec;
    double requests, writes; /* a cycle; share */
    uint64_t round_trip;
} stream;

static stream stream_of(const ends_row *row)
{
    const size_t lines = (size_t)ends_integer(row, "lines", 0);
    const char *entries = ends_text(row, "merge_entries");
    double *weights = calloc(lines, sizeof *weights);
    assert_non_null(weights);
    for (size_t i = 0; i < lines; i++) weights[i] = pow((double)(i + 1), -ends_real(row, "zipf"));
    stream s = {
        .spec = {.cores = ends_integer(row, "cores", 0),
                 .merge_entries = strcmp(entries, "unbounded") ? atoi(entries) : -1,
                 .cache_lines = ends_integer(row, "cache_lines", 0)},
        .requests = ends_real(row, "requests_per_cycle"),
        .writes = ends_real(row, "write_share"),
        .round_trip = (uint64_t)ends_integer(row, "round_trip", 0),
    };
    assert_true(noc_alias_table_make(&s.lines, &s.arena, weights, lines));
    free(weights);
    return s;
}

typedef enum figure { ABSORBED, HITS, UNTABLED, OWN, ENTRIES, SENT, DROPPED, FIGURES } figure;

/* Their columns, and those of their standard errors. */
static const struct {
    const char *mean, *error;
} columns[FIGURES] = {
    [ABSORBED] = {"absorbed_share", "se_absorbed"},  [HITS] = {"cache_hit_share", "se_cache"},
    [UNTABLED] = {"untabled_share", "se_untabled"},  [OWN] = {"mshr_share", "se_mshr"},
    [ENTRIES] = {"entries_mean", "se_entries"},      [SENT] = {"sent_reads_per_cycle", "se_sent"},
    [DROPPED] = {"dropped_answers_per_reply", NULL},
};

static void measure(const icc_rig *rig, double cycles, double got[FIGURES])
{
    const noc_cluster_tally *tally = &rig->cluster.tally;
    const uint64_t *n = tally->reads;
    const double reads = (double)rig->counts.reads, presented = reads - (double)rig->counts.own;
    got[ABSORBED] = icc_absorbed(tally);
    got[HITS] = (double)n[NOC_CLUSTER_HIT] / presented;
    got[UNTABLED] = (double)n[NOC_CLUSTER_SENT] / presented;
    got[OWN] = (double)rig->counts.own / reads;
    got[ENTRIES] = rig->entry_cycles / cycles;
    got[SENT] = (double)(n[NOC_CLUSTER_SENT] + n[NOC_CLUSTER_ENTERED]) / cycles;
    got[DROPPED] = (double)rig->counts.dropped / (double)rig->counts.replies;
}

/* Bernoulli trials of the cycles, so gaps are geometric. */
static void run_stream(const stream *s, uint64_t seed, double got[FIGURES])
{
    icc_rig *rig = icc_rig_new(s->spec, s->round_trip);
    noc_random random = noc_random_stream(seed, 1);
    const double miss = log(1.0 - s->requests);
    uint64_t cycle = 0;
    for (int i = 0; i < REQUESTS; i++) {
        cycle += 1 + (uint64_t)(log(noc_random_positive(&random)) / miss);
        const unsigned core = (unsigned)(noc_random_uniform(&random) * s->spec.cores);
        const bool write = noc_random_uniform(&random) < s->writes;
        icc_rig_request(rig, cycle, core, noc_alias_table_draw(&s->lines, &random), write);
    }
    measure(rig, (double)cycle, got);
    assert_true(icc_rig_finish(rig));
    icc_rig_free(rig);
}

static void stream_is_answered(void **state)
{
    const ends_row *row = *state;
    stream s = stream_of(row);
    ends_figure figures[FIGURES] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        double got[FIGURES];
        run_stream(&s, seed, got);
        for (int f = 0; f < FIGURES; f++) ends_count(&figures[f], got[f]);
    }
    for (int f = 0; f < FIGURES; f++)
        ends_assert_mean(row, columns[f].mean, columns[f].error, &figures[f], 0.01, 1e-5);
    noc_arena_clear(&s.arena);
}

/* 4096 lines by Zipf 0.8, 48 entries, T 300: replies that know of their entries do not free those
 * of others early, so more is merged, and nothing comes too late. The reference's own runs give
 * 0.0838 and 0.0859. */
static void replies_that_know_their_entries(void **state)
{
    (void)state;
    enum { LINES = 4096 };
    static double weights[LINES];
    static const double want[] = {0.0838, 0.0859};
    for (int i = 0; i < LINES; i++) weights[i] = pow(i + 1.0, -0.8);
    for (int match = 0; match < 2; match++) {
        stream s = {.spec = {5, 48, 0, match ? NOC_MERGE_BY_REQUEST : NOC_MERGE_BY_ADDRESS},
                    .requests = 0.2,
                    .round_trip = 300};
        double absorbed = 0.0, dropped = 0.0;
        assert_true(noc_alias_table_make(&s.lines, &s.arena, weights, LINES));
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            double got[FIGURES];
            run_stream(&s, seed, got);
            absorbed += got[ABSORBED] / SEEDS;
            dropped += got[DROPPED] / SEEDS;
        }
        assert_near(absorbed, want[match], 0.001);
        assert_true(match ? dropped == 0.0 : dropped > 0.0);
        noc_arena_clear(&s.arena);
    }
}

int main(void)
{
    static test_list list;
    ends_add(&list, "icc_lists", list_is_answered);
    ends_add(&list, "icc_streams", stream_is_answered);
    TEST_TABLE(&list, examples, example_is_answered);
    test_add(&list, "replies that know their entries", replies_that_know_their_entries);
    return test_run("clusters", &list);
}
