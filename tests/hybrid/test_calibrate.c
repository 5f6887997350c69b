/* Calibration: suites, fits, calibration files, answers. */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hybrid/discrepancy/calibrate.h"
#include "hybrid/suites/suite_read.h"
#include "hybrid/suites/suite_record.h"
#include "hybrid/suites/suite_validate.h"
#include "tests/booksim_rows.h"
#include "tests/helpers.h"
#include "tests/suites.h"

/* ---- suites --------------------------------------------------------------------------------- */

/* A suite file of its own in /tmp. The caller clears and unlinks. */
static noc_status read_suite(const char *text, noc_suite *suite, noc_diag *diag, char path[40])
{
    snprintf(path, 40, "/tmp/nocsight-suite-XXXXXX");
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    return noc_suite_read(path, NULL, suite, diag);
}

#define DRAWN(count)                                                                               \
    "name = \"t\"; families = ( { name = \"m\"; count = " count "; seed = 3;"                      \
    " set = { network = { topology = \"mesh\"; }; traffic = { pattern = \"many-to-few\"; }; };"    \
    " random_memory = 0.5; vary = ("                                                               \
    "  { choices = ( { network = { columns = 4; rows = 4; }; nodes = { compute = 12; memory = 4; " \
    "};"                                                                                           \
    " },  { network = { columns = 5; rows = 5; }; nodes = { compute = 21; memory = 4; }; } ); },"  \
    "  { key = \"network.routing\"; values = (\"xy\", \"o1turn\"); },"                             \
    "  { key = \"network.virtual_channels\"; values = (2, 4, 8); },"                               \
    "  { key = \"network.buffer_flits\"; values = (4, 8); } ); } );"

static void draws_are_the_same_each_time_and_a_larger_count_adds_to_them(void **state)
{
    noc_suite small, large, part;
    char a[40], b[40], c[40];
    (void)state;
    assert_int_equal(read_suite(DRAWN("12"), &small, NULL, a), NOC_OK);
    assert_int_equal(read_suite(DRAWN("24"), &large, NULL, b), NOC_OK);
    assert_int_equal(read_suite(DRAWN("12; without = (0, 7)"), &part, NULL, c), NOC_OK);
    assert_int_equal(small.count, 12);
    assert_int_equal(large.count, 24);
    assert_int_equal(part.count, 10);
    for (size_t i = 0; i < small.count; i++) {
        assert_string_equal(small.cases[i].name, large.cases[i].name);
        assert_string_equal(small.cases[i].design->hash, large.cases[i].design->hash);
    }
    assert_string_equal(part.cases[0].design->hash, small.cases[1].design->hash);
    assert_string_equal(part.cases[6].name, "m-8");
    noc_suite_clear(&small);
    noc_suite_clear(&large);
    noc_suite_clear(&part);
    unlink(a);
    unlink(b);
    unlink(c);
}

/* A Sobol sequence takes each of two values in half of its points, each of three in a third, within one or
 * two; o1turn needs four VCs for two classes, so its invalid points are passed over. */
static void draws_spread_over_all_values(void **state)
{
    noc_suite s;
    char path[40];
    size_t buffers = 0, scattered = 0, columns = 0;
    (void)state;
    assert_int_equal(read_suite(DRAWN("48"), &s, NULL, path), NOC_OK);
    for (size_t i = 0; i < s.count; i++) {
        const noc_design *d = s.cases[i].design;
        assert_non_null(d);
        buffers += d->networks[0].buffer_flits == 4;
        columns += d->nodes.compute == 12;
        bool rows[5] = {false};
        for (size_t m = 0; m < d->nodes.memory_at.count; m++)
            rows[d->nodes.memory_at.values[m].row] = true;
        scattered += rows[1] || rows[2] || rows[3];
    }
    assert_in_range(buffers, 20, 28);
    assert_in_range(columns, 18, 30);
    assert_in_range(scattered, 12, 36);
    noc_suite_clear(&s);
    unlink(path);
}

#define RANGES(count)                                                                             \
    "name = \"t\"; families = ( { name = \"m\"; count = " count "; seed = 5; fill = true;"        \
    " random_hot = 3; set = { network = { topology = \"mesh\"; }; nodes = { memory = 0; };"       \
    " traffic = { pattern = \"hotspot\"; }; }; vary = ("                                          \
    "  { key = \"network.columns\"; from = 2; to = 9; }, { key = \"network.rows\"; from = 3; to " \
    "= "                                                                                          \
    "5; },  { key = \"network.buffer_flits\"; from = 1; to = 64; by_ratio = true; } ); } );"

/* Of a Sobol sequence's points as many lie in one part of a range as in another, within a few: numbers from 2 to 9 in halves,
 * those from 1 to 64 by ratio with as many up to 7 as beyond (7.06^2 = 65 - but for rounding down). */
static void ranges_of_numbers_are_spread_over_and_tiles_filled(void **state)
{
    noc_suite s;
    char path[40];
    size_t few = 0, shallow = 0, ends = 0, hot[4] = {0};
    (void)state;
    assert_int_equal(read_suite(RANGES("64"), &s, NULL, path), NOC_OK);
    for (size_t i = 0; i < s.count; i++) {
        const noc_design *d = s.cases[i].design;
        const noc_graph *g = &s.cases[i].system->graph;
        const noc_integers *nodes = &d->traffic.hotspot_nodes;
        assert_int_equal(d->nodes.compute, g->columns * g->rows);
        assert_in_range(g->columns, 2, 9);
        assert_in_range(g->rows, 3, 5);
        assert_in_range(d->networks[0].buffer_flits, 1, 64);
        assert_in_range(nodes->count, 1, 3);
        few += g->columns < 6;
        shallow += d->networks[0].buffer_flits <= 7;
        ends += g->columns == 2 || g->columns == 9;
        hot[nodes->count]++;
        for (size_t k = 0; k < nodes->count; k++)
            for (size_t j = 0; j < k; j++) assert_int_not_equal(nodes->values[k], nodes->values[j]);
    }
    assert_in_range(few, 30, 34);
    assert_in_range(shallow, 30, 34);
    assert_in_range(ends, 14, 18);
    for (size_t k = 1; k <= 3; k++) assert_in_range(hot[k], 10, 34);
    noc_suite_clear(&s);
    unlink(path);
}

static void a_bad_design_is_named_and_the_others_go_on(void **state)
{
    static const char text[] =
        "name = \"t\"; families = ( { name = \"f\"; designs = ("
        " { name = \"good\"; nodes = { compute = 16; }; network = { topology = \"mesh\"; columns = "
        "4;"
        " rows = 4; }; traffic = { pattern = \"uniform\"; }; },"
        " { name = \"bad\"; nodes = { compute = 16; }; network = { topology = \"mush\"; columns = "
        "4;"
        " rows = 4; }; traffic = { pattern = \"uniform\"; }; }, \"/nowhere.cfg\" ); } );";
    noc_suite s;
    char path[40];
    (void)state;
    assert_int_equal(read_suite(text, &s, NULL, path), NOC_OK);
    assert_int_equal(s.count, 3);
    assert_int_equal(s.bad, 2);
    assert_non_null(s.cases[0].system);
    assert_null(s.cases[1].design);
    assert_string_equal(s.cases[1].name, "bad");
    assert_contains(s.cases[1].fault, "mush");
    assert_contains(s.cases[2].fault, "/nowhere.cfg");
    noc_suite_clear(&s);
    unlink(path);
}

typedef struct wrong_suite {
    const char *name, *text, *message;
} wrong_suite;

static const wrong_suite wrong_suites[] = {
    {"no families", "name = \"t\";", "families"},
    {"no name", "families = ( { name = \"f\"; designs = (\"a\"); } );", "name is missing"},
    {"a mistyped setting",
     "name = \"t\"; sead = 1; families = ( { name = \"f\"; designs = (); } );",
     "did you mean 'seed'"},
    {"neither designs nor a count", "name = \"t\"; families = ( { name = \"f\"; } );",
     "needs designs, or a count"},
    {"a share of more than 1",
     "name = \"t\"; shares = (0.5, 1.5); families = ( { name = \"f\"; designs = (); } );",
     "shares"},
    {"a range that ends before it begins",
     "name = \"t\"; families = ( { name = \"f\"; count = 2; vary = ( { key = "
     "\"network.virtual_channels\"; from = 8; to = 1; } ); } );",
     "from, to: expected whole numbers, from 0"},
    {"a range by ratios from 0",
     "name = \"t\"; families = ( { name = \"f\"; count = 2; vary = ( { key = "
     "\"network.channel_cycles\"; from = 0; to = 8; by_ratio = true; } ); } );",
     "from, to: expected whole numbers, from 1"},
    {"fewer than no hot nodes",
     "name = \"t\"; families = ( { name = \"f\"; count = 2; random_hot = -1; vary = ( { key = "
     "\"network.virtual_channels\"; values = (2); } ); } );",
     "random_hot: expected how many"},
    {"draws that are never valid",
     "name = \"t\"; families = ( { name = \"f\"; count = 2; set = { network = { topology = "
     "\"mush\"; }; }; vary = ( { key = \"nodes.compute\"; values = (4); } ); } );",
     "only 0 are valid"},
};

static void is_refused(void **state)
{
    const wrong_suite *c = *state;
    noc_suite s;
    noc_diag diag = {0};
    char path[40];
    assert_int_equal(read_suite(c->text, &s, &diag, path), NOC_EINPUT);
    assert_true(diag.count > 0);
    assert_contains(diag.messages[0].text, c->message);
    noc_diag_clear(&diag);
    noc_suite_clear(&s);
    unlink(path);
}

/* What is written is what was measured, and belongs to the same settings only. */
static void measurements_are_found_again(void **state)
{
    noc_suite s, again;
    char path[40], records[48];
    (void)state;
    assert_int_equal(read_suite(DRAWN("3"), &s, NULL, path), NOC_OK);
    for (size_t i = 0; i < 2; i++) {
        s.cases[i].measured = true;
        s.cases[i].record = (noc_suite_record){.saturation = 0.1 + (double)i,
                                               .saturation_half = 0.01,
                                               .knee = NAN,
                                               .count = s.share_count};
        for (size_t p = 0; p < s.share_count; p++)
            s.cases[i].record.points[p] = (noc_suite_point){.share = s.shares[p],
                                                            .load = 0.01,
                                                            .latency = 20.0,
                                                            .half_width = 0.1,
                                                            .network = 18.0,
                                                            .request = NAN,
                                                            .reply = NAN,
                                                            .window = 20.5,
                                                            .answer = NOC_ANSWER_OK};
    }
    char *text = noc_suite_text(&s, "test");
    snprintf(records, sizeof records, "%s.json", path);
    FILE *out = fopen(records, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
    assert_int_equal(noc_suite_read(path, NULL, &again, NULL), NOC_OK);
    assert_int_equal(noc_suite_load(&again, records, NULL), NOC_OK);
    assert_int_equal(again.measured, 2);
    assert_true(again.cases[0].measured && again.cases[1].measured && !again.cases[2].measured);
    assert_near(again.cases[1].record.saturation, 1.1, 1e-9);
    assert_true(isnan(again.cases[0].record.knee));
    assert_near(again.cases[0].record.points[4].share, 0.9, 1e-9);
    text[strlen(text) / 2] = '\0';
    out = fopen(records, "w");
    fputs(text, out);
    fclose(out);
    noc_diag diag = {0};
    assert_int_equal(noc_suite_load(&again, records, &diag), NOC_EINPUT);
    assert_contains(diag.messages[0].text, "damaged");
    noc_diag_clear(&diag);
    free(text);
    noc_suite_clear(&s);
    noc_suite_clear(&again);
    unlink(path);
    unlink(records);
}

/* The shipped reference suite says what the rows say. */
static void the_booksim_suite_is_the_rows(void **state)
{
    (void)state;
    noc_suite s = test_shipped_suite("booksim");
    booksim b = booksim_read("booksim.csv");
    assert_int_equal(s.bad, 0);
    assert_int_equal(s.measured, b.count);
    for (size_t i = 0; i < s.count; i++) {
        const noc_suite_case *c = &s.cases[i];
        const booksim_family *f = booksim_find(&b, c->name);
        assert_non_null(f);
        test_system t = test_compile(f->design, NULL);
        assert_string_equal(t.design->hash, c->design->hash);
        assert_near(c->record.saturation, f->saturation, 1e-6);
        for (size_t p = 0; p < c->record.count; p++) {
            size_t found = 0;
            for (size_t r = 0; r < f->count; r++)
                found += f->rows[r].load == c->record.points[p].load &&
                         fabs(f->rows[r].latency - c->record.points[p].latency) < 1e-6;
            assert_int_equal(found, 1);
        }
        test_system_free(&t);
    }
    booksim_free(&b);
    noc_suite_clear(&s);
}

/* ---- suites that nothing is fitted to ------------------------------------------------------- */

typedef struct unseen_suite {
    const char *name;
} unseen_suite;

static const unseen_suite unseen_suites[] = {{"test"},    {"alike"}, {"blind"}, {"fresh"},
                                             {"booksim"}, {"drawn"}, {"kept"}};

static void has_no_design_of_the_training_suite(void **state)
{
    const unseen_suite *c = *state;
    noc_suite training = test_shipped_suite("training"), s = test_shipped_suite(c->name);
    assert_true(s.measured > 0);
    for (size_t i = 0; i < s.count; i++)
        for (size_t k = 0; k < training.count; k++)
            assert_string_not_equal(s.cases[i].id, training.cases[k].id);
    noc_suite_clear(&training);
    noc_suite_clear(&s);
}

/* ---- designs that nobody chose -------------------------------------------------------------- */

enum { DRAWN_DESIGNS = 100 };

/* What the designs of a suite have between them. */
typedef struct variety {
    bool topologies[16], patterns[16], routings[16], allocators[3], stages[5], speedups[4];
    int least_vcs, most_vcs, least_buffer, most_buffer, longest_channel, most_nodes;
    size_t uneven, two_networks, hot, long_channels;
} variety;

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

static void look_at(const noc_design *d, variety *v)
{
    const noc_network_spec *n = &d->networks[0];
    const int nodes = d->nodes.compute + d->nodes.memory;
    v->topologies[n->topology] = v->patterns[d->traffic.pattern] = v->routings[n->routing] = true;
    v->allocators[n->allocator] = v->stages[n->router_stages] = true;
    v->speedups[n->input_speedup] = true;
    v->least_vcs = lesser(v->least_vcs, n->virtual_channels);
    v->most_vcs = greater(v->most_vcs, n->virtual_channels);
    v->least_buffer = lesser(v->least_buffer, n->buffer_flits);
    v->most_buffer = greater(v->most_buffer, n->buffer_flits);
    v->longest_channel = greater(v->longest_channel, n->channel_cycles);
    v->most_nodes = greater(v->most_nodes, nodes);
    v->uneven += (nodes & (nodes - 1)) != 0;
    v->two_networks += d->network_count == 2;
    v->hot += d->traffic.hotspot_fraction > 0.0;
    v->long_channels += n->channel_cycles > 2;
}

static size_t count_true(const bool *flags, size_t count)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += flags[i];
    return sum;
}

static void has_all_kinds_of_designs(void **state)
{
    const unseen_suite *c = *state;
    noc_suite s = test_shipped_suite(c->name);
    variety v = {.least_vcs = 99, .least_buffer = 99};
    assert_int_equal(s.count, DRAWN_DESIGNS);
    assert_int_equal(s.bad, 0);
    for (size_t i = 0; i < s.count; i++) look_at(s.cases[i].design, &v);
    assert_int_equal(count_true(v.topologies, 16), 8); /* all but the ideal one */
    assert_int_equal(count_true(v.patterns, 16), 5);
    assert_int_equal(count_true(v.routings, 16), 6);
    assert_int_equal(count_true(v.allocators, 3), 3);
    assert_int_equal(count_true(v.stages, 5), 4);
    assert_int_equal(count_true(v.speedups, 4), 3);
    assert_int_equal(v.least_vcs, 1);
    assert_in_range(v.most_vcs, 15, 16);
    assert_int_equal(v.least_buffer, 1);
    assert_in_range(v.most_buffer, 58, 64);
    assert_int_equal(v.longest_channel, 40);
    assert_in_range(v.most_nodes, 70, 150);
    assert_in_range(v.uneven, 75, 100);
    assert_in_range(v.two_networks, 14, 20);
    assert_in_range(v.hot, 20, 50);
    assert_in_range(v.long_channels, 40, 65);
    noc_suite_clear(&s);
}

static const unseen_suite drawn_suites[] = {{"drawn"}, {"kept"}};

static void drawn_and_kept_designs_are_all_different(void **state)
{
    (void)state;
    noc_suite a = test_shipped_suite("drawn"), b = test_shipped_suite("kept");
    const char *ids[2 * DRAWN_DESIGNS];
    assert_int_equal(a.count + b.count, 2 * DRAWN_DESIGNS);
    for (size_t i = 0; i < 2 * DRAWN_DESIGNS; i++) {
        ids[i] = i < a.count ? a.cases[i].id : b.cases[i - a.count].id;
        for (size_t k = 0; k < i; k++) assert_string_not_equal(ids[i], ids[k]);
    }
    noc_suite_clear(&a);
    noc_suite_clear(&b);
}

/* The file's text from its families on, without their seeds, and with the other's names. */
static char *rules_of(const char *name)
{
    char path[40];
    snprintf(path, sizeof path, "configs/%s.suite", name);
    char *text = test_read_text(path), *from = strstr(text, "families"), *to = text;
    assert_non_null(from);
    while (*from) {
        const size_t prefix = strlen(name);
        if (strncmp(from, "seed = ", 7) == 0)
            from += 7 + strspn(from + 7, "0123456789");
        else if (strncmp(from, name, prefix) == 0 && from[prefix] == '-')
            from += prefix;
        else
            *to++ = *from++;
    }
    *to = '\0';
    return text;
}

static void kept_designs_are_drawn_by_the_same_rules(void **state)
{
    (void)state;
    char *drawn = rules_of("drawn"), *kept = rules_of("kept");
    assert_string_equal(drawn, kept);
    free(drawn);
    free(kept);
}

/* Intervals from 0.9 to 1.1, what was measured lies 0.02 to 0.4 above 1: so the 17th of 20 asks for 0.34 / 0.1. One without an
 * answer is never held. */
static void intervals_are_widened_until_they_hold_enough(void **state)
{
    enum { CASES = 20 };
    noc_trial list[CASES + 1];
    const noc_suite none = {.count = 0};
    (void)state;
    for (int i = 0; i < CASES; i++)
        list[i] = (noc_trial){.kind = NOC_TRIAL_KNEE,
                              .model = 1.0,
                              .lo = 0.9,
                              .hi = 1.1,
                              .measured = 1.0 + 0.02 * (CASES - i)};
    list[CASES] =
        (noc_trial){.kind = NOC_TRIAL_KNEE, .model = NAN, .lo = NAN, .hi = NAN, .measured = 1.0};
    noc_tally t = noc_trials_tally(&(noc_trials){list, CASES}, &none, NULL, NOC_TRIAL_KNEE);
    assert_int_equal(t.inside, 5);
    assert_near(t.half_width, 0.1, 1e-9);
    assert_near(t.widening, 3.4, 1e-9);
    t = noc_trials_tally(&(noc_trials){list, CASES + 1}, &none, NULL, NOC_TRIAL_KNEE);
    assert_near(t.half_width, 0.1, 1e-9);
    assert_near(t.widening, 3.6, 1e-9);
}

/* ---- the fit -------------------------------------------------------------------------------- */

/* A suite "measured" with the model itself, at terms that are not the defaults. */
static noc_suite synthetic_suite(const noc_contention_terms *truth, char path[40])
{
    noc_suite s;
    assert_int_equal(read_suite(DRAWN("36"), &s, NULL, path), NOC_OK);
    for (size_t i = 0; i < s.count; i++) {
        noc_suite_case *c = &s.cases[i];
        noc_model *model = noc_model_new(c->system, truth);
        noc_model_limits limits;
        noc_model_find_limits(model, &limits);
        c->record = (noc_suite_record){.saturation = limits.saturation, .knee = limits.knee};
        for (size_t p = 0; p < s.share_count; p++) {
            const double load = s.shares[p] * limits.saturation;
            noc_model_point at;
            noc_model_solve(model, load, &at);
            const noc_latency_set set = noc_latencies_of(&at);
            c->record.points[c->record.count++] = (noc_suite_point){
                .share = s.shares[p],
                .load = load,
                .latency = set.of[NOC_LATENCY_WATCHED],
                .network = set.of[NOC_LATENCY_NETWORK],
                .request = set.of[NOC_LATENCY_REQUEST],
                .reply = set.of[NOC_LATENCY_REPLY],
                .window = set.of[NOC_LATENCY_WATCHED],
                .answer = NOC_ANSWER_OK,
            };
        }
        noc_model_free(model);
        c->measured = true;
        s.measured++;
    }
    return s;
}

static const noc_calibrating how = {.jobs = 1, .rounds = 2, .version = "test"};

/* Mean sizes of the deviations from the measured saturations, of the fits and when adjusted by what others tell. */
typedef struct missed {
    double unadjusted, adjusted;
} missed;

static missed missed_by(const noc_suite *s, const noc_calibration *c)
{
    missed m = {0.0, 0.0};
    noc_suite_answer *answers = calloc(s->count, sizeof *answers);
    unsigned char *thirds = calloc(s->count, sizeof *thirds);
    assert_int_equal(noc_calibration_answers(s, c, 1, answers, thirds, NULL, NULL), NOC_OK);
    for (size_t i = 0; i < s->count; i++) {
        m.unadjusted += fabs(answers[i].deviation.saturation);
        m.adjusted += fabs(log(s->cases[i].record.saturation / answers[i].limits.saturation));
    }
    free(thirds);
    free(answers);
    return m;
}

static void the_fit_finds_the_terms_that_made_the_data(void **state)
{
    noc_contention_terms truth = noc_contention_defaults;
    char path[40];
    (void)state;
    truth.switch_wait *= 1.25;
    truth.fifo_wait *= 0.8;
    noc_suite s = synthetic_suite(&truth, path);
    noc_calibration *start = calloc(1, sizeof *start), *fitted = calloc(1, sizeof *fitted);
    noc_calibrating none = how;
    none.rounds = 0;
    assert_int_equal(noc_calibrate(&s, &none, start, NULL), NOC_OK);
    assert_int_equal(noc_calibrate(&s, &how, fitted, NULL), NOC_OK);
    /* each correlates with others, so what counts is that the errors on held-out designs go */
    const missed before = missed_by(&s, start), after = missed_by(&s, fitted);
    assert_true(after.unadjusted < 0.5 * before.unadjusted);
    assert_true(before.adjusted <
                0.65 * before.unadjusted); /* likewise by designs that are alike */
    assert_near(fitted->terms.switch_wait, truth.switch_wait, 0.15);
    assert_true(fabs(fitted->terms.switch_wait - truth.switch_wait) <
                fabs(start->terms.switch_wait - truth.switch_wait));
    noc_calibration_clear(start);
    noc_calibration_clear(fitted);
    free(start);
    free(fitted);
    noc_suite_clear(&s);
    unlink(path);
}

/* The terms without a third answer for that third, and for no other. */
static void answers_are_of_the_fit_without_the_design(void **state)
{
    char path[40];
    (void)state;
    noc_suite s = synthetic_suite(&noc_contention_defaults, path);
    noc_calibration *c = calloc(1, sizeof *c);
    noc_suite_answer *answers = calloc(s.count, sizeof *answers);
    unsigned char *thirds = calloc(s.count, sizeof *thirds);
    for (size_t k = 0; k < NOC_THIRDS; k++) {
        c->fits[k] = noc_contention_defaults;
        c->fits[k].own_link_wait *= 0.5 + (double)k;
    }
    assert_int_equal(noc_calibration_answers(&s, c, 1, answers, thirds, NULL, NULL), NOC_OK);
    for (size_t i = 0; i < s.count; i++) {
        noc_model *model = noc_model_new(s.cases[i].system, &c->fits[i % NOC_THIRDS]);
        noc_model_limits limits;
        noc_model_find_limits(model, &limits);
        assert_int_equal(thirds[i], i % NOC_THIRDS);
        assert_near(answers[i].deviation.saturation,
                    log(s.cases[i].record.saturation / limits.saturation), 0.0);
        noc_model_free(model);
    }
    free(thirds);
    free(answers);
    free(c);
    noc_suite_clear(&s);
    unlink(path);
}

static void threads_change_no_fit(void **state)
{
    char path[40];
    (void)state;
    noc_suite s = synthetic_suite(&noc_contention_defaults, path);
    noc_calibration *one = calloc(1, sizeof *one), *three = calloc(1, sizeof *three);
    noc_calibrating threads = how;
    threads.rounds = 1;
    assert_int_equal(noc_calibrate(&s, &threads, one, NULL), NOC_OK);
    threads.jobs = 3;
    assert_int_equal(noc_calibrate(&s, &threads, three, NULL), NOC_OK);
    char *a = noc_calibration_text(one), *b = noc_calibration_text(three);
    assert_string_equal(a, b);
    free(a);
    free(b);
    noc_calibration_clear(one);
    noc_calibration_clear(three);
    free(one);
    free(three);
    noc_suite_clear(&s);
    unlink(path);
}

static void too_few_designs_are_refused(void **state)
{
    noc_suite s;
    noc_diag diag = {0};
    char path[40];
    (void)state;
    noc_calibration *c = calloc(1, sizeof *c);
    assert_int_equal(read_suite(DRAWN("3"), &s, NULL, path), NOC_OK);
    assert_int_equal(noc_calibrate(&s, &how, c, &diag), NOC_EINPUT);
    assert_contains(diag.messages[0].text, "needs at least");
    noc_diag_clear(&diag);
    free(c);
    noc_suite_clear(&s);
    unlink(path);
}

/* ---- files ---------------------------------------------------------------------------------- */

/* The shipped file with one change: `find` becomes `put`; NULL cuts the file there. */
typedef struct damage {
    const char *name, *find, *put, *message;
} damage;

static const damage damages[] = {
    {"a changed figure", "seed = 1;", "seed = 2;", "checksum"},
    {"another format", "format = 5;", "format = 99;", "another version"},
    {"an older format", "format = 5;", "format = 4;", "another version"},
    {"no format", "format = 5;", "", "no calibration"},
    {"a file cut short", "ranges = (", NULL, "checksum"},
    {"no libconfig", "terms = {", "terms = [{", "syntax"},
};

static void a_damaged_file_is_refused(void **state)
{
    const damage *d = *state;
    char *text = test_read_text("data/calibration.cfg"), *changed = NULL;
    char *at = strstr(text, d->find);
    noc_calibration *c = calloc(1, sizeof *c);
    noc_diag diag = {0};
    assert_non_null(at);
    assert_true(asprintf(&changed, "%.*s%s%s", (int)(at - text), text, d->put ? d->put : "",
                         d->put ? at + strlen(d->find) : "") > 0);
    assert_int_equal(noc_calibration_parse(changed, "file", c, &diag), NOC_EINPUT);
    assert_true(diag.count > 0);
    assert_contains(diag.messages[0].text, d->message);
    noc_diag_clear(&diag);
    noc_calibration_clear(c);
    free(changed);
    free(text);
    free(c);
}

static void the_shipped_file_fits_this_model_and_prints_alike(void **state)
{
    (void)state;
    char *text = test_read_text("data/calibration.cfg");
    noc_calibration *c = calloc(1, sizeof *c);
    noc_diag diag = {0};
    if (noc_calibration_parse(text, "data/calibration.cfg", c, &diag) != NOC_OK)
        test_print_messages(&diag);
    assert_int_equal(diag.count, 0);
    assert_non_null(noc_calibration_shipped());
    assert_string_equal(noc_calibration_shipped()->id, c->id);
    char *again = noc_calibration_text(c);
    assert_string_equal(again, text);
    noc_calibration_clear(c);
    free(again);
    free(text);
    free(c);
}

/* Figures without an interval stay without one. */
static void a_rule_that_was_not_learned_is_read_again(void **state)
{
    (void)state;
    noc_calibration *c = calloc(1, sizeof *c), *again = calloc(1, sizeof *again);
    *c = *noc_calibration_shipped();
    noc_rule *rule = &c->intervals.model[NOC_LATENCY_REPLY];
    for (size_t b = 0; b < NOC_BANDS; b++) rule->spreads[b] = (noc_spread){NAN, NAN, 3};
    rule->difficulty = (noc_difficulty){.base = NAN};
    char *text = noc_calibration_text(c);
    assert_int_equal(noc_calibration_parse(text, "text", again, NULL), NOC_OK);
    char *twice = noc_calibration_text(again);
    assert_string_equal(twice, text);
    assert_true(isnan(again->intervals.model[NOC_LATENCY_REPLY].spreads[1].low));
    assert_int_equal(again->intervals.model[NOC_LATENCY_REPLY].spreads[1].count, 3);
    noc_calibration_clear(again);
    free(twice);
    free(text);
    free(again);
    free(c);
}

static void check_rule(const noc_rule *now, const noc_rule *was)
{
    /* The calibration is older than waits for credits, traits of long channels, limits of channels, and input speed-ups and iterations
     * that do nothing. Of one with the model's own answers quantiles are within 1 %, where the search for difficulties ends, and
     * counts are equal. */
    static const double same = 0.15, same_slope = 0.15;
    static const int moved = 16;
    for (size_t b = 0; b < NOC_BANDS; b++) {
        const noc_spread *n = &now->spreads[b], *w = &was->spreads[b];
        assert_true(abs((int)n->count - (int)w->count) <= moved);
        assert_near(n->low, w->low, same * fabs(w->low));
        assert_near(n->high, w->high, same * fabs(w->high));
    }
    assert_near(now->difficulty.base, was->difficulty.base, same);
    for (size_t i = 0; i < NOC_FEATURES; i++)
        assert_near(now->difficulty.slopes[i], was->difficulty.slopes[i], same_slope);
}

/* A change of the model without a refit moves these quantiles. */
static void the_shipped_intervals_are_those_of_this_model(void **state)
{
    (void)state;
    noc_suite s = test_shipped_suite("training");
    const noc_calibration *shipped = noc_calibration_shipped();
    assert_non_null(shipped);
    noc_suite_answer *answers = calloc(s.count, sizeof *answers);
    unsigned char *thirds = calloc(s.count, sizeof *thirds);
    noc_intervals v;
    assert_int_equal(s.measured, shipped->designs);
    assert_int_equal(noc_calibration_answers(&s, shipped, 0, answers, thirds, NULL, NULL), NOC_OK);
    assert_int_equal(noc_intervals_learn(&s, answers, thirds, 0.9, &v, NULL), NOC_OK);
    for (size_t i = 0; i < NOC_SCORED; i++) {
        check_rule(&v.model[i], &shipped->intervals.model[i]);
        check_rule(&v.checked[i], &shipped->intervals.checked[i]);
    }
    free(answers);
    free(thirds);
    noc_suite_clear(&s);
}

/* ---- answers -------------------------------------------------------------------------------- */

static void check_ordered(const noc_metric *m)
{
    assert_true(isfinite(m->lo) && isfinite(m->hi));
    assert_true(m->lo <= m->value && m->value <= m->hi);
    assert_near(m->confidence, 0.9, 0.0);
}

static void a_query_has_intervals(void **state)
{
    static const noc_metric_id with[] = {NOC_METRIC_packet_latency_cycles,
                                         NOC_METRIC_network_latency_cycles,
                                         NOC_METRIC_request_latency_cycles,
                                         NOC_METRIC_reply_latency_cycles,
                                         NOC_METRIC_round_trip_cycles,
                                         NOC_METRIC_saturation_flits_per_cycle,
                                         NOC_METRIC_saturation_bytes_per_cycle,
                                         NOC_METRIC_knee_flits_per_cycle,
                                         NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2};
    noc_estimate e;
    (void)state;
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    assert_int_equal(noc_estimate_model(t.system, 0.03, &e, NULL), NOC_OK);
    for (size_t i = 0; i < TEST_COUNT(with); i++) check_ordered(&e.metrics[with[i]]);
    assert_true(isnan(e.metrics[NOC_METRIC_zero_load_latency_cycles].lo)); /* exact */
    assert_int_equal(noc_estimate_calibrated(t.system, NULL, 0.03, NULL, &e, NULL), NOC_OK);
    for (size_t i = 0; i < TEST_COUNT(with); i++) assert_true(isnan(e.metrics[with[i]].lo));
    test_system_free(&t);
}

/* Of all the interval, in the logarithm by which limits are wrong. */
static double width(const noc_metric *m)
{
    return log(m->hi / m->lo);
}

static double width_of_knee(const noc_system *system, const noc_calibration *c, noc_estimate *e)
{
    assert_int_equal(noc_estimate_calibrated(system, c, NAN, NULL, e, NULL), NOC_OK);
    return width(&e->metrics[NOC_METRIC_knee_flits_per_cycle]);
}

/* The same design, with a calibration that has seen it and with one that has seen smaller buffers only. */
static void outside_the_calibrated_range_intervals_are_wider_and_say_so(void **state)
{
    noc_estimate e;
    noc_calibration *narrow = malloc(sizeof *narrow);
    (void)state;
    *narrow = *noc_calibration_shipped();
    for (size_t i = 0; i < narrow->ranges.count; i++)
        if (strcmp(narrow->ranges.list[i].key, "network.buffer_flits") == 0)
            narrow->ranges.list[i].high = 6.0;
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    const double usual = width_of_knee(t.system, noc_calibration_shipped(), &e);
    assert_int_equal(e.warning_count, 0);
    assert_near(width_of_knee(t.system, narrow, &e), 1.25 * usual, 1e-9);
    assert_int_equal(e.warning_count, 1);
    assert_contains(e.warnings[0], "network.buffer_flits = 8");
    test_system_free(&t);
    free(narrow);
}

int main(void)
{
    static test_list list;
    test_add(&list, "draws are the same each time, and a larger count adds to them",
             draws_are_the_same_each_time_and_a_larger_count_adds_to_them);
    test_add(&list, "draws spread over all values", draws_spread_over_all_values);
    test_add(&list, "ranges of numbers are spread over, and tiles filled",
             ranges_of_numbers_are_spread_over_and_tiles_filled);
    test_add(&list, "a bad design is named, the others go on",
             a_bad_design_is_named_and_the_others_go_on);
    TEST_TABLE_PREFIXED(&list, "a suite is refused", wrong_suites, is_refused);
    test_add(&list, "measurements are found again", measurements_are_found_again);
    test_add(&list, "the booksim suite is its reference rows", the_booksim_suite_is_the_rows);
    TEST_TABLE_PREFIXED(&list, "has no design of the training suite", unseen_suites,
                        has_no_design_of_the_training_suite);
    TEST_TABLE_PREFIXED(&list, "has all kinds of designs", drawn_suites, has_all_kinds_of_designs);
    test_add(&list, "drawn and kept designs are all different",
             drawn_and_kept_designs_are_all_different);
    test_add(&list, "kept designs are drawn by the same rules",
             kept_designs_are_drawn_by_the_same_rules);
    test_add(&list, "intervals are widened until they hold enough",
             intervals_are_widened_until_they_hold_enough);
    test_add(&list, "the fit finds the terms that made the data",
             the_fit_finds_the_terms_that_made_the_data);
    test_add(&list, "answers are of the fit without the design",
             answers_are_of_the_fit_without_the_design);
    test_add(&list, "threads change no fit", threads_change_no_fit);
    test_add(&list, "too few designs are refused", too_few_designs_are_refused);
    TEST_TABLE_PREFIXED(&list, "a calibration is refused", damages, a_damaged_file_is_refused);
    test_add(&list, "the shipped file fits this model and prints alike",
             the_shipped_file_fits_this_model_and_prints_alike);
    test_add(&list, "a rule that was not learned is read again",
             a_rule_that_was_not_learned_is_read_again);
    test_add(&list, "the shipped intervals are those of this model",
             the_shipped_intervals_are_those_of_this_model);
    test_add(&list, "a query has intervals", a_query_has_intervals);
    test_add(&list, "outside the calibrated range intervals are wider, and say so",
             outside_the_calibrated_range_intervals_are_wider_and_say_so);
    return test_run("calibrate", &list);
}
