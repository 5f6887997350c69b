/* Designs and spaces to start from: they are right, they answer everything, and they are as large
 * as was asked for. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explore/space/space_read.h"
#include "hybrid/answers/estimate.h"
#include "network/compile/compile.h"
#include "network/kinds/kinds.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/designs/space_text.h"
#include "reports/designs/starter.h"
#include "reports/words/design_text.h"
#include "tests/support/helpers.h"

/* ---- every starter, of several counts ------------------------------------------------------- */

typedef struct counts {
    uint64_t compute, memory;
} counts;

enum { STARTERS_MOST = 64 };

static const counts sizes[] = {{0, 0}, {12, 4}, {30, 7}};

static bool is_made_of_nothing(const char *what)
{
    return strcmp(what, "ideal") == 0;
}

/* What a user asks of a network. */
static void expect_all_answers(const char *what, const noc_system *system)
{
    static const noc_metric_id wanted[] = {
        NOC_METRIC_saturation_gb_per_s,
        NOC_METRIC_delivered_gb_per_s,
        NOC_METRIC_zero_load_latency_ns,
        NOC_METRIC_round_trip_ns,
        NOC_METRIC_network_area_mm2,
        NOC_METRIC_power_mw,
        NOC_METRIC_ipc,
    };
    noc_estimate e;
    noc_diag diag = {0};
    assert_int_equal(noc_estimate_model(system, NAN, &e, &diag), NOC_OK);
    for (size_t i = 0; i < TEST_COUNT(wanted); i++) {
        if (is_made_of_nothing(what) && wanted[i] == NOC_METRIC_power_mw) continue;
        if (e.metrics[wanted[i]].why)
            fail_msg("%s has no %s: %s", what, noc_metric_info_of(wanted[i])->name,
                     e.metrics[wanted[i]].why);
    }
    noc_diag_clear(&diag);
}

static char *all_settings(const noc_design *design)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    noc_design_print_commented(design, out);
    fclose(out);
    return text;
}

static const noc_embedded_file *files_of(const char *what)
{
    const noc_topology_kind *kind = noc_topology_called(what);
    return kind ? kind->starter_files : NULL;
}

static size_t settings_of(const char *text)
{
    size_t lines = 0;
    for (; *text; text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n'))
        lines += *text != '#' && *text != '\n';
    return lines;
}

static void expect_starter(const char *what, counts of)
{
    const noc_starter_wish wish = {what, of.compute, of.memory, 0.0, 0.0};
    noc_design *design = NULL;
    noc_system *system = NULL;
    char *text = NULL;
    noc_diag diag = {0};
    const noc_status status = noc_starter_make(&wish, &text, &design, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    if (of.compute) assert_int_equal(design->nodes.compute, of.compute);
    if (of.memory) assert_int_equal(design->nodes.memory, of.memory);
    assert_true(settings_of(text) <= 16);
    assert_int_equal(noc_system_compile(design, &system, &diag), NOC_OK);
    expect_all_answers(what, system);
    /* the text means the design that came with it, and so does that with every setting */
    test_expect_same_design(design, text, files_of(what));
    char *all = all_settings(design);
    test_expect_same_design(design, all, files_of(what));
    free(all);
    free(text);
    noc_system_free(system);
    noc_design_free(design);
}

static void a_starter_answers_everything(void **state)
{
    const char *what = *(const char *const *)*state;
    for (size_t i = 0; i < TEST_COUNT(sizes); i++)
        if (i == 0 || !files_of(what)) expect_starter(what, sizes[i]);
}

static void every_topology_has_a_starter(void **state)
{
    (void)state;
    for (size_t t = 0; noc_topology_at(t); t++) {
        bool found = false;
        for (size_t i = 0; noc_starter_name(i); i++)
            found |= strcmp(noc_starter_name(i), noc_topology_at(t)->name) == 0;
        if (!found) fail_msg("reports/designs/starter_forms.c has no %s", noc_topology_at(t)->name);
    }
}

/* ---- what there is none of ------------------------------------------------------------------ */

static const struct refusal {
    const char *name;
    noc_starter_wish wish;
    const char *says;
} refusals[] = {
    {"a typo", {"mehs", 0, 0, 0.0, 0.0}, "did you mean 'mesh'?"},
    {"chiplets", {"chiplet", 0, 0, 0.0, 0.0}, "nocsight new file"},
    {"a hierarchy", {"hierarchical", 0, 0, 0.0, 0.0}, "nocsight new file"},
    {"counts of tables", {"file", 30, 0, 0.0, 0.0}, "12 compute and 4 memory nodes"},
};

static void a_refusal_names_the_way_out(void **state)
{
    const struct refusal *c = *state;
    noc_design *design = NULL;
    char *text = NULL;
    noc_diag diag = {0};
    const noc_status status = noc_starter_make(&c->wish, &text, &design, &diag);
    assert_int_equal(status, NOC_EUSAGE);
    assert_contains(diag.messages[0].text, c->says);
    noc_design_free(design);
    free(text);
    noc_diag_clear(&diag);
}

/* The clock is one that its slowest router reaches. */
static void a_large_switch_gets_a_clock_that_it_reaches(void **state)
{
    (void)state;
    const noc_starter_wish wish = {"crossbar", 132, 80, 0.0, 0.0};
    noc_design *design = NULL;
    noc_system *system = NULL;
    char *text = NULL;
    noc_diag diag = {0};
    noc_estimate e;
    assert_int_equal(noc_starter_make(&wish, &text, &design, &diag), NOC_OK);
    assert_int_equal(noc_system_compile(design, &system, &diag), NOC_OK);
    assert_int_equal(noc_estimate_cost(system, &e, &diag), NOC_OK);
    assert_true(design->chip.clock_mhz <= e.metrics[NOC_METRIC_max_clock_mhz].value);
    noc_system_free(system);
    noc_design_free(design);
    free(text);
}

/* So that each placement can be tried on it. */
static void no_placement_takes_an_empty_tile(void **state)
{
    (void)state;
    const noc_starter_wish wish = {"mesh", 132, 80, 0.0, 0.0};
    noc_design *design = NULL;
    char *text = NULL;
    noc_point at[80];
    assert_int_equal(noc_starter_make(&wish, &text, &design, NULL), NOC_OK);
    const noc_points *empty = &design->nodes.empty_at;
    assert_int_equal(empty->count, 18 * 12 - 132 - 80);
    for (size_t i = 0; noc_placement_at(i); i++) {
        if (!noc_placement_at(i)->place) continue;
        assert_true(noc_placement_at(i)->place(18, 12, 80, at));
        for (size_t k = 0; k < empty->count * TEST_COUNT(at); k++) {
            const noc_point tile = empty->values[k / TEST_COUNT(at)], m = at[k % TEST_COUNT(at)];
            assert_true(tile.column != m.column || tile.row != m.row);
        }
    }
    noc_design_free(design);
    free(text);
}

/* ---- spaces --------------------------------------------------------------------------------- */

static noc_status starter_design(const char *word, char **path, noc_diag *diag)
{
    (void)diag;
    *path = strdup(word);
    return *path ? NOC_OK : NOC_EFAILED;
}

/* Writes a text to a file of its own. */
static void put(char *path, const char *text)
{
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

static void a_space_around_a_starter_is_right(void **state)
{
    const noc_starter_wish wish = {*(const char *const *)*state, 0, 0, 0.0, 0.0};
    noc_design *design = NULL;
    noc_system *system = NULL;
    char *text = NULL, *space_text = NULL, path[] = "/tmp/noc_starter_XXXXXX";
    size_t size = 0;
    noc_diag diag = {0};
    noc_space space = {0};
    if (files_of(wish.what)) return; /* its tables would have to be beside it */
    assert_int_equal(noc_starter_make(&wish, &text, &design, &diag), NOC_OK);
    assert_int_equal(noc_system_compile(design, &system, &diag), NOC_OK);
    put(path, text);
    FILE *out = open_memstream(&space_text, &size);
    noc_starter_space(system, path, out);
    fclose(out);
    const noc_status status =
        noc_space_read_text("starter.space", space_text, starter_design, &space, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    assert_in_range(space.root.size, 2, 200);
    noc_space_clear(&space);
    unlink(path);
    free(space_text);
    free(text);
    noc_system_free(system);
    noc_design_free(design);
}

int main(void)
{
    static test_list list;
    static const char *names[STARTERS_MOST];
    size_t count = 0;
    for (; noc_starter_name(count) && count < STARTERS_MOST; count++)
        names[count] = noc_starter_name(count);
    test_add_rows(&list, "answers", names, count, sizeof names[0], a_starter_answers_everything);
    test_add_rows(&list, "space", names, count, sizeof names[0], a_space_around_a_starter_is_right);
    test_add(&list, "every topology has a starter", every_topology_has_a_starter);
    TEST_TABLE(&list, refusals, a_refusal_names_the_way_out);
    test_add(&list, "no placement takes an empty tile", no_placement_takes_an_empty_tile);
    test_add(&list, "a large switch gets a clock that it reaches",
             a_large_switch_gets_a_clock_that_it_reaches);
    return test_run("starters", &list);
}
