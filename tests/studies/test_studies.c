/* Which published figures there are, what is asked for them, and that a bench asks each question
 * once. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "studies/recipe.h"
#include "studies/studies.h"
#include "tests/helpers.h"

static noc_status resolve(const char *word, char **path, noc_diag *diag)
{
    (void)diag;
    return asprintf(path, "%s/configs/%s.cfg", NOC_SOURCE_DIR, word) < 0 ? NOC_EFAILED : NOC_OK;
}

/* ---- what is asked for ---------------------------------------------------------------------- */

typedef struct word_case {
    const char *name, *word;
    size_t studies;
    double weight; /* NAN: not looked at */
} word_case;

static const word_case word_cases[] = {
    {"a study", "te13-figure10", 1, NAN},
    {"a sweep: a sample each limit, one without, one of the mesh", "te13-figure7", 1, 15.0},
    {"a change: a sample of both designs an application", "icc-figure2", 1, NAN},
    {"a share: a sample of one design an application", "icc-merged", 1, NAN},
    {"kernels of a design's own: a sample of both", "cdx19-fig15-stp", 1, 6.0},
    {"costs ask for no sample", "cdx19-cost", 1, 0.0},
    {"clocks ask for no sample", "cdx19-clock", 1, 0.0},
    {"a paper", "te13", 4, NAN},
    {"a published row", "te13-fig24-cp", 1, NAN},
    {"a published row of costs", "cdx19-fig2-mesh-area", 1, 0.0},
    {"part of a name", "te13-fig", 0, 0.0},
    {"nothing of that name", "te14", 0, 0.0},
};

static void check_word(void **state)
{
    const word_case *c = *state;
    assert_int_equal(noc_studies_asked(c->word), c->studies);
    if (!isnan(c->weight)) assert_near(noc_studies_weight(c->word), c->weight, 0.0);
}

/* Every recipe is asked for by its own name, and by nothing together with all others. */
static void names_are_unique(void **state)
{
    static const char *const lists[] = {"limits", "changes", "costs", "clocks"};
    const config_setting_t *root = config_root_setting(noc_recipe_tables[0].config);
    size_t all = 0;
    (void)state;
    for (size_t l = 0; l < TEST_COUNT(lists); l++)
        for (size_t i = 0; i < noc_recipe_count(root, lists[l]); i++, all++)
            assert_int_equal(
                noc_studies_asked(noc_recipe_text(noc_recipe_at(root, lists[l], i), "name")), 1);
    assert_true(all >= 10);
    assert_int_equal(noc_studies_asked(NULL), all);
    assert_int_equal(config_setting_length(root), TEST_COUNT(lists));
}

static void misspelled_names_are_found(void **state)
{
    (void)state;
    assert_string_equal(noc_studies_nearest("te13-figur8"), "te13-figure8");
    assert_null(noc_studies_nearest("something else"));
}

/* ---- recipes -------------------------------------------------------------------------------- */

/* None is one, too. */
static bool is_metric(const char *name)
{
    int id = 0;
    while (*name && id < NOC_METRICS &&
           strcmp(noc_metric_info_of((noc_metric_id)id)->name, name) != 0)
        id++;
    return id < NOC_METRICS;
}

/* What rows name is there: designs, and the metrics. */
static void rows_name_what_there_is(void **state)
{
    const config_setting_t *root = config_root_setting(noc_recipe_tables[0].config);
    (void)state;
    for (size_t i = 0; i < noc_recipe_count(root, "changes"); i++) {
        const config_setting_t *study = noc_recipe_at(root, "changes", i);
        assert_true(noc_recipe_count(study, "rows") > 0);
        for (size_t k = 0; k < noc_recipe_count(study, "rows"); k++) {
            const config_setting_t *row = noc_recipe_at(study, "rows", k);
            const char *const names[] = {noc_recipe_text(row, "design"),
                                         noc_recipe_text(row, "base")};
            assert_true(is_metric(noc_recipe_text(row, "metric")));
            assert_true(is_metric(noc_recipe_text(row, "per")));
            for (size_t n = 0; n < TEST_COUNT(names); n++) {
                noc_diag diag = {0};
                noc_design *design = NULL;
                if (!*names[n]) continue; /* a share, of one design */
                const noc_status status =
                    noc_recipe_design(resolve, names[n],
                                      noc_recipe_text(row, n ? "base_set" : "set"), &design, &diag);
                test_print_messages(&diag);
                assert_int_equal(status, NOC_OK);
                noc_design_free(design);
            }
        }
    }
}

static void a_recipe_that_sets_too_much_is_told(void **state)
{
    char settings[2000];
    noc_diag diag = {0};
    noc_design *design = NULL;
    (void)state;
    memset(settings, ' ', sizeof settings);
    settings[sizeof settings - 1] = '\0';
    assert_int_equal(noc_recipe_design(resolve, "te13-baseline", settings, &design, &diag),
                     NOC_EFAILED);
    assert_contains(diag.messages[0].text, "too long");
    noc_diag_clear(&diag);
    settings[0] = '\0';
    for (int i = 0; i < 17; i++) strcat(settings, " network.flit_bytes=16");
    assert_int_equal(noc_recipe_design(resolve, "te13-baseline", settings, &design, &diag),
                     NOC_EFAILED);
    assert_contains(diag.messages[0].text, "more than 16 keys");
    noc_diag_clear(&diag);
}

/* ---- the bench ------------------------------------------------------------------------------ */

static void count_task(void *context, const char *name)
{
    assert_string_equal(name, "te13-baseline");
    ++*(int *)context;
}

static void questions_are_asked_once(void **state)
{
    int tasks = 0;
    noc_diag diag = {0};
    noc_bench bench = {
        .resolve = resolve,
        .sampling = {.precision = 0.5, .seed = 1, .jobs = 1},
        .task = count_task,
        .context = &tasks,
        .diag = &diag,
    };
    (void)state;
    const noc_bench_answer *one = noc_bench_ask(&bench, "te13-baseline", "HH", "");
    const noc_bench_answer *wide =
        noc_bench_ask(&bench, "te13-baseline", "HH", "network.flit_bytes=32");
    test_print_messages(&diag);
    assert_non_null(one);
    assert_non_null(wide);
    assert_ptr_equal(noc_bench_ask(&bench, "te13-baseline", "HH", ""), one);
    assert_int_equal(bench.count, 2);
    assert_int_equal(tasks, 3);
    assert_int_equal(one->sample.method, NOC_METHOD_SAMPLE);
    assert_true(wide->sample.metrics[NOC_METRIC_ipc].value >
                one->sample.metrics[NOC_METRIC_ipc].value);
    assert_true(wide->model.metrics[NOC_METRIC_ipc].value >
                one->model.metrics[NOC_METRIC_ipc].value);
    noc_bench_clear(&bench);
}

static void a_workload_that_is_none_is_told(void **state)
{
    noc_diag diag = {0};
    noc_bench bench = {.resolve = resolve, .diag = &diag};
    (void)state;
    assert_null(noc_bench_ask(&bench, "te13-baseline", "HHH", ""));
    assert_int_equal(bench.count, 0);
    assert_contains(diag.messages[0].text, "'HH'");
    noc_diag_clear(&diag);
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
    noc_bench bench = {.resolve = resolve, .diag = &diag};
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
    noc_bench bench = {.resolve = resolve, .diag = &diag};
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
    {"rows name what there is", rows_name_what_there_is},
    {"a recipe that sets too much is told", a_recipe_that_sets_too_much_is_told},
    {"questions are asked once", questions_are_asked_once},
    {"a workload that is none is told", a_workload_that_is_none_is_told},
    {"clocks need no bench", clocks_need_no_bench},
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
