/* Answers as JSON and CSV, beside each other, and beside what was measured. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/by_node.h"
#include "reader/design_walk.h"
#include "reports/compare/validation.h"
#include "reports/estimates/estimates.h"
#include "reports/facts/details.h"
#include "reports/words/comparison.h"
#include "tests/support/users/pages.h"

/* ---- estimates ------------------------------------------------------------------------------- */

static noc_estimate hostile_estimate(const noc_design *design)
{
    noc_estimate e = test_made_estimate(design, NOC_METHOD_SAMPLE);
    e.metrics[NOC_METRIC_hops_mean] = (noc_metric){NAN, NAN, NAN, NAN, "it is \"secret\""};
    e.metrics[NOC_METRIC_round_trip_cycles] = (noc_metric){NAN, 1.0, NAN, NAN, NULL};
    e.metrics[NOC_METRIC_packet_latency_cycles] =
        (noc_metric){INFINITY, -INFINITY, NAN, 0.95, NULL};
    e.metrics[NOC_METRIC_chip_area_mm2] = (noc_metric){0.1, 0.05, 0.15, 0.9, NULL};
    e.load = NAN;
    e.wall_s = NAN;
    e.bottleneck.utilization = NAN;
    e.answer = NOC_ANSWER_SATURATED;
    snprintf(e.warnings[0], NOC_WARNING_CHARS, "caf\xe9, \"two\"\nlines");
    e.warning_count = 1;
    return e;
}

static json_t *parsed(char *text)
{
    json_error_t error;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!json) fail_msg("line %d: %s", error.line, error.text);
    return json;
}

static json_t *metric_of(json_t *answer, const char *name)
{
    json_t *metric = json_object_get(json_object_get(answer, "metrics"), name);
    assert_non_null(metric);
    return metric;
}

static void missing_figures_are_null_in_json(void **state)
{
    (void)state;
    noc_design *design = test_design(test_report_text, NULL);
    const noc_estimate e = hostile_estimate(design);
    noc_diag diag = {0};
    test_page p;
    test_page_open(&p, NOC_FORMAT_JSON);
    assert_int_equal(noc_report_estimates(&p.sheet, &e, NULL, NULL, 1, false, &diag), NOC_OK);
    char *text = test_page_close(&p);
    assert_null(strcasestr(text, "nan"));
    assert_null(strcasestr(text, "infinity"));
    json_t *answer = parsed(text);
    assert_true(json_is_object(answer));
    json_t *hops = metric_of(answer, "hops_mean");
    assert_true(json_is_null(json_object_get(hops, "value")));
    assert_string_equal(json_string_value(json_object_get(hops, "why")), "it is \"secret\"");
    assert_true(json_is_string(json_object_get(metric_of(answer, "round_trip_cycles"), "why")));
    assert_true(json_is_null(json_object_get(metric_of(answer, "packet_latency_cycles"), "lo")));
    assert_true(json_is_null(json_object_get(answer, "load_flits_per_cycle")));
    assert_string_equal(json_string_value(json_object_get(answer, "status")), "saturated");
    assert_int_equal(json_array_size(json_object_get(answer, "warnings")), 1);
    assert_contains(text, "\"value\": 0.1,");
    json_decref(answer);
    free(text);
    noc_design_free(design);
}

static void json_has_all_members_in_order(void **state)
{
    (void)state;
    static const char *const members[] = {"\"schema\": \"nocsight.estimate/1\"",
                                          "\"tool\"",
                                          "\"version\": \"1.2.3\"",
                                          "\"calibration\": null",
                                          "\"design\"",
                                          "\"hash\"",
                                          "\"overrides\"",
                                          "\"network.slices=2\"",
                                          "\"method\": \"sample\"",
                                          "\"load_flits_per_cycle\": 0.03",
                                          "\"status\": \"ok\"",
                                          "\"metrics\"",
                                          "\"zero_load_latency_cycles\"",
                                          "\"bottleneck\"",
                                          "\"kind\": \"link\"",
                                          "\"warnings\": []",
                                          "\"cycles_simulated\"",
                                          "\"warmup_cycles\"",
                                          "\"windows\"",
                                          "\"flit_hops\"",
                                          "\"run\"",
                                          "\"command\"",
                                          "\"seed\": 7",
                                          "\"wall_s\""};
    noc_design *design = test_design(test_report_text, (const char *[]){"network.slices=2", NULL});
    const noc_estimate e = test_made_estimate(design, NOC_METHOD_SAMPLE);
    noc_diag diag = {0};
    test_page p;
    test_page_open(&p, NOC_FORMAT_JSON);
    assert_int_equal(noc_report_estimates(&p.sheet, &e, NULL, NULL, 1, false, &diag), NOC_OK);
    char *text = test_page_close(&p);
    const char *at = text;
    for (size_t i = 0; i < TEST_COUNT(members); i++) {
        const char *found = strstr(at, members[i]);
        if (!found) fail_msg("%s is missing or out of order", members[i]);
        at = found;
    }
    free(text);
    noc_design_free(design);
}

static void several_answers_are_an_array(void **state)
{
    (void)state;
    noc_design *design = test_design(test_report_text, NULL);
    const noc_estimate two[] = {test_made_estimate(design, NOC_METHOD_MODEL),
                                test_made_estimate(design, NOC_METHOD_MODEL)};
    noc_diag diag = {0};
    for (size_t count = 1; count <= 2; count++) {
        test_page p;
        test_page_open(&p, NOC_FORMAT_JSON);
        assert_int_equal(noc_report_estimates(&p.sheet, two, NULL, NULL, count, true, &diag),
                         NOC_OK);
        char *text = test_page_close(&p);
        json_t *answer = parsed(text);
        assert_int_equal(json_array_size(answer), count);
        assert_true(json_is_null(
            json_object_get(json_object_get(json_array_get(answer, 0), "run"), "seed")));
        json_decref(answer);
        free(text);
    }
    noc_design_free(design);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

enum { CELLS_MOST = 320 };

/* Takes one record of RFC 4180 off the text, in place. Returns its number of cells. */
static size_t take_record(char **text, char *cells[CELLS_MOST])
{
    size_t count = 0;
    char *read = *text, *write = *text;
    for (bool more = true; more;) {
        assert_true(count < CELLS_MOST);
        cells[count++] = write;
        const bool quoted = *read == '"';
        if (quoted) read++;
        while (*read && (quoted || (*read != ',' && *read != '\n'))) {
            if (quoted && *read == '"' && *++read != '"') break;
            *write++ = *read++;
        }
        more = *read == ',';
        assert_true(more || *read == '\n');
        read++;
        *write++ = '\0';
    }
    *text = read;
    return count;
}

static const char *cell_of(char *const header[], char *const cells[], size_t count,
                           const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(header[i], name) == 0) return cells[i];
    fail_msg("there is no column %s", name);
    return NULL;
}

static void csv_survives_hostile_texts(void **state)
{
    (void)state;
    noc_design *design = test_design(
        test_report_text, (const char *[]){"nodes.placement=explicit",
                                           "nodes.memory_at=((0,0),(1,0),(2,0),(3,0),(4,0),(5,"
                                           "0),(0,1),(1,1))",
                                           NULL});
    const noc_estimate e = hostile_estimate(design);
    noc_diag diag = {0};
    test_page p;
    test_page_open(&p, NOC_FORMAT_CSV);
    assert_int_equal(noc_report_estimates(&p.sheet, &e, NULL, NULL, 1, false, &diag), NOC_OK);
    char *text = test_page_close(&p), *rest = text;
    char *header[CELLS_MOST], *cells[CELLS_MOST];
    const size_t count = take_record(&rest, header);
    assert_int_equal(take_record(&rest, cells), count);
    assert_string_equal(rest, "");
    assert_string_equal(cell_of(header, cells, count, "name"), "base, \"quoted\"");
    assert_contains(cell_of(header, cells, count, "overrides"), "; nodes.memory_at=((0,0),(1,0)");
    assert_string_equal(cell_of(header, cells, count, "load_flits_per_cycle"), "");
    assert_string_equal(cell_of(header, cells, count, "packet_latency_cycles"), "");
    assert_string_equal(cell_of(header, cells, count, "hops_mean"), "");
    assert_string_equal(cell_of(header, cells, count, "chip_area_mm2"), "0.1");
    assert_string_equal(cell_of(header, cells, count, "chip_area_mm2_lo"), "0.05");
    assert_string_equal(cell_of(header, cells, count, "chip_area_mm2_hi"), "0.15");
    assert_string_equal(cell_of(header, cells, count, "seed"), "7");
    assert_string_equal(cell_of(header, cells, count, "bottleneck_utilization"), "");
    assert_string_equal(cell_of(header, cells, count, "warnings"), e.warnings[0]);
    free(text);
    noc_design_free(design);
}

/* ---- comparisons ----------------------------------------------------------------------------- */

static char *whatif_of(const noc_estimate *estimates, size_t count)
{
    noc_diag diag = {0};
    test_page p;
    test_page_open(&p, NOC_FORMAT_TABLE);
    assert_int_equal(noc_report_estimates(&p.sheet, estimates, NULL, NULL, count, true, &diag),
                     NOC_OK);
    return test_page_close(&p);
}

static void a_whatif_table_tells_changes_against_the_first_row(void **state)
{
    (void)state;
    noc_design *base = test_design(test_report_text, NULL);
    noc_design *wide =
        test_design(test_report_text, (const char *[]){"network.flit_bytes=32", NULL});
    noc_design *full =
        test_design(test_report_text, (const char *[]){"network.flit_bytes=4", NULL});
    noc_estimate e[] = {test_made_estimate(base, NOC_METHOD_MODEL),
                        test_made_estimate(wide, NOC_METHOD_MODEL),
                        test_made_estimate(full, NOC_METHOD_MODEL)};
    test_set_metric(&e[0], NOC_METRIC_round_trip_ns, 100.0);
    test_set_metric(&e[1], NOC_METRIC_round_trip_ns, 91.5);
    test_set_metric(&e[0], NOC_METRIC_saturation_data_gb_per_s, 40.0);
    test_set_metric(&e[1], NOC_METRIC_saturation_data_gb_per_s, 100.0);
    test_set_metric(&e[2], NOC_METRIC_round_trip_ns, NAN);
    e[2].answer = NOC_ANSWER_SATURATED;
    char *text = whatif_of(e, TEST_COUNT(e));
    test_no_line_is_wider(text);
    const char *first = strstr(text, "\nbase "), *second = strstr(text, "\nflit_bytes=32 ");
    assert_non_null(first);
    assert_non_null(second);
    assert_true(first < second);
    assert_null(memchr(first, '%', (size_t)(second - first)));
    assert_contains(second, "91.50 -8.5%");
    assert_contains(second, "+150%");
    assert_contains(second, "saturated");
    free(text);
    noc_design_free(base);
    noc_design_free(wide);
    noc_design_free(full);
}

static noc_comparison made_comparison(const noc_design *design, double model, double sample)
{
    noc_comparison row = {.model = test_made_estimate(design, NOC_METHOD_MODEL),
                          .sample = test_made_estimate(design, NOC_METHOD_SAMPLE),
                          .has_sample = true};
    test_set_metric(&row.model, NOC_METRIC_round_trip_cycles, model);
    row.sample.metrics[NOC_METRIC_round_trip_cycles] =
        (noc_metric){sample, sample - 1.0, sample + 1.0, 0.95, NULL};
    return row;
}

static void errors_are_the_models_against_the_samples(void **state)
{
    (void)state;
    noc_design *design = test_design(test_report_text, NULL);
    noc_comparison rows[] = {made_comparison(design, 101.0, 100.0),
                             made_comparison(design, 47.0, 50.0),
                             made_comparison(design, 10.0, 100.0)};
    rows[2].sample.answer = NOC_ANSWER_SATURATED;
    const noc_errors errors = noc_latency_errors(rows, TEST_COUNT(rows));
    assert_int_equal(errors.error_rows, 2);
    assert_near(errors.mean_error, 0.035, 1e-12);
    assert_near(errors.largest_error, 0.06, 1e-12);
    assert_int_equal(errors.largest_row, 1);
    assert_int_equal(errors.inside_rows, 1);
    assert_int_equal(errors.interval_rows, 2);
    assert_true(isnan(noc_latency_errors(&rows[2], 1).mean_error));
    noc_design_free(design);
}

static void a_search_adds_what_a_sample_lacks(void **state)
{
    (void)state;
    noc_design *design = test_design(test_report_text, NULL);
    noc_comparison row = made_comparison(design, 1.0, 2.0);
    noc_estimate search = test_made_estimate(design, NOC_METHOD_SAMPLE);
    test_set_metric(&row.sample, NOC_METRIC_saturation_flits_per_cycle, NAN);
    test_set_metric(&search, NOC_METRIC_saturation_flits_per_cycle, 0.25);
    test_set_metric(&search, NOC_METRIC_round_trip_cycles, 99.0);
    noc_comparison_add_saturation(&row, &search);
    assert_near(row.sample.metrics[NOC_METRIC_saturation_flits_per_cycle].value, 0.25, 0.0);
    assert_near(row.sample.metrics[NOC_METRIC_round_trip_cycles].value, 2.0, 0.0);
    noc_design_free(design);
}

static void a_validation_has_both_methods_in_every_format(void **state)
{
    (void)state;
    static const char *const expected[] = {"+1.0%", "\"round_trip_cycles\": 0.01",
                                           "round_trip_cycles_error_frac"};
    noc_design *design = test_design(test_report_text, NULL);
    const noc_comparison rows[] = {made_comparison(design, 101.0, 100.0),
                                   made_comparison(design, 50.0, 50.0)};
    noc_diag diag = {0};
    for (size_t f = 0; f < NOC_FORMAT_SVG; f++) {
        test_page p;
        test_page_open(&p, (noc_format)f);
        assert_int_equal(noc_report_validation(&p.sheet, rows, TEST_COUNT(rows), &diag), NOC_OK);
        char *text = test_page_close(&p);
        assert_contains(text, "model");
        assert_contains(text, "sample");
        assert_contains(text, expected[f]);
        if (f == NOC_FORMAT_TABLE) test_no_line_is_wider(text);
        free(text);
    }
    noc_design_free(design);
}

/* ---- parts that a design has or not ---------------------------------------------------------- */

typedef struct part_case {
    const char *name;
    const char *over[8];
    const char *shown[2], *hidden[3]; /* labels of metrics, in the text */
} part_case;

static const part_case part_cases[] = {
    {"parts: none", {NULL}, {NULL}, {"absorbed share", "makespan", "STP"}},
    {"parts: a merge table",
     {"network.topology=crossbar", "cluster.cores=2", "cluster.merge_entries=4", NULL},
     {"absorbed share", "merge entries used"},
     {"makespan", "STP"}},
    {"parts: kernels that end",
     {"cta.scheduler=round-robin", "cta.count=5", NULL},
     {"makespan"},
     {"absorbed share", "STP"}},
    {"parts: two kernels",
     {"cta.scheduler=round-robin", "cta.kernels=2", NULL},
     {"STP", "ANTT"},
     {"absorbed share", "makespan"}},
};

static char *answer_in(noc_format format, const noc_estimate *e)
{
    noc_diag diag = {0};
    test_page p;
    test_page_open(&p, format);
    p.sheet.shows_all = true;
    assert_int_equal(noc_report_estimates(&p.sheet, e, NULL, NULL, 1, false, &diag), NOC_OK);
    return test_page_close(&p);
}

/* Text is silent of what is not there, data say why it is null. At a load all are missing. */
static void text_tells_of_parts_that_are_there(void **state)
{
    const part_case *c = *state;
    static const char gpu[] = "nodes = { compute = 4; memory = 2; };\n"
                              "network = { topology = \"ideal\"; };\n"
                              "traffic = { pattern = \"many-to-few\"; };\nworkload = \"steady\";\n";
    test_system t = test_compile(gpu, c->over);
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, 0.01, &e, NULL), NOC_OK);
    char *text = answer_in(NOC_FORMAT_TABLE, &e), *data = answer_in(NOC_FORMAT_JSON, &e);
    for (size_t i = 0; i < TEST_COUNT(c->shown) && c->shown[i]; i++)
        assert_contains(text, c->shown[i]);
    for (size_t i = 0; i < TEST_COUNT(c->hidden) && c->hidden[i]; i++)
        assert_null(strstr(text, c->hidden[i]));
    json_t *answer = parsed(data);
    assert_true(json_is_string(json_object_get(metric_of(answer, "absorbed_share"), "why")));
    json_decref(answer);
    free(text);
    free(data);
    test_system_free(&t);
}

/* In place of what all designs have. */
static void whatif_tables_are_about_parts(void **state)
{
    (void)state;
    noc_design *plain = test_design(test_report_text, (const char *[]){"workload=steady", NULL});
    noc_design *merging = test_design(
        test_report_text, (const char *[]){"workload=steady", "network.topology=crossbar",
                                           "cluster.cores=2", "cluster.merge_entries=8", NULL});
    noc_estimate e[] = {test_made_estimate(plain, NOC_METHOD_MODEL),
                        test_made_estimate(plain, NOC_METHOD_MODEL),
                        test_made_estimate(merging, NOC_METHOD_MODEL)};
    for (size_t i = 0; i < TEST_COUNT(e); i++) e[i].load = NAN;
    char *text = whatif_of(e, 2), *with = whatif_of(e, 3);
    assert_null(strstr(text, "absorbed"));
    assert_non_null(strstr(with, "absorbed"));
    free(text);
    free(with);
    noc_design_free(plain);
    noc_design_free(merging);
}

/* Sources with trips of 5 and 9 cycles, one without bound between them, and one without packets:
 * the rows go 1 (no bound), 2, 0, 3, whatever the sort compares first. */
static void sources_stand_by_their_trips(void **state)
{
    (void)state;
    noc_design *design = test_design(test_report_text, NULL);
    uint32_t sources[] = {0, 1, 2, 3}, destinations[] = {7};
    noc_node_pair list[] = {
        {0, 0, 1.0, 1.0, 5.0}, {1, 0, 1.0, 1.0, NAN}, {2, 0, 1.0, 1.0, 9.0}, {3, 0, 0.0, 0.0, NAN}};
    noc_node_pairs pairs = {.sources = {.count = 4, .numbers = sources},
                            .destinations = {.count = 1, .numbers = destinations},
                            .list = list,
                            .count = TEST_COUNT(list)};
    noc_estimate e = test_made_estimate(design, NOC_METHOD_MODEL);
    e.pairs = &pairs;
    test_page p;
    noc_diag diag = {0};
    test_page_open(&p, NOC_FORMAT_TABLE);
    assert_int_equal(noc_details_print(&p.sheet, &e, 1, &diag), NOC_OK);
    char *text = test_page_close(&p), order[8] = "";
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (line[0] >= '0' && line[0] <= '3') strncat(order, line, 1);
    assert_string_equal(order, "1203");
    free(text);
    noc_design_free(design);
}

static const struct {
    const char *name;
    CMUnitTestFunction check;
} others[] = {
    {"sources stand by their trips", sources_stand_by_their_trips},
    {"missing figures are null in JSON", missing_figures_are_null_in_json},
    {"JSON has all members, in order", json_has_all_members_in_order},
    {"several answers are an array", several_answers_are_an_array},
    {"CSV survives hostile texts", csv_survives_hostile_texts},
    {"a what-if table tells changes against the first row",
     a_whatif_table_tells_changes_against_the_first_row},
    {"a what-if table is about parts that designs have", whatif_tables_are_about_parts},
    {"errors are the model's against the sample's", errors_are_the_models_against_the_samples},
    {"a search adds what a sample lacks", a_search_adds_what_a_sample_lacks},
    {"a validation has both methods in every format",
     a_validation_has_both_methods_in_every_format},
};

int main(void)
{
    static test_list list;
    for (size_t i = 0; i < TEST_COUNT(others); i++)
        test_add(&list, others[i].name, others[i].check);
    TEST_TABLE(&list, part_cases, text_tells_of_parts_that_are_there);
    return test_run("answers", &list);
}
