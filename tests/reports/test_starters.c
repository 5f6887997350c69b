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
#include "tests/support/designs/in_range.h"
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

/* Figures that a user asks for, of a network at a load and of its program. */
static void expect_all_answers(const char *what, const noc_system *system, double load)
{
    static const noc_metric_id wanted[] = {
        NOC_METRIC_saturation_data_gb_per_s, NOC_METRIC_delivered_data_gb_per_s,
        NOC_METRIC_zero_load_latency_ns,     NOC_METRIC_round_trip_ns,
        NOC_METRIC_network_area_mm2,         NOC_METRIC_power_mw,
    };
    noc_estimate e;
    noc_diag diag = {0};
    assert_int_equal(noc_estimate_model(system, load, &e, &diag), NOC_OK);
    if (isnan(load) && e.metrics[NOC_METRIC_ipc].reason)
        fail_msg("%s has no ipc: %s", what, e.metrics[NOC_METRIC_ipc].reason);
    for (size_t i = 0; i < TEST_COUNT(wanted); i++) {
        if (is_made_of_nothing(what) && wanted[i] == NOC_METRIC_power_mw) continue;
        if (e.metrics[wanted[i]].reason)
            fail_msg("%s has no %s: %s", what, noc_metric_info_of(wanted[i])->name,
                     e.metrics[wanted[i]].reason);
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
    const noc_topology_kind *kind = noc_topology_find(what);
    return kind ? kind->starter_files : NULL;
}

static size_t settings_of(const char *text)
{
    size_t lines = 0;
    for (; *text; text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n'))
        lines += *text != '#' && *text != '\n';
    return lines;
}

/* The program that stands in the file as a comment, without its slashes. */
static noc_design *with_program(const char *text, const noc_embedded_file *files)
{
    char *copy = strdup(text), path[] = "starter";
    char *program = strstr(copy, "// workload");
    const noc_source source = {.path = path, .text = copy};
    noc_config_memory texts = {.wirings.given_files = files};
    noc_design *design = NULL;
    noc_diag diag = {0};
    assert_non_null(program);
    memcpy(program, "   ", 3);
    assert_int_equal(noc_design_read_next(&source, NULL, 0, &texts, &design, &diag), NOC_OK);
    noc_config_memory_clear(&texts);
    free(copy);
    return design;
}

static void expect_program(const char *what, const char *text)
{
    noc_design *design = with_program(text, files_of(what));
    noc_system *system = NULL;
    noc_diag diag = {0};
    assert_true(design->closed_loop);
    assert_int_equal(noc_system_compile(design, &system, &diag), NOC_OK);
    expect_all_answers(what, system, NAN);
    noc_system_free(system);
    noc_design_free(design);
}

static void expect_starter(const char *what, counts of)
{
    const noc_starter_request wish = {
        .form_name = what, .compute = of.compute, .memory = of.memory};
    noc_design *design = NULL;
    noc_system *system = NULL;
    char *text = NULL;
    noc_diag diag = {0};
    const noc_status status = noc_starter_make(&wish, &text, &design, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    if (of.compute) assert_int_equal(design->nodes.compute, of.compute);
    if (of.memory) assert_int_equal(design->nodes.memory, of.memory);
    assert_true(settings_of(text) <= (strcmp(what, "gpu") == 0 ? 48 : 18)); /* levels of each */
    assert_int_equal(noc_system_compile(design, &system, &diag), NOC_OK);
    assert_false(design->closed_loop);
    expect_all_answers(what, system, 0.001);
    if (!of.compute) test_expect_in_range(what, system);
    expect_program(what, text);
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
        if (!found) fail_msg("the topology %s has no starter", noc_topology_at(t)->name);
    }
}

/* ---- ends ----------------------------------------------------------------------------------- */

static noc_design *starter(const noc_starter_request *wish)
{
    noc_design *design = NULL;
    char *text = NULL;
    noc_diag diag = {0};
    const noc_status status = noc_starter_make(wish, &text, &design, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    free(text);
    return design;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Lines of a design's canonical form that say its ends: not those of its networks, of where its
 * memory nodes stand, nor, of starters, of the clock that its routers reach. */
static bool is_of_ends(const char *line, bool clock_too)
{
    static const char *const others[] = {"networks[", "nodes.placement", "nodes.memory_at",
                                         "nodes.empty_at"};
    for (size_t i = 0; i < TEST_COUNT(others); i++)
        if (begins(line, others[i])) return false;
    return clock_too || !begins(line, "chip.clock_mhz");
}

/* The lines of its ends, key by key. */
static char *ends_of(const noc_design *design, bool clock_too)
{
    char *canonical = noc_design_canonical(design), *rest = canonical, *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (char *line; (line = strsep(&rest, "\n"));)
        if (is_of_ends(line, clock_too)) fprintf(out, "%s\n", line);
    fclose(out);
    free(canonical);
    return text;
}

static void expect_same_ends(const noc_design *a, const noc_design *b, bool clock_too)
{
    char *ends[2] = {ends_of(a, clock_too), ends_of(b, clock_too)};
    assert_string_equal(ends[0], ends[1]);
    free(ends[0]);
    free(ends[1]);
}

static void starters_share_their_ends(void **state)
{
    const char *what = *(const char *const *)*state;
    noc_design *one = starter(&(noc_starter_request){.form_name = what});
    noc_design *ideal = starter(&(noc_starter_request){.form_name = "ideal",
                                                       .compute = (uint64_t)one->nodes.compute,
                                                       .memory = (uint64_t)one->nodes.memory});
    if (strcmp(what, "gpu") != 0) expect_same_ends(one, ideal, false); /* a GPU has its own */
    noc_design_free(one);
    noc_design_free(ideal);
}

/* Designs whose ends others are to have: of starters, of papers, with a program, with clusters. */
static const struct liking {
    const char *name, *text, *what;
} likings[] = {
    {"a product's counts",
     "chip = { technology_nm = 7; clock_mhz = 1980; scale_technology = true; tile_mm = 1.5; };\n"
     "nodes = { compute = 64; memory = 32; mshrs = 96; core_mhz = 990.0; };\n"
     "network = { topology = \"crossbar\"; };\nworkload = \"HH\";\n",
     "mesh"},
    {"named tiles",
     "nodes = { compute = 13; memory = 2; placement = \"explicit\"; memory_at = ((0, 1), (3, 3));\n"
     "          empty_at = ((2, 2)); };\nnetwork = { topology = \"mesh\"; columns = 4; rows = 4; "
     "};\n"
     "memory = { scheduler = \"fcfs\"; slices = 2; };\n",
     "torus"},
    {"a program of its own",
     "nodes = { compute = 28; memory = 8; };\nnetwork = { topology = \"mesh\"; columns = 6; rows = "
     "6; };\n"
     "workload = { warps = 16; burst = 2; sharing = { same = 0.2; distance = 2.0; };\n"
     "             l2_hit_rate = 0.5; };\n",
     "cmesh"},
    {"kernels",
     "nodes = { compute = 28; memory = 8; };\nnetwork = { topology = \"mesh\"; columns = 6; rows = "
     "6; };\n"
     "cta = { scheduler = \"round-robin\"; kernels = 2; count = (40, 20); length = (1000, 1000); "
     "};\n"
     "workload = (\"high\", \"low\");\n",
     "crossbar"},
    {"clusters",
     "nodes = { compute = 60; memory = 4; };\nnetwork = { topology = \"mesh\"; columns = 4; rows = "
     "4; };\n"
     "cluster = { cores = 5; merge_entries = 48; };\ncodec = { cycles = 2; };\n"
     "traffic = { read_fraction = 0.7; hotspot_fraction = 0.1; hotspot_memory = 3; };\n",
     "gpu"},
    {"every node a terminal",
     "nodes = { compute = 36; };\nnetwork = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
     "traffic = { pattern = \"transpose\"; packet_flits = (1, 4); packet_mix = (0.5, 0.5); };\n",
     "torus"},
};

static void only_the_network_differs(void **state)
{
    const struct liking *c = *state;
    noc_design *like = test_design(c->text, NULL);
    noc_design *one = starter(&(noc_starter_request){.form_name = c->what, .source_design = like});
    expect_same_ends(one, like, true);
    assert_string_not_equal(one->networks[0].topology->name, like->networks[0].topology->name);
    noc_design_free(one);
    noc_design_free(like);
}

static void tiles_stay_where_they_were(void **state)
{
    (void)state;
    noc_design *like = test_design(likings[1].text, NULL);
    noc_design *one = starter(&(noc_starter_request){.form_name = "torus", .source_design = like});
    const noc_points *at[] = {&one->nodes.memory_positions, &like->nodes.memory_positions};
    assert_int_equal(at[0]->count, 2);
    assert_memory_equal(at[0]->values, at[1]->values, 2 * sizeof *at[0]->values);
    assert_int_equal(one->nodes.empty_positions.count, 1);
    noc_design_free(one);
    noc_design_free(like);
}

static const struct unlike {
    const char *name, *what;
    uint64_t compute, memory;
    double technology_nm, clock_mhz;
    const char *says;
} unlikes[] = {
    {"other cores", "mesh", 100, 0, 0.0, 0.0,
     "--compute 100 is not the 64 compute nodes of --like"},
    {"other memory", "mesh", 64, 16, 0.0, 0.0, "--memory 16 is not the 32 memory nodes of --like"},
    {"another technology", "mesh", 0, 0, 5.0, 0.0, "--technology 5 is not the 7 nm of --like"},
    {"another clock", "mesh", 0, 0, 0.0, 1000.0, "--clock-mhz 1000 is not the 1980 MHz of --like"},
    {"tables", "file", 0, 0, 0.0, 0.0, "12 compute and 4 memory nodes, not of 64 and 32"},
    {"too many rows", "overlay", 0, 0, 0.0, 0.0, "hops"},
};

static void other_ends_are_refused(void **state)
{
    const struct unlike *c = *state;
    noc_design *like = test_design(likings[0].text, NULL), *design = NULL;
    char *text = NULL;
    noc_diag diag = {0};
    const noc_starter_request wish = {.form_name = c->what,
                                      .compute = c->compute,
                                      .memory = c->memory,
                                      .technology_nm = c->technology_nm,
                                      .clock_mhz = c->clock_mhz,
                                      .source_design = like};
    assert_int_equal(noc_starter_make(&wish, &text, &design, &diag), NOC_EUSAGE);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, c->says);
    assert_null(text);
    noc_diag_clear(&diag);
    noc_design_free(like);
}

/* ---- the GPU -------------------------------------------------------------------------------- */

static const struct technology {
    const char *name;
    double nm, clock_mhz;
} technologies[] = {
    {"22 nm", 22.0, 1755.0},
    {"7 nm", 7.0, 1650.0},
    {"5 nm", 5.0, 1755.0},
};

/* GPU starter at its published clock, or what its routers reach, has one warning at most. */
static void a_gpu_runs_at_its_clock(void **state)
{
    const struct technology *c = *state;
    const noc_starter_request wish = {.form_name = "gpu", .technology_nm = c->nm};
    noc_design *design = starter(&wish);
    noc_system *system = NULL;
    noc_estimate e;
    noc_diag diag = {0};
    assert_int_equal(noc_system_compile(design, &system, &diag), NOC_OK);
    assert_near(design->chip.clock_mhz, c->clock_mhz, 1e-9);
    for (int n = 0; n < design->network_count; n++)
        assert_string_equal(design->networks[n].topology->name, "hierarchy");
    const double loads[] = {NAN, 0.2};
    for (size_t i = 0; i < TEST_COUNT(loads); i++) {
        assert_int_equal(noc_estimate_model(system, loads[i], &e, &diag), NOC_OK);
        assert_true(e.metrics[NOC_METRIC_max_clock_mhz].value > c->clock_mhz);
        assert_in_range(e.warning_count, 0, 1);
    }
    noc_system_free(system);
    noc_design_free(design);
}

/* Half of the requests, or three of four, go to another die, and take longer. */
static void a_gpu_in_dies_tells_both(void **state)
{
    (void)state;
    for (uint64_t dies = 2; dies <= 4; dies += 2) {
        noc_design *design = starter(&(noc_starter_request){.form_name = "gpu", .dies = dies});
        noc_system *system = NULL;
        noc_estimate e;
        noc_diag diag = {0};
        assert_int_equal(noc_system_compile(design, &system, &diag), NOC_OK);
        assert_int_equal(system->graph.dies, dies);
        assert_int_equal(noc_estimate_model(system, 0.1, &e, &diag), NOC_OK);
        assert_true(fabs(e.metrics[NOC_METRIC_local_share].value * (double)dies - 1.0) < 0.02);
        assert_true(e.metrics[NOC_METRIC_remote_round_trip_cycles].value >
                    e.metrics[NOC_METRIC_local_round_trip_cycles].value + 2 * 7);
        noc_system_free(system);
        noc_design_free(design);
    }
}

static void a_clock_that_is_asked_for_stays(void **state)
{
    (void)state;
    noc_design *design = starter(&(noc_starter_request){.form_name = "gpu", .clock_mhz = 4000.0});
    assert_true(fabs(design->chip.clock_mhz - 4000.0) < 1e-9);
    noc_design_free(design);
}

/* ---- what there is none of ------------------------------------------------------------------ */

static const struct refusal {
    const char *name;
    noc_starter_request wish;
    const char *says;
} refusals[] = {
    {"a typo", {.form_name = "mehs"}, "did you mean 'mesh'?"},
    {"chiplets", {.form_name = "chiplet"}, "nocsight new file"},
    {"a hierarchy", {.form_name = "hierarchical"}, "nocsight new hierarchy"},
    {"a product", {.form_name = "h100"}, "nocsight query h100"},
    {"dies of a mesh", {.form_name = "mesh", .dies = 2}, "--dies is of 'new gpu'"},
    {"more dies than slices",
     {.form_name = "gpu", .memory = 3, .dies = 4},
     "at most one die for each"},
    {"counts of tables", {.form_name = "file", .compute = 30}, "12 compute and 4 memory nodes"},
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
    const noc_starter_request wish = {.form_name = "crossbar", .compute = 132, .memory = 80};
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
    const noc_starter_request wish = {.form_name = "mesh", .compute = 132, .memory = 80};
    noc_design *design = NULL;
    char *text = NULL;
    noc_point at[80];
    assert_int_equal(noc_starter_make(&wish, &text, &design, NULL), NOC_OK);
    const noc_points *empty = &design->nodes.empty_positions;
    assert_int_equal(empty->count, 18 * 12 - 132 - 80);
    for (size_t i = 0; noc_placement_at(i); i++) {
        if (!noc_placement_at(i)->place_nodes) continue;
        assert_true(noc_placement_at(i)->place_nodes(18, 12, 80, at));
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
    const noc_starter_request wish = {.form_name = *(const char *const *)*state};
    noc_design *design = NULL;
    noc_system *system = NULL;
    char *text = NULL, *space_text = NULL, path[] = "/tmp/noc_starter_XXXXXX";
    size_t size = 0;
    noc_diag diag = {0};
    noc_space space = {0};
    if (files_of(wish.form_name)) return; /* its tables would have to be beside it */
    assert_int_equal(noc_starter_make(&wish, &text, &design, &diag), NOC_OK);
    assert_int_equal(noc_system_compile(design, &system, &diag), NOC_OK);
    put(path, text);
    FILE *out = open_memstream(&space_text, &size);
    noc_starter_space_print(system, path, out);
    fclose(out);
    const noc_status status =
        noc_space_read_text("starter.space", space_text, starter_design, &space, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    assert_in_range(space.root.design_count, 2, 200);
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
    test_add_rows(&list, "ends", names, count, sizeof names[0], starters_share_their_ends);
    TEST_TABLE(&list, likings, only_the_network_differs);
    test_add(&list, "tiles stay where they were", tiles_stay_where_they_were);
    TEST_TABLE(&list, unlikes, other_ends_are_refused);
    TEST_TABLE_PREFIXED(&list, "gpu", technologies, a_gpu_runs_at_its_clock);
    test_add(&list, "a GPU in dies tells both", a_gpu_in_dies_tells_both);
    test_add(&list, "a clock that is asked for stays", a_clock_that_is_asked_for_stays);
    TEST_TABLE(&list, refusals, a_refusal_names_the_way_out);
    test_add(&list, "no placement takes an empty tile", no_placement_takes_an_empty_tile);
    test_add(&list, "a large switch gets a clock that it reaches",
             a_large_switch_gets_a_clock_that_it_reaches);
    return test_run("starters", &list);
}
