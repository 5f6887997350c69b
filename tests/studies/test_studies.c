/* Which published figures there are, what is asked for them, and that a bench asks each question
 * once. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "studies/costed.h"
#include "studies/recipe.h"
#include "studies/studies.h"
#include "tests/support/helpers.h"

static noc_status resolve(const char *word, char **path, noc_diag *diag)
{
    (void)diag;
    return asprintf(path, "%s/configs/%s.cfg", NOC_SOURCE_DIR, word) < 0 ? NOC_EFAILED : NOC_OK;
}

/* ---- what is asked for ---------------------------------------------------------------------- */

typedef struct word_case {
    const char *name, *word;
    size_t studies;
} word_case;

static const word_case word_cases[] = {
    {"a sweep", "te13-figure7", 1},    {"costs", "cdx19-cost", 1},
    {"clocks", "cdx19-clock", 1},      {"a paper", "te13", 0},
    {"part of a name", "te13-fig", 0}, {"nothing of that name", "te14", 0},
};

static void check_word(void **state)
{
    const word_case *c = *state;
    assert_int_equal(noc_studies_count(c->word), c->studies);
}

/* Every recipe is asked for by its own name, and by nothing together with all others. */
static void names_are_unique(void **state)
{
    static const char *const lists[] = {"limits", "costs", "clocks"};
    const config_setting_t *root = config_root_setting(noc_recipe_tables[0].config);
    size_t all = 0;
    (void)state;
    for (size_t l = 0; l < TEST_COUNT(lists); l++)
        for (size_t i = 0; i < noc_recipe_count_members(root, lists[l]); i++, all++)
            assert_int_equal(noc_studies_count(noc_recipe_find_text(
                                 noc_recipe_find_member(root, lists[l], i), "name")),
                             1);
    assert_true(all >= 6);
    assert_int_equal(noc_studies_count(NULL), all);
    assert_int_equal(config_setting_length(root), TEST_COUNT(lists));
}

static void misspelled_names_are_found(void **state)
{
    (void)state;
    assert_string_equal(noc_studies_find_nearest("te13-figur7"), "te13-figure7");
    assert_null(noc_studies_find_nearest("something else"));
}

/* ---- recipes -------------------------------------------------------------------------------- */

static void a_recipe_that_sets_too_much_is_told(void **state)
{
    char settings[2000];
    noc_diag diag = {0};
    noc_design *design = NULL;
    (void)state;
    memset(settings, ' ', sizeof settings);
    settings[sizeof settings - 1] = '\0';
    assert_int_equal(noc_recipe_read_design(resolve, "te13-baseline", settings, &design, &diag),
                     NOC_EFAILED);
    assert_contains(diag.messages[0].text, "too long");
    noc_diag_clear(&diag);
    settings[0] = '\0';
    for (int i = 0; i < 17; i++) strcat(settings, " network.flit_bytes=16");
    assert_int_equal(noc_recipe_read_design(resolve, "te13-baseline", settings, &design, &diag),
                     NOC_EFAILED);
    assert_contains(diag.messages[0].text, "more than 16 keys");
    noc_diag_clear(&diag);
}

/* ---- the bench ------------------------------------------------------------------------------ */

static void count_task(void *context, const char *name)
{
    assert_true(strncmp(name, "te13-baseline", 13) == 0);
    ++*(int *)context;
}

static double sampled_ipc(noc_bench *bench, noc_bench_answer *answer)
{
    const noc_stored_sample *sample = NULL;
    assert_int_equal(noc_bench_find_sample(bench, answer, NOC_SAMPLE_POINT, &sample), NOC_OK);
    assert_non_null(sample);
    assert_false(noc_bench_is_stale(bench, answer, sample));
    return sample->metrics[NOC_METRIC_ipc].value;
}

static void questions_are_asked_once(void **state)
{
    int tasks = 0;
    noc_diag diag = {0};
    noc_bench bench = {
        .resolve_path = resolve,
        .sampling = {.precision = 0.5, .seed = 1, .jobs = 1},
        .version = "test",
        .can_measure = true,
        .report_task = count_task,
        .context = &tasks,
        .diag = &diag,
    };
    (void)state;
    noc_bench_answer *one = noc_bench_find_answer(&bench, "te13-baseline", "workload=LL");
    noc_bench_answer *wide =
        noc_bench_find_answer(&bench, "te13-baseline", "workload=LL  network.flit_bytes=32");
    test_print_messages(&diag);
    assert_non_null(one);
    assert_non_null(wide);
    assert_string_equal(wide->key, "te13-baseline workload=LL network.flit_bytes=32");
    assert_ptr_equal(noc_bench_find_answer(&bench, "te13-baseline", " workload=LL"), one);
    assert_int_equal(bench.count, 2);
    assert_int_equal(tasks, 0);
    assert_near(sampled_ipc(&bench, one), sampled_ipc(&bench, one), 0.0);
    assert_int_equal(tasks, 1);
    assert_ptr_equal(noc_bench_find_model(&bench, wide), noc_bench_find_model(&bench, wide));
    assert_true(noc_bench_find_model(&bench, wide)->metrics[NOC_METRIC_router_area_mm2].value >
                noc_bench_find_model(&bench, one)->metrics[NOC_METRIC_router_area_mm2].value);
    noc_bench_clear(&bench);
}

/* A sample that is kept is of the design, the workload and the version that were sampled. */
static void a_sample_of_something_else_is_stale(void **state)
{
    noc_diag diag = {0};
    noc_bench bench = {.resolve_path = resolve, .version = "2", .diag = &diag};
    (void)state;
    noc_bench_answer *a = noc_bench_find_answer(&bench, "te13-baseline", "workload=LL");
    assert_non_null(a);
    char text[600];
    snprintf(
        text, sizeof text,
        "question,task,design,workload,version,figures\n"
        "\"te13-baseline workload=LL\",point,%.16s,0123456789abcdef,2,ipc=100:99:101 gone=1::\n",
        a->design->hash);
    assert_int_equal(noc_samples_read(text, "samples.csv", &bench.known_samples, &diag), NOC_OK);
    const noc_stored_sample *sample = NULL;
    assert_int_equal(noc_bench_find_sample(&bench, a, NOC_SAMPLE_POINT, &sample), NOC_OK);
    assert_near(sample->metrics[NOC_METRIC_ipc].hi, 101.0, 0.0);
    assert_true(isnan(sample->metrics[NOC_METRIC_round_trip_cycles].value));
    assert_true(noc_bench_is_stale(&bench, a, sample)); /* the workload's hash */
    assert_int_equal(noc_bench_find_sample(&bench, a, NOC_SAMPLE_SATURATION, &sample), NOC_OK);
    assert_null(sample);
    noc_bench_clear(&bench);
}

static void a_workload_that_is_none_is_told(void **state)
{
    noc_diag diag = {0};
    noc_bench bench = {.resolve_path = resolve, .diag = &diag};
    (void)state;
    assert_null(noc_bench_find_answer(&bench, "te13-baseline", "workload=HHH"));
    assert_int_equal(bench.count, 0);
    assert_contains(diag.messages[0].text, "'HH'");
    noc_diag_clear(&diag);
    noc_bench_clear(&bench);
}

/* ---- routes --------------------------------------------------------------------------------- */

/* Packets that te13 4.2 routes YX: its three cases, where the tile in the destination's column and
 * the source's row is a half router. */
static double packets_by_yx(const noc_system *system)
{
    double all = 0.0, yx = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        const noc_terminal *from = &system->graph.terminals[flow->source];
        const noc_terminal *to = &system->graph.terminals[flow->destination];
        all += flow->rate;
        if (from->row != to->row && (to->column + from->row) % 2 == 1) yx += flow->rate;
    }
    return yx / all;
}

static void routes_need_their_sets_of_virtual_channels(void **state)
{
    noc_diag diag = {0};
    noc_bench bench = {.resolve_path = resolve, .diag = &diag};
    (void)state;
    const noc_bench_answer *both = noc_bench_find_answer(&bench, "te13-cp-cr", "");
    const noc_bench_answer *xy = noc_bench_find_answer(&bench, "te13-cp-dor-4vc", "");
    assert_non_null(both);
    assert_non_null(xy);
    const double share = noc_route_figure_of_name(both->system, "second_set");
    assert_in_range((int)(100.0 * share), 35, 45);
    assert_near(share, packets_by_yx(both->system), 1e-12);
    assert_near(noc_route_figure_of_name(both->system, "vc_sets"), 4.0,
                0.0); /* classes times orders */
    assert_near(noc_route_figure_of_name(xy->system, "vc_sets"), 2.0, 0.0); /* classes */
    const noc_bench_answer *overlay = noc_bench_find_answer(&bench, "rapid18-rapid-16", "");
    const noc_bench_answer *none = noc_bench_find_answer(&bench, "te13-ideal", "");
    assert_non_null(overlay);
    assert_non_null(none);
    assert_in_range((int)noc_route_figure_of_name(overlay->system, "vc_sets"), 0, 5);
    assert_near(noc_route_figure_of_name(none->system, "vc_sets"), 0.0, 0.0);
    assert_near(noc_route_figure_of_name(none->system, "second_set"), 0.0, 0.0);
    noc_bench_clear(&bench);
}

/* ---- what is made --------------------------------------------------------------------------- */

static noc_status look_at_clocks(void *context, const noc_study *study, noc_diag *diag)
{
    (void)diag;
    ++*(int *)context;
    assert_int_equal(study->row_count, study->table.row_count);
    assert_int_equal(study->point_count, 3 * study->row_count);
    /* a cycle a stage is never slower than all in one */
    for (size_t i = 0; i < study->point_count; i += 3)
        assert_true(study->points[i + 2].x >= study->points[i + 1].x);
    return NOC_OK;
}

static void clocks_need_no_bench(void **state)
{
    int studies = 0;
    noc_diag diag = {0};
    noc_bench bench = {.resolve_path = resolve, .diag = &diag};
    (void)state;
    assert_int_equal(noc_studies_make("cdx19-clock", &bench, look_at_clocks, &studies), NOC_OK);
    assert_int_equal(studies, 1);
    assert_int_equal(bench.count, 0);
}

static noc_status refuse(void *context, const noc_study *study, noc_diag *diag)
{
    (void)study;
    ++*(int *)context;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "no");
}

static void a_taker_that_fails_ends_it(void **state)
{
    int studies = 0;
    noc_diag diag = {0};
    noc_bench bench = {.resolve_path = resolve, .diag = &diag};
    (void)state;
    assert_int_equal(noc_studies_make("cdx19-cost", &bench, refuse, &studies), NOC_EFAILED);
    assert_int_equal(studies, 1);
    noc_diag_clear(&diag);
}

static const struct {
    const char *name;
    CMUnitTestFunction check;
} others[] = {
    {"names are unique", names_are_unique},
    {"misspelled names are found", misspelled_names_are_found},
    {"a recipe that sets too much is told", a_recipe_that_sets_too_much_is_told},
    {"questions are asked once", questions_are_asked_once},
    {"a sample of something else is stale", a_sample_of_something_else_is_stale},
    {"a workload that is none is told", a_workload_that_is_none_is_told},
    {"clocks need no bench", clocks_need_no_bench},
    {"routes need their sets of virtual channels", routes_need_their_sets_of_virtual_channels},
    {"a taker that fails ends it", a_taker_that_fails_ends_it},
};

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "asked", word_cases, check_word);
    for (size_t i = 0; i < TEST_COUNT(others); i++)
        test_add(&list, others[i].name, others[i].check);
    return test_run("studies", &list);
}
